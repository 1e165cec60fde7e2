import { setTimeout } from 'node:timers/promises'
import { mayRead } from '#contract/nouns/read-access'
import type { ChangedRecord } from '#contract/desk/home'
import type { Actor } from '#domain/people/actor'
import type { StoredKind } from '#domain/disclosure/entities'
import { readActors, listLiveSessionHashes } from '../auth/sessions.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { isSubjectKind } from '../views/kit/visible.ts'

/** A subscriber of server-sent events: its user, its session and how to send to it. */
export interface EventSubscriber {
  userId: string
  /** The hash of its session id. */
  idHash: string
  say: (text: Uint8Array) => void
  end: () => void
}

/** Changes within this time are sent together. */
const REST_MS = 200
const AFTER_FAILURE_MS = 1000
const AT_ONCE = 500

const keyOf = ({ kind, id }: ChangedRecord): string => `${kind} ${id}`

/**
 * All subscribers of this server. They share one database listener; users and changed subjects are read once for each
 * batch, so that the load on the database grows neither with pages nor with people. Changes that could not be sent
 * are sent later, in their latest version. A page that joins receives the changes of the last `recentMs` too: it may have been
 * read from a replica that lacks them.
 */
export const openEventSubscribers = (
  { store, changeFeed, now }: Pick<ActionRuntime, 'store' | 'changeFeed' | 'now'>,
  failed: (error: unknown) => void,
  recentMs = 0,
) => {
  const recent = new Map<string, { change: ChangedRecord; at: number }>()
  const people = new Map<string, Set<EventSubscriber>>()
  const pending = new Map<string, ChangedRecord>()
  let listening: Promise<() => void> | undefined
  let isTelling = false

  const all = (): EventSubscriber[] => [...people.values()].flatMap(pages => [...pages])
  const pagesOf = (userId: string): EventSubscriber[] => [...(people.get(userId) ?? [])]

  /** The current users with their current rights. Users who left or lost their rights receive nothing. */
  const readersNow = async (): Promise<Actor[]> => {
    const pages = all()
    const alive = new Set(
      await listLiveSessionHashes(store.db, [...new Set(pages.map(one => one.idHash))], now()),
    )
    const actors = await readActors(store.db, [...people.keys()])
    const known = new Set(actors.map(({ userId }) => userId))
    for (const page of pages) if (!alive.has(page.idHash) || !known.has(page.userId)) page.end()
    return actors.filter(({ userId }) => userId !== null && people.has(userId))
  }

  const tell = async (
    changes: readonly ChangedRecord[],
    to: (reader: Actor) => boolean = () => true,
  ): Promise<void> => {
    const readers = (await readersNow()).filter(to)
    for (const kind of new Set(changes.map(one => one.kind))) {
      if (!isSubjectKind(kind)) continue
      const alike = changes.filter(one => one.kind === kind)
      for (let from = 0; from < alike.length; from += AT_ONCE)
        await tellOf(kind, alike.slice(from, from + AT_ONCE), readers)
    }
  }

  const tellOf = async (
    kind: StoredKind,
    changes: readonly ChangedRecord[],
    readers: readonly Actor[],
  ): Promise<void> => {
    const subjects = await store.read.list(kind, { id: changes.map(({ id }) => id) })
    const texts = new Map(changes.map(change => [change.id, `data: ${JSON.stringify(change)}\n\n`]))
    for (const reader of readers) {
      const told = subjects.filter(subject => mayRead(kind, subject, reader))
      if (told.length === 0) continue
      const text = Buffer.from(told.map(({ id }) => texts.get(id)).join(''))
      for (const page of pagesOf(reader.userId ?? '')) page.say(text)
    }
  }

  const tellOn = async (): Promise<void> => {
    isTelling = true
    while (pending.size > 0) {
      const changes = [...pending.values()]
      pending.clear()
      let restMs = REST_MS
      await tell(changes).catch((error: unknown) => {
        failed(error)
        restMs = AFTER_FAILURE_MS
        for (const change of changes)
          if (people.size > 0 && !pending.has(keyOf(change))) pending.set(keyOf(change), change)
      })
      await setTimeout(restMs, undefined, { ref: false })
    }
    isTelling = false
  }

  const forgetOld = (): void => {
    const oldest = performance.now() - recentMs
    for (const [key, { at }] of recent) if (at < oldest) recent.delete(key)
  }
  const hear = (changes: readonly ChangedRecord[]): void => {
    if (recentMs > 0) {
      forgetOld()
      for (const change of changes) recent.set(keyOf(change), { change, at: performance.now() })
      if (people.size === 0) return
    }
    for (const change of changes) pending.set(keyOf(change), change)
    if (!isTelling) tellOn().catch(failed)
  }
  const listen = (): Promise<() => void> => (listening ??= changeFeed.listen(hear))
  const stop = (): void => {
    listening?.then(silence => silence()).catch(() => {})
    listening = undefined
    pending.clear()
  }
  if (recentMs > 0) listen().catch(failed)

  return {
    all,
    pagesOf,
    /** Stops listening for changes. */
    stop,
    /** Once this resolves, the page receives every committed change that its reader may see. */
    join: async (page: EventSubscriber): Promise<void> => {
      const pages = people.get(page.userId) ?? new Set()
      people.set(page.userId, pages.add(page))
      await listen()
      forgetOld()
      const missed = [...recent.values()].map(({ change }) => change)
      if (missed.length > 0) await tell(missed, ({ userId }) => userId === page.userId).catch(failed)
    },
    /** Unsubscribes the page; false if it was not subscribed any more. */
    leave: (page: EventSubscriber): boolean => {
      const pages = people.get(page.userId)
      const was = pages?.delete(page) ?? false
      if (pages?.size === 0) people.delete(page.userId)
      if (people.size === 0 && recentMs === 0) stop()
      return was
    },
  }
}
