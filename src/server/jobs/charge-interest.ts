import { listEarnedInterest } from '../money/late-interest.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/** Charges interest on invoices that were paid late, once each, where the terms of the round say so (decision 0230). */
export const chargeLateInterest: ScheduledJob = {
  name: 'charge interest',
  atAnyTime: true,
  run: async ({ runtime, stopping }) => {
    const earned = await listEarnedInterest(runtime.store.db, null)
    await actOnEach(
      { runtime, stopping },
      'ChargeInterest',
      earned.map(({ id }) => ({ kind: 'invoice', subjectId: id }) as const),
    )
    return { notes: earned.length }
  },
}
