import { checkNextSites } from '../sites/check-land.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Checks certified land every hour against overlapping outlines of sites, some hundreds of them at a time. */
export const checkCertifiedLand: ScheduledJob = {
  name: 'check land',
  atAnyTime: true,
  run: ({ runtime: { store, now } }) => checkNextSites(store.db, now()),
}
