import { addMinutes, type Instant } from '#domain/dates'
import { verifyChain } from '../store/log-check.ts'
import { lastVerification, noteVerification } from '../store/verification.ts'
import type { Job } from './schedule.ts'

/** At two in the morning few people wait for the processor. */
const AFTER_MIDNIGHT_MINUTES = 120

const nightOf = (moment: Instant): string => addMinutes(moment, -AFTER_MIDNIGHT_MINUTES).slice(0, 10)

/** Every night the whole activity log is verified and what came of it noted, where `/metrics` finds it. */
export const verifyLog: Job = {
  name: 'verify log',
  run: async ({ runtime: { store, now } }) => {
    const last = await lastVerification(store.db)
    if (last !== undefined && nightOf(last) === nightOf(now())) return
    await noteVerification(store.db, now(), await verifyChain(store.db))
  },
}
