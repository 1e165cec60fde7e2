import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { findAction } from '#actions/index'
import { addMinutes, dayOf, type Day, type Instant } from '#domain/dates'
import type { FileRef } from '#domain/filed-document'
import { endedBefore } from '#domain/retention'
import { actorFor } from '../auth/sessions.ts'
import { receiveUpload, type FileStore } from '../files/file-store.ts'
import { foundAs } from '../founding.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import { note, noteOf } from '../store/notes.ts'
import { chainNow } from '../store/chaining.ts'
import { performMatch } from '../tasks/match.ts'
import { claim, HEARTBEAT_MS, openTaskOf } from '../tasks/queue.ts'
import { retireEnded } from '../tasks/retire-ended.ts'
import { documentFor } from './documents.ts'
import { BEGUN, LOADED } from './notes.ts'
import { addEverybody, addFounders, demonstrationHash } from './people.ts'
import { demonstrationScript } from './script.ts'
import type { Step } from './step.ts'

/**
 * Loads the demonstration market by having its people do what they did, each with the clock of that moment. Every step
 * bears a key under which its answer is kept, so a load that was broken off goes on where it stopped. A market that was
 * founded as a real one refuses. Answers whether it was not there before.
 */
export const loadDemonstration = async (
  runtime: Runtime,
  files: FileStore,
  password: string,
  progress: (done: number, of: number) => void,
): Promise<boolean> => {
  const { db } = runtime.store
  await foundAs(db, 'demonstration', runtime.now())
  if (await noteOf(db, LOADED)) return false
  const today = (await noteOf(db, BEGUN)) ?? dayOf(runtime.now())
  await note(db, BEGUN, today)

  const passwordHash = await demonstrationHash(password)
  await addFounders(runtime, passwordHash)
  const script = demonstrationScript(today)
  let day = dayOf(script[0]?.at ?? runtime.now())
  for (const [index, step] of script.entries()) {
    const next = dayOf(step.at)
    if (next > day) await retireEndedUntil(runtime, files, day, next)
    day = next
    await play(runtime, files, step, index)
    if (step.action === 'CreateOrganisation' && script[index + 1]?.action !== 'CreateOrganisation')
      await addEverybody(runtime, passwordHash)
    progress(index + 1, script.length)
  }
  if (today > day) await retireEndedUntil(runtime, files, day, today)
  await note(db, LOADED, today)
  await chainNow(db)
  return true
}

/** What was done before these minutes lies in the inboxes as read, and no letter goes out about it. */
const RECENTLY = 14 * 24 * 60

/** The runtime of that moment; what was told longer ago than inboxes are kept is not told again. */
const runtimeAt = (runtime: Runtime, at: Instant, newId: () => string): Runtime => {
  const now = runtime.now()
  const isRecent = at >= addMinutes(now, -RECENTLY)
  const tells = at < endedBefore('inboxItem', now) ? 'nothing' : isRecent ? 'news' : 'history'
  return { ...runtime, now: () => at, newId, tells }
}

/** Ids that are the same each time the demonstration is loaded. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const idsFor = (step: Step, index: number): (() => string) => {
  const given = [...(step.ids ?? [])]
  let count = 0
  return () => {
    count += 1
    return given.shift() ?? idOf(`${index} ${count}`)
  }
}

const play = async (runtime: Runtime, files: FileStore, step: Step, index: number): Promise<void> => {
  const actor = await actorFor(runtime.store.db, step.by)
  if (!actor) throw new Error(`The demonstration knows no user ${step.by}`)
  const then = runtimeAt(runtime, step.at, idsFor(step, index))
  const documents: Record<string, FileRef> = {}
  for (const field of step.documents ?? []) {
    const { label = 'Document', accept = [] } = findAction(step.kind, step.action)?.fields[field] ?? {}
    const { name, bytes } = documentFor(label)
    const id = `demonstration-${index}-${field}`
    // A load that goes on may find the document there already.
    const before = await runtime.store.read.one('filedDocument', id)
    documents[field] = before
      ? { id, name: before.name }
      : await receiveUpload({ ...then, newId: () => id }, files, Readable.from([bytes]), {
          name,
          accept,
          actor,
        })
  }
  try {
    // All but what waits for a second person went by single acts.
    const secondPersonFor = () => (step.reason === undefined ? 'nobody' : 'operator')
    await runAction(
      { ...then, secondPersonFor },
      {
        actor,
        kind: step.kind,
        subjectId: step.subjectId,
        actionName: step.action,
        submission: { values: { ...step.values, ...documents }, reason: step.reason },
        idempotencyKey: `demonstration-${index}`,
        isUnwatched: true,
      },
    )
  } catch (error) {
    const { kind, subjectId, action, by } = step
    const why = error instanceof Error && 'body' in error ? JSON.stringify(error.body) : ''
    throw new Error(`The demonstration stopped at ${by}: ${action} on ${kind} ${subjectId} ${why}`, {
      cause: error,
    })
  }
  if (step.action === 'Match') await matchNow(then, step.subjectId)
}

/** What the schedule did after one day until another: credits retired as they ended, with the clock of their day. */
const retireEndedUntil = async (
  runtime: Runtime,
  files: FileStore,
  after: Day,
  until: Day,
): Promise<void> => {
  const { rows } = await sql<{ day: Day }>`
    select distinct greatest((units_per_period -> -1 ->> 'end')::date, ${after}::date + 1)::text as day
    from credit where status in ('Issued', 'Redeemed') and (units_per_period -> -1 ->> 'end')::date <= ${until}::date
    order by day`.execute(runtime.store.db)
  for (const { day } of rows) {
    let count = 0
    const newId = () => idOf(`retired ${day} ${(count += 1)}`)
    await retireEnded.run({ runtime: runtimeAt(runtime, `${day}T03:00:00.000Z`, newId), files })
  }
}

/** The match of an earlier round is solved there and then, with the clock of its day. */
const matchNow = async (runtime: Runtime, roundId: string): Promise<void> => {
  const { db } = runtime.store
  for (;;) {
    const task = await openTaskOf(db, roundId)
    if (!task) return
    const held = await claim(db, ['match'], task)
    if (held) await performMatch(runtime, { ...held, roundId }, new AbortController().signal)
    // A load that was broken off here holds the task until its lease runs out.
    else await setTimeout(HEARTBEAT_MS)
  }
}
