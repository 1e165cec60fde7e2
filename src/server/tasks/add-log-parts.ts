import { sql } from 'kysely'
import type { Job } from './schedule.ts'

const YEARS_AHEAD = 2

/**
 * Makes the parts of the activity log for the years to come, well before there is anything to put there. Where somebody reads
 * the log for long it gives way, and the next run does it: what reads and writes never waits for it.
 */
export const addLogParts: Job = {
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
