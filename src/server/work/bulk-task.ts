import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import type { BulkItemState } from '#contract/desk/bulk'
import { addMinutes } from '@credit-market/values/dates'
import { readActor } from '../auth/sessions.ts'
import { toHttpError } from '../http/refusals.ts'
import { readActionFacts } from '../runner/facts.ts'
import { forbiddenError, InvalidAnswersBody } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { BulkActTable, BulkItemTable } from '../store/tables/queue-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { findDatabaseOutage } from '../process/trouble.ts'
import {
  type ClaimedTask,
  finishTask,
  TASK_HEARTBEAT_MS,
  releaseTask,
  reportProgress,
  type TaskReport,
} from '../tasks/queue.ts'

type Bulk = Selectable<BulkActTable>
type Item = Selectable<BulkItemTable>
type Ended = { state: Exclude<BulkItemState, 'waiting'>; message: string }

/** Minutes for which a fresh code covers the items of the bulk action for which it was entered, also after a crash. */
const CODE_MINUTES = 60

/**
 * Works through the waiting items of a bulk action, each by the single action under its person's present rights. The key
 * of each item consists of the act and its position, so that an item done right before a crash is not done twice.
 */
export const performBulkAct = async (
  runtime: ActionRuntime,
  task: ClaimedTask,
  stopping: AbortSignal,
  log: Pick<Logger, 'error'>,
): Promise<void> => {
  const { db } = runtime.store
  const bulk = await db.selectFrom('bulkAct').selectAll().where('id', '=', task.id).executeTakeFirstOrThrow()
  // An item that takes longer than the lease must not look like a dead worker.
  const beat = setInterval(() => void reportProgress(db, task, {}).catch(() => {}), TASK_HEARTBEAT_MS)
  try {
    // Each finished item is an answer: only the attempt in progress counts from there.
    for (let held: TaskReport = {}; ; held = { unanswered: 1 }) {
      if (stopping.aborted) return await releaseTask(db, { ...task, ...held })
      const item = await db
        .selectFrom('bulkItem')
        .selectAll()
        .where('bulkId', '=', bulk.id)
        .where('state', '=', 'waiting')
        .orderBy('place')
        .limit(1)
        .executeTakeFirst()
      const said = await reportProgress(db, task, { ...held, progress: await progressOf(db, bulk.id) })
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
  runtime: ActionRuntime,
  bulk: Bulk,
  item: Item,
  log: Pick<Logger, 'error'>,
): Promise<Ended> => {
  const action = findAction(bulk.kind, bulk.action)
  try {
    const actor = await readActor(runtime.store.db, bulk.userId)
    if (!actor || !action) throw forbiddenError('The person who started this no longer has permission')
    const { steppedUpAt } = bulk
    if (steppedUpAt !== null && addMinutes(steppedUpAt, CODE_MINUTES) < runtime.now())
      throw forbiddenError('The code for this was entered more than an hour ago: start again', 'step-up')
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
    // An outage of the database is no answer: the lease runs out, and the act continues afterwards.
    if (findDatabaseOutage(error)) throw error
    const refused = toHttpError(error)
    if (!refused) log.error({ err: error, bulkId: bulk.id, place: item.place }, 'A bulk action failed')
    const why =
      error instanceof InvalidAnswersBody && action
        ? await whyWrong(runtime, bulk, item, action, error)
        : sentenceIn(refused?.body)
    return { state: 'refused', message: why }
  }
}

const sentenceIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'An unknown error occurred'

/** Errors of the answers, in one sentence each: obstacles of the item before errors of the form. */
const whyWrong = async (
  { store, now }: ActionRuntime,
  { userId }: Bulk,
  { subjectId }: Item,
  action: Action,
  { messages }: InvalidAnswersBody,
): Promise<string> => {
  const actor = await readActor(store.db, userId)
  const subject = await store.read.one(action.on as 'project', subjectId)
  const given = actor && subject && (await readActionFacts(store.read, action, subject, actor, now()))
  const issues = given?.issues
  if (Array.isArray(issues) && issues.length > 0) return issues.join('. ')
  return messages
    .map(({ field, message }) => {
      const label = action.fields[field]?.label
      return label === undefined ? message : `${label}: ${message}`
    })
    .join('. ')
}

/** Ends a bulk action. Its answers are no longer needed: the tables and the log hold the results. */
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
  await finishTask(db, task, isCancelled ? 'cancelled' : 'done', isCancelled ? task.message : null)
}
