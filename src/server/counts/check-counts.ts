import { recordCountCheck, countIncorrectCounts } from './counts.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Compares the stored counts with the actual ones every hour and notes the result for `/metrics`. */
export const checkStoredCounts: ScheduledJob = {
  name: 'check counts',
  atAnyTime: true,
  run: async ({ runtime: { store, now } }) =>
    recordCountCheck(store.db, now(), await countIncorrectCounts(store.db)),
}
