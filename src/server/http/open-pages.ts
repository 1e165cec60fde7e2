import { setTimeout } from 'node:timers/promises'
import { mayRead } from '#contract/read-access'
import type { RecordChange } from '#contract/home'
import type { Actor } from '#domain/actor'
import type { StoredKind } from '#domain/entities'
import { actorsFor, liveSessions } from '../auth/sessions.ts'
import type { Runtime } from '../runner/runtime.ts'
import { isSubjectKind } from '../views/visible.ts'

/** A page that listens: whose it is, by which sign-in, and how it is spoken to. */
export interface OpenPage {
  userId: string
  /** The hash of its session. */
  idHash: string
  say: (text: Uint8Array) => void
  end: () => void
}

/** Changes that come more quickly are told together. */
const REST_MS = 200
const AFTER_FAILURE_MS = 1000
const AT_ONCE = 500

const keyOf = ({ kind, id }: RecordChange): string => `${kind} ${id}`

/**
 * All pages that listen at this server. There is one listener for them; whoever they are of and the things that changed are
 * read once for each telling, so that what it asks of the database grows neither with pages nor with people. What could not
 * be told is told later, in its latest version.
 */
export const openPages = (
  { store, changeFeed, now }: Pick<Runtime, 'store' | 'changeFeed' | 'now'>,
  failed: (error: unknown) => void,
) => {
  const people = new Map<string, Set<OpenPage>>()
  const pending = new Map<string, RecordChange>()
  let listening: Promise<() => void> | undefined
  let isTelling = false

  const all = (): OpenPage[] => [...people.values()].flatMap(pages => [...pages])
  const pagesOf = (userId: string): OpenPage[] => [...(people.get(userId) ?? [])]

  /** Those who are there now, with their rights as they are now. Whoever has left, or has no rights any more, is told nothing. */
  const readersNow = async (): Promise<Actor[]> => {
    const pages = all()
    const alive = new Set(await liveSessions(store.db, [...new Set(pages.map(one => one.idHash))], now()))
    const actors = await actorsFor(store.db, [...people.keys()])
    const known = new Set(actors.map(({ userId }) => userId))
    for (const page of pages) if (!alive.has(page.idHash) || !known.has(page.userId)) page.end()
    return actors.filter(({ userId }) => userId !== null && people.has(userId))
  }

  const tell = async (changes: readonly RecordChange[]): Promise<void> => {
    const readers = await readersNow()
    for (const kind of new Set(changes.map(one => one.kind))) {
      if (!isSubjectKind(kind)) continue
      const alike = changes.filter(one => one.kind === kind)
      for (let from = 0; from < alike.length; from += AT_ONCE)
        await tellOf(kind, alike.slice(from, from + AT_ONCE), readers)
    }
  }

  const tellOf = async (
    kind: StoredKind,
    changes: readonly RecordChange[],
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

  const hear = (changes: readonly RecordChange[]): void => {
    for (const change of changes) pending.set(keyOf(change), change)
    if (!isTelling) tellOn().catch(failed)
  }

  return {
    all,
    pagesOf,
    /** From when this has answered on, the page is told of everything that is committed and that its reader may see. */
    join: async (page: OpenPage): Promise<void> => {
      const pages = people.get(page.userId) ?? new Set()
      people.set(page.userId, pages.add(page))
      listening ??= changeFeed.listen(hear)
      await listening
    },
    /** The page is told nothing more; false where it had left before. */
    leave: (page: OpenPage): boolean => {
      const pages = people.get(page.userId)
      const was = pages?.delete(page) ?? false
      if (pages?.size === 0) people.delete(page.userId)
      if (people.size === 0) {
        listening?.then(silence => silence()).catch(() => {})
        listening = undefined
        pending.clear()
      }
      return was
    },
  }
}
