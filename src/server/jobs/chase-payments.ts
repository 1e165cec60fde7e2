import { SYSTEM } from '#domain/people/actor'
import { englishDayOf } from '@credit-market/values/dates'
import { listInvoicesToChase } from '../money/late-invoices.ts'
import { runAction } from '../runner/run-action.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { doForEach } from './act-on-each.ts'

/**
 * Sends reminders and final notices of unpaid invoices, and opens a case about a buyer who does not pay (decision 0227). Each step is
 * stored in its own transaction with its messages, so after a crash it is either done or still due.
 */
export const chasePayments: ScheduledJob = {
  name: 'remind of payments',
  run: async ({ runtime, stopping }) => {
    const due = await listInvoicesToChase(runtime.store.db, englishDayOf(runtime.now()))
    await doForEach(
      due,
      ({ id, step }) =>
        runAction(runtime, {
          ...{ actor: SYSTEM, kind: 'invoice', subjectId: id, actionName: 'ChasePayment', isUnwatched: true },
          submission: { values: { step } },
        }),
      stopping,
    )
    return { steps: due.length }
  },
}
