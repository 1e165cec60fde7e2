import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/**
 * Cancels the payments of a run that no bank line has executed: their invoices can be in another run. A draft is dropped by one person.
 * Once there is a file, two people agree, because the bank may have it.
 */
export const cancelPaymentRun = action({
  name: 'CancelPaymentRun',
  on: 'paymentRun',
  title: 'Cancel payment run',
  description:
    'Payments that the bank has made stay as they are. If the bank has the file, make sure that it does not make the others.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  approvalWhen: ({ status }) => status === 'Approved',
  from: ['Draft', 'Approved'],
  fields: {
    reason: withHint(
      longText('Reason', 3),
      'Why it is cancelled, and how you know that the bank does not pay.',
    ),
  },
  reads: (read, { id }) => read.list('paymentOrder', { runId: id, isLive: true }),
  refuse: ({ reads }) =>
    reads.length === 0
      ? { form: 'The bank has made all payments of this run, so none can be cancelled' }
      : {},
  to: 'Cancelled',
  effect: ({ subject, values: { reason }, reads }) => [
    ...reads.map(order => update('paymentOrder', order, { isLive: false })),
    update('paymentRun', subject, { reason }),
  ],
  done: 'The payment run has been cancelled',
})
