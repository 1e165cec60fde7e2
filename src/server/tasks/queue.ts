import { type Kysely, type Selectable, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import * as queue from '../queue/queue.ts'
import type { TaskTable } from '../store/tables/queue-tables.ts'
import type { Database } from '../store/tables/tables.ts'

/** A task that this worker holds; a worker that reports with an older attempt has lost it. */
export type ClaimedTask = Selectable<TaskTable>

/** A task that belongs to a round. */
export type RoundTask = ClaimedTask & { roundId: string }

const NOW = sql<Instant>`now()`

/** The queue of long work. */
export const TASK_QUEUE = {
  table: 'task',
  until: 'leaseUntil',
  leaseSeconds: 5,
  aside: { state: 'failed', finishedAt: NOW },
  again: { state: 'queued', finishedAt: null },
} as const satisfies queue.Queue<'task'>

const LEASE_UNTIL = sql<Instant>`now() + make_interval(secs => ${TASK_QUEUE.leaseSeconds})`

/** True if no other task of the same round runs. */
const IS_ALONE_IN_ROUND = sql<boolean>`not exists (select from task as held where held.round_id = task.round_id
  and held.id <> task.id and held.state = 'running' and held.lease_until >= now())`

/**
 * The tasks of these kinds that wait, or whose worker has died; of each round only while none of its other tasks runs. The
 * states are constants, because the index of what is to do is only for these.
 */
export const dueTasks = (db: Kysely<Database>, kinds: readonly ClaimedTask['kind'][]) =>
  db
    .selectFrom('task')
    .select('id')
    .where('kind', 'in', kinds)
    .where(waiting =>
      waiting.or([
        waiting('state', '=', sql.lit('queued')),
        waiting.and([waiting('state', '=', sql.lit('running')), waiting('leaseUntil', '<', NOW)]),
      ]),
    )
    // A match that waits for a witness does not start; one that is to be cancelled does, and ends.
    .where(sql<boolean>`not (kind = 'match' and not cancel_requested and awaits_witness(round_id))`)
    .where(IS_ALONE_IN_ROUND)

/**
 * Takes the oldest due task of these kinds, or this one if it is due, and leases it for a few seconds. Workers take
 * turns, so that two never take tasks of one round.
 */
export const claimTask = (
  db: Kysely<Database>,
  kinds: readonly ClaimedTask['kind'][],
  taskId?: string,
): Promise<ClaimedTask | undefined> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('claim a task'))`.execute(trx)
    return queue.claimNextItem(trx, TASK_QUEUE, {
      // The transaction may have begun long before its turn came.
      now: sql`clock_timestamp()`,
      pick: dueTasks(trx, kinds)
        .$if(taskId !== undefined, query => query.where('id', '=', taskId ?? ''))
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .$castTo<string>(),
      also: sql`, state = 'running', started_at = coalesce(started_at, now())`,
    })
  })

export type TaskReport = Partial<
  Pick<ClaimedTask, 'phase' | 'progress' | 'surplus' | 'bound' | 'gap' | 'winners' | 'unanswered'>
>

/**
 * Reports that the worker is alive, and its progress. The task is lost if another worker has taken it over, or has taken
 * another task of the round after the lease had expired.
 */
export const reportProgress = async (
  db: Kysely<Database>,
  task: ClaimedTask,
  progress: TaskReport,
): Promise<'lost' | 'cancel' | 'go on'> => {
  const row = await db
    .updateTable('task')
    .set({ ...progress, leaseUntil: LEASE_UNTIL })
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .where('state', '=', 'running')
    .where(IS_ALONE_IN_ROUND)
    .returning('cancelRequested')
    .executeTakeFirst()
  return row === undefined ? 'lost' : row.cancelRequested ? 'cancel' : 'go on'
}

/** Ends a task, unless another worker has taken it over. */
export const finishTask = (
  db: Kysely<Database>,
  task: ClaimedTask,
  state: 'done' | 'failed' | 'cancelled',
  message: string | null,
): Promise<void> => {
  const ended = { state, message, leaseUntil: null, finishedAt: NOW }
  return queue.completeItem(db, TASK_QUEUE, task, { ...ended, ...(state === 'done' && { progress: 1 }) })
}

/** Returns the waiting or running task of a round, if there is one. */
export const findOpenTaskOfRound = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('task')
      .select('id')
      .where('roundId', '=', roundId)
      .where('state', 'in', ['queued', 'running'])
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
  )?.id

/**
 * Asks the worker of a task to cancel it, with a reason; returns false if the task has ended. A task that was set aside
 * goes back in its queue for that, so that whoever waits for it gets an answer.
 */
export const requestTaskCancellation = async (
  db: Kysely<Database>,
  taskId: string,
  why: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({
      cancelRequested: true,
      message: why,
      state: sql<'queued'>`case when set_aside_at is null then state else 'queued' end`,
      ...{ finishedAt: null, setAsideAt: null, unanswered: 0 },
    })
    .where('id', '=', taskId)
    .where(eb => eb.or([eb('state', 'in', ['queued', 'running']), eb('setAsideAt', 'is not', null)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a task back untouched, for another worker or the next start; it does not count as an attempt. */
export const releaseTask = (db: Kysely<Database>, task: ClaimedTask): Promise<void> =>
  queue.releaseItem(db, TASK_QUEUE, task, null, { state: 'queued' })

export const TASK_HEARTBEAT_MS = 1000
