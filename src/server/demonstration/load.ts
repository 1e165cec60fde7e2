import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { findAction } from '#actions/index'
import type { Actor } from '#domain/people/actor'
import { addMinutes, utcDayOf, type Day, type Instant } from '@credit-market/values/dates'
import type { FiledDocument, UploadedFileRef } from '#domain/text/filed-document'
import { deletionCutoff } from '#domain/disclosure/retention'
import { readActor } from '../auth/sessions.ts'
import { receiveUpload, recordCopy, type FileStore } from '../files/file-store.ts'
import { readUploadedDocument } from '../files/read-filed.ts'
import { requireMarketFoundedAs } from './founding.ts'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { runExclusively } from '../store/alone.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { performMatchTask } from '../matches/match-task.ts'
import { claimTask, TASK_HEARTBEAT_MS, findOpenTaskOfRound } from '../tasks/queue.ts'
import { issueDueInvoices } from '../jobs/issue-due-invoices.ts'
import { settleAllDeposits } from '../jobs/settle-deposits.ts'
import { retireEndedCredits } from '../jobs/retire-ended.ts'
import { demonstrationDocumentFor } from './documents.ts'
import { LOAD_BEGUN_NOTE, LOAD_COMPLETE_NOTE } from './notes.ts'
import { addOtherUsers, addOperatorUsers, demonstrationPasswordHash } from './people.ts'
import { listDemonstrationSteps } from './script.ts'
import type { DemonstrationStep } from './step.ts'

/** How long a server waits before it looks again whether another has loaded the market. */
const WAIT_FOR_OTHER_MS = 2000

/**
 * Loads the demonstration market by repeating the actions of its people, each with the clock at its instant. The result
 * of every step is stored under a key, so an interrupted load continues where it stopped; of several servers one loads,
 * and the others wait. Throws for a market founded as a real one. Returns false if it was loaded already.
 */
export const loadDemonstration = async (
  runtime: ActionRuntime,
  ...rest: [files: FileStore, password: string, progress: (done: number, of: number) => void]
): Promise<boolean> => {
  let isLoadedHere: boolean | undefined
  for (;;) {
    await runExclusively(runtime.store.db, 'load the demonstration', async () => {
      isLoadedHere = await loadAlone(runtime, ...rest)
    })
    if (isLoadedHere !== undefined) return isLoadedHere
    await setTimeout(WAIT_FOR_OTHER_MS)
  }
}

const loadAlone = async (
  runtime: ActionRuntime,
  files: FileStore,
  password: string,
  progress: (done: number, of: number) => void,
): Promise<boolean> => {
  const { db } = runtime.store
  await requireMarketFoundedAs(db, 'demonstration', runtime.now())
  if (await readInstallationValue(db, LOAD_COMPLETE_NOTE)) return false
  const today = (await readInstallationValue(db, LOAD_BEGUN_NOTE)) ?? utcDayOf(runtime.now())
  await writeInstallationValue(db, LOAD_BEGUN_NOTE, today)

  const passwordHash = await demonstrationPasswordHash(password)
  await addOperatorUsers(runtime, passwordHash)
  const script = listDemonstrationSteps(today)
  const load = { runtime, files, played: await playedKeys(db), actors: new Map(), documents: new Map() }
  let day = utcDayOf(script[0]?.at ?? runtime.now())
  for (const [index, step] of script.entries()) {
    const next = utcDayOf(step.at)
    if (next > day) {
      await doMoneyJobsOf(runtime, files, day)
      await retireEndedUntil(runtime, files, day, next)
    }
    day = next
    await play(load, step, index)
    if (step.action === 'CreateOrganisation' && script[index + 1]?.action !== 'CreateOrganisation')
      await addOtherUsers(runtime, passwordHash)
    progress(index + 1, script.length)
  }
  await doMoneyJobsOf(runtime, files, day)
  if (today > day) await retireEndedUntil(runtime, files, day, today)
  await writeInstallationValue(db, LOAD_COMPLETE_NOTE, today)
  await chainPendingEntries(db)
  return true
}

/** Minutes before now; actions from before that are in the inboxes as read, and send no email. */
const RECENTLY = 14 * 24 * 60

/** Returns the runtime at that instant; notices older than the retention of inboxes are not sent. */
const runtimeAt = (runtime: ActionRuntime, at: Instant, newId: () => string): ActionRuntime => {
  const now = runtime.now()
  const isRecent = at >= addMinutes(now, -RECENTLY)
  const tells = at < deletionCutoff('inboxItem', now) ? 'nothing' : isRecent ? 'news' : 'history'
  return { ...runtime, now: () => at, newId, tells }
}

/** Ids that are the same each time the demonstration is loaded. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const idsFor = (step: DemonstrationStep, index: number): (() => string) => {
  const given = [...(step.ids ?? [])]
  let count = 0
  return () => {
    count += 1
    return given.shift() ?? idOf(`${index} ${count}`)
  }
}

const keyOf = (index: number): string => `demonstration-${index}`

/** Keys of the steps that an interrupted load has taken. */
const playedKeys = async (db: ActionRuntime['store']['db']): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('idempotency')
    .select('key')
    .where('key', 'like', 'demonstration-%')
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** A load that is under way, with what it needs to read only once, because nothing else runs. */
interface Load {
  runtime: ActionRuntime
  files: FileStore
  played: ReadonlySet<string>
  /** Actors by user name, until an organisation changes; those of agents change with rounds and authorities. */
  actors: Map<string, Actor>
  /** Documents by label, of which each copy has the same content. */
  documents: Map<string, FiledDocument>
}

