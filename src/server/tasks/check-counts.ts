import { noteCountCheck, wrongCounts } from '../store/counts.ts'
import type { Job } from './schedule.ts'

/** Every hour the kept counts are held against what is there, and what came of it is noted, where `/metrics` finds it. */
export const checkCounts: Job = {
  name: 'check counts',
  atAnyTime: true,
  run: async ({ runtime: { store, now } }) => noteCountCheck(store.db, now(), await wrongCounts(store.db)),
}
