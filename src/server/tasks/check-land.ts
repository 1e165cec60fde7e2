import { checkLand } from '../sites/check-land.ts'
import type { Job } from './schedule.ts'

/** Every hour certified land is held against the outlines of sites that share ground, some hundreds of them at a time. */
export const checkCertifiedLand: Job = {
  name: 'check land',
  atAnyTime: true,
  run: ({ runtime: { store, now } }) => checkLand(store.db, now()),
}