const actorOf = async ({ runtime, actors }: Load, username: string): Promise<Actor> => {
  const actor = actors.get(username) ?? (await readActor(runtime.store.db, username))
  if (!actor) throw new Error(`The demonstration knows no user ${username}`)
  if (actor.organisationType !== 'AGENT') actors.set(username, actor)
  return actor
}

/** Uploads a document: the first with this label is received, the others are copies. */
const upload = async (
  { runtime, files, documents }: Load,
  then: ActionRuntime,
  { actor, label, accept }: { actor: Actor; label: string; accept: readonly string[] },
): Promise<UploadedFileRef> => {
  const { read } = runtime.store
  const id = then.newId()
  // A continued load may find the document there already.
  const before = await read.one('filedDocument', id)
  if (before) return { id, name: before.name }
  const again = { ...then, newId: () => id }
  const first = documents.get(label)
  if (first && actor.userId !== null) return recordCopy(again, first, actor.userId)
  const { name, bytes } = demonstrationDocumentFor(label)
  const uploaded = await receiveUpload(again, files, Readable.from([bytes]), { name, accept, actor })
  const received = await read.one('filedDocument', id)
  if (received) documents.set(label, received)
  return uploaded
}

const play = async (load: Load, step: DemonstrationStep, index: number): Promise<void> => {
  const then = runtimeAt(load.runtime, step.at, idsFor(step, index))
  if (!load.played.has(keyOf(index))) await act(load, then, step, index)
  if (step.kind === 'organisation') load.actors.clear()
  if (step.action === 'Match') await matchNow(then, await subjectIdOf(step, then))
}

const subjectIdOf = async ({ subjectId }: DemonstrationStep, { store }: ActionRuntime): Promise<string> =>
  typeof subjectId === 'string' ? subjectId : subjectId(store.read)

const act = async (
  load: Load,
  then: ActionRuntime,
  step: DemonstrationStep,
  index: number,
): Promise<void> => {
  const actor = await actorOf(load, step.by)
  const documents: Record<string, UploadedFileRef> = {}
  for (const field of step.documents ?? []) {
    const { label = 'Document', accept = [] } = findAction(step.kind, step.action)?.fields[field] ?? {}
    const newId = () => `demonstration-${index}-${field}`
    documents[field] = await upload(load, { ...then, newId }, { actor, label, accept })
  }
  for (const [field, write] of Object.entries(step.files ?? {})) {
    const { accept = [] } = findAction(step.kind, step.action)?.fields[field] ?? {}
    const { name, text } = await write(then.store.read)
    const id = `demonstration-${index}-${field}`
    // A continued load may find the file there already.
    documents[field] = (await then.store.read.one('filedDocument', id))
      ? { id, name }
      : await receiveUpload({ ...then, newId: () => id }, load.files, Readable.from([text]), {
          name,
          accept,
          actor,
        })
  }
  const values = { ...step.values, ...(await step.readValues?.(then.store.read, utcDayOf(step.at))) }
  const subjectId = await subjectIdOf(step, then)
  try {
    // Only steps that wait for a second person are proposed.
    const secondPersonFor = () => (step.reason === undefined ? 'nobody' : 'operator')
    await runAction(
      { ...then, secondPersonFor },
      {
        actor,
        kind: step.kind,
        subjectId,
        actionName: step.action,
        submission: { values: { ...values, ...documents }, reason: step.reason },
        idempotencyKey: keyOf(index),
        readFiled: (file, as, part) => readUploadedDocument(then.store.db, load.files, file, as, part),
        isUnwatched: true,
        isOnlySentHere: true,
      },
    )
  } catch (error) {
    const { kind, action, by } = step
    const why = error instanceof Error && 'body' in error ? JSON.stringify(error.body) : ''
    throw new Error(`The demonstration stopped at ${by}: ${action} on ${kind} ${subjectId} ${why}`, {
      cause: error,
    })
  }
}

/** Does the work of the schedule between two days: retires credits as they end, with the clock of their day. */
const retireEndedUntil = async (
  runtime: ActionRuntime,
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
    await retireEndedCredits.run({ runtime: runtimeAt(runtime, `${day}T03:00:00.000Z`, newId), files })
  }
}

/** Runs the jobs that issue invoices and that request and settle deposits, on the evening of a day. */
const doMoneyJobsOf = async (runtime: ActionRuntime, files: FileStore, day: Day): Promise<void> => {
  let count = 0
  const newId = () => idOf(`invoiced ${day} ${(count += 1)}`)
  const then = { runtime: runtimeAt(runtime, `${day}T20:00:00.000Z`, newId), files }
  await issueDueInvoices.run(then)
  await settleAllDeposits.run(then)
}

/** Solves the match of an earlier round at once, with the clock of its day. */
const matchNow = async (runtime: ActionRuntime, roundId: string): Promise<void> => {
  const { db } = runtime.store
  for (;;) {
    const task = await findOpenTaskOfRound(db, roundId)
    if (!task) return
    const held = await claimTask(db, ['match'], task)
    if (held) await performMatchTask(runtime, { ...held, roundId }, new AbortController().signal)
    // A load interrupted here holds the task until its lease runs out.
    else await setTimeout(TASK_HEARTBEAT_MS)
  }
}
