import { sql } from 'kysely'
import type { ScheduledJob } from '../tasks/schedule.ts'

const YEARS_AHEAD = 2

/**
 * Creates the partitions of the activity log for the coming years, well before they are needed. If a long read of the
 * log is running, the job gives way and tries again at its next run, so that no reader or writer ever waits for it.
 */
export const addLogPartitions: ScheduledJob = {
  name: 'add log parts',
  atAnyTime: true,
  run: async ({ runtime: { store, now } }) => {
    const year = Number(now().slice(0, 4))
    await store.db.transaction().execute(async trx => {
      await sql`set local lock_timeout = '1s'`.execute(trx)
      for (let ahead = 1; ahead <= YEARS_AHEAD; ahead += 1)
        await sql`select add_activity_part(${year + ahead}::int)`.execute(trx)
    })
  },
}
