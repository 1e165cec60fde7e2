import { sql, type Kysely, type Selectable } from 'kysely'
import type { Database, TaskTable } from '../store/tables.ts'

/** A task that this worker holds; whoever reports with an older attempt has lost it. */
export type ClaimedTask = Selectable<TaskTable>

/** A task that is about a round. */
export type RoundTask = ClaimedTask & { roundId: string }

const LEASE_SECONDS = 5
const lease = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes the oldest task of these kinds that waits, or whose worker has died, and holds it for a few seconds. */
export const claim = (
  db: Kysely<Database>,
  kinds: readonly ClaimedTask['kind'][],
  taskId?: string,
): Promise<ClaimedTask | undefined> =>
  db
    .updateTable('task')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      leaseUntil: lease,
      startedAt: sql<string>`coalesce(started_at, now())`,
    })
    .where('id', '=', eb =>
      eb
        .selectFrom('task')
        .select('id')
        .where('kind', 'in', kinds)
        .where(waiting =>
          waiting.or([
            waiting('state', '=', 'queued'),
            waiting.and([waiting('state', '=', 'running'), waiting('leaseUntil', '<', sql<string>`now()`)]),
          ]),
        )
        .$if(taskId !== undefined, query => query.where('id', '=', taskId ?? ''))
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

export type TaskReport = Partial<
  Pick<ClaimedTask, 'phase' | 'progress' | 'surplus' | 'bound' | 'gap' | 'winners'>
>

/** Says that the worker is alive, and how far it is. Lost when another worker has taken over. */
export const report = async (
  db: Kysely<Database>,
  task: ClaimedTask,
  progress: TaskReport,
): Promise<'lost' | 'cancel' | 'go on'> => {
  const row = await db
    .updateTable('task')
    .set({ ...progress, leaseUntil: lease })
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .where('state', '=', 'running')
    .returning('cancelRequested')
    .executeTakeFirst()
  return row === undefined ? 'lost' : row.cancelRequested ? 'cancel' : 'go on'
}

/** Ends a task, unless another worker has taken it over. */
export const finish = async (
  db: Kysely<Database>,
  task: ClaimedTask,
  state: 'done' | 'failed' | 'cancelled',
  message: string | null,
): Promise<void> => {
  await db
    .updateTable('task')
    .set({
      state,
      message,
      leaseUntil: null,
      finishedAt: sql<string>`now()`,
      ...(state === 'done' && { progress: 1 }),
    })
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .execute()
}

/** The task of a round that waits or runs, if there is one. */
export const openTaskOf = async (db: Kysely<Database>, roundId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('task')
      .select('id')
      .where('roundId', '=', roundId)
      .where('state', 'in', ['queued', 'running'])
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
  )?.id

/** Asks the worker of a task to give it up, and says why; false when the task has ended. */
export const requestCancel = async (db: Kysely<Database>, taskId: string, why: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ cancelRequested: true, message: why })
    .where('id', '=', taskId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a task back untouched, for another worker or the next start; it does not count as an attempt. */
export const release = async (db: Kysely<Database>, task: ClaimedTask): Promise<void> => {
  await db
    .updateTable('task')
    .set({ state: 'queued', leaseUntil: null, attempt: sql<number>`attempt - 1` })
    .where('id', '=', task.id)
    .where('attempt', '=', task.attempt)
    .execute()
}

export const HEARTBEAT_MS = 1000
