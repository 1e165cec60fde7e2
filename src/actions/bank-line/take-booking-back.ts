import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readStanding } from './payable.ts'

/** Takes back what is booked of a line, because it was wrong: the invoices are open again, and the line waits. */
export const takeBookingBack = action({
  name: 'TakeBookingBack',
  on: 'bankLine',
  title: 'Take booking back',
  who: [operator],
  from: ['Waiting', 'Booked', 'SetAside'],
  approval: 'secondPerson',
  when: ({ rest, amount, isReturn }) =>
    isReturn
      ? 'The bank returned this payment, so it stays as it is'
      : rest !== amount || 'Nothing of the line is booked',
  fields: {
    reason: withHint(longText('Reason', 3), 'What was wrong, and where the payment belongs.'),
  },
  reads: async (read, { id }) => readStanding(read, await read.list('payment', { bankLineId: id })),
  refuse: ({ reads }) =>
    reads.length === 0
      ? { form: 'The bank has returned this payment, so the booking cannot be taken back' }
      : {},
  to: 'Waiting',
  effect: ({ subject, values: { reason }, reads, now, newId }) => [
    update('bankLine', subject, {
      rest: reads.reduce((rest, { amount }) => rest + amount, subject.rest),
      reason,
    }),
    ...reads.map(({ id, invoiceId, amount }) =>
      create('payment', {
        ...{ id: newId(), bankLineId: subject.id, invoiceId, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt: now },
      }),
    ),
  ],
  done: 'The booking has been taken back',
})
