import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import type { BulkItemState } from '#contract/bulk'
import { addMinutes } from '#domain/dates'
import { actorFor } from '../auth/sessions.ts'
import { refusedBy } from '../http/refusals.ts'
import { givenFor } from '../runner/facts.ts'
import { forbidden, WrongAnswers } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { BulkActTable, BulkItemTable } from '../store/queue-tables.ts'
import type { Database } from '../store/tables.ts'
import { troubleOf } from '../store/trouble.ts'
import { type ClaimedTask, finish, HEARTBEAT_MS, release, report, type TaskReport } from './queue.ts'

type Bulk = Selectable<BulkActTable>
type Item = Selectable<BulkItemTable>
type Ended = { state: Exclude<BulkItemState, 'waiting'>; message: string }

/** For how long a fresh code covers the things of the bulk act for which it was given, also after a crash. */
const CODE_MINUTES = 60

/**
 * Works through the things of a bulk act that still wait, each by the single action under the rights its person has by then.
 * The key of each is made of the act and its place, so that one which was done right before a crash is not done twice.
 */
export const performBulk = async (
  runtime: Runtime,
  task: ClaimedTask,
  stopping: AbortSignal,
  log: Pick<Logger, 'error'>,
): Promise<void> => {
  const { db } = runtime.store
  const bulk = await db.selectFrom('bulkAct').selectAll().where('id', '=', task.id).executeTakeFirstOrThrow()
  // An item that takes longer than the lease must not look like a worker that has died.
  const beat = setInterval(() => void report(db, task, {}).catch(() => {}), HEARTBEAT_MS)
  try {
    // Each thing that is done is an answer: only the attempt under way counts from there.
    for (let held: TaskReport = {}; ; held = { unanswered: 1 }) {
      if (stopping.aborted) return await release(db, { ...task, ...held })
      const item = await db
        .selectFrom('bulkItem')
        .selectAll()
        .where('bulkId', '=', bulk.id)
        .where('state', '=', 'waiting')
        .orderBy('place')
        .limit(1)
        .executeTakeFirst()
      const said = await report(db, task, { ...held, progress: await progressOf(db, bulk.id) })
      if (said === 'lost') return
      if (said === 'cancel' || !item) return await end(db, task, bulk.id, said === 'cancel')
      await note(db, item, await doneOf(runtime, bulk, item, log))
    }
  } finally {
    clearInterval(beat)
  }
}

const progressOf = async (db: Kysely<Database>, bulkId: string): Promise<number> => {
  const { rows } = await sql<{ part: number }>`
    select count(*) filter (where state <> 'waiting')::float / count(*) as part
    from bulk_item where bulk_id = ${bulkId}`.execute(db)
  return rows[0]?.part ?? 0
}

const note = async (db: Kysely<Database>, { bulkId, place }: Item, ended: Ended): Promise<void> => {
  await db
    .updateTable('bulkItem')
    .set(ended)
    .where('bulkId', '=', bulkId)
    .where('place', '=', place)
    .where('state', '=', 'waiting')
    .execute()
}

const doneOf = async (
  runtime: Runtime,
  bulk: Bulk,
  item: Item,
  log: Pick<Logger, 'error'>,
): Promise<Ended> => {
  const action = findAction(bulk.kind, bulk.action)
  try {
    const actor = await actorFor(runtime.store.db, bulk.userId)
    if (!actor || !action) throw forbidden('Whoever asked for this may not act any more')
    const { steppedUpAt } = bulk
    if (steppedUpAt !== null && addMinutes(steppedUpAt, CODE_MINUTES) < runtime.now())
      throw forbidden('The code for this was given more than an hour ago: begin it again', 'step-up')
    const { message } = await runAction(runtime, {
      actor,
      kind: bulk.kind,
      subjectId: item.subjectId,
      actionName: bulk.action,
      submission: {
        values: { ...bulk.answers, ...item.answers },
        ...(bulk.reason !== null && { reason: bulk.reason }),
        ...(item.version !== null && { version: item.version }),
      },
      idempotencyKey: `bulk ${bulk.id} ${item.place}`,
      isUnwatched: true,
    })
    return { state: 'done', message }
  } catch (error) {
    // A database that is away is no answer: the lease runs out, and the act goes on when it is back.
    if (troubleOf(error)) throw error
    const refused = refusedBy(error)
    if (!refused) log.error({ err: error, bulkId: bulk.id, place: item.place }, 'A bulk act met a fault')
    const why =
      error instanceof WrongAnswers && action
        ? await whyWrong(runtime, bulk, item, action, error)
        : sentenceIn(refused?.body)
    return { state: 'refused', message: why }
  }
}

const sentenceIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'An unknown error occurred'

/** What is wrong with the answers, in one sentence each: what stands in the way of the thing before what stands in the form. */
const whyWrong = async (
  { store, now }: Runtime,
  { userId }: Bulk,
  { subjectId }: Item,
  action: Action,
  { messages }: WrongAnswers,
): Promise<string> => {
  const actor = await actorFor(store.db, userId)
  const subject = await store.read.one(action.on as 'project', subjectId)
  const given = actor && subject && (await givenFor(store.read, action, subject, actor, now()))
  const issues = given?.issues
  if (Array.isArray(issues) && issues.length > 0) return issues.join('. ')
  return messages
    .map(({ field, message }) => {
      const label = action.fields[field]?.label
      return label === undefined ? message : `${label}: ${message}`
    })
    .join('. ')
}

/** Ends a bulk act. What was answered is not needed any more: the books and the log hold what became of it. */
const end = async (
  db: Kysely<Database>,
  task: ClaimedTask,
  bulkId: string,
  isCancelled: boolean,
): Promise<void> => {
  await db
    .updateTable('bulkItem')
    .set({ state: 'cancelled' })
    .where('bulkId', '=', bulkId)
    .where('state', '=', 'waiting')
    .execute()
  await db.updateTable('bulkItem').set({ answers: '{}' }).where('bulkId', '=', bulkId).execute()
  await db.updateTable('bulkAct').set({ answers: '{}' }).where('id', '=', bulkId).execute()
  await finish(db, task, isCancelled ? 'cancelled' : 'done', isCancelled ? task.message : null)
}
