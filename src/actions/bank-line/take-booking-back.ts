import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readReversible, readStanding } from './payable.ts'

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
  reads: async (read, { id }) => {
    const standing = await readStanding(read, await read.list('payment', { bankLineId: id }))
    return { isStanding: standing.length > 0, reversible: await readReversible(read, standing) }
  },
  refuse: ({ reads: { isStanding, reversible } }) => {
    if (!isStanding)
      return { form: 'The bank has returned this payment, so the booking cannot be taken back' }
    return reversible.length === 0
      ? { form: 'You cannot take this booking back, because the deposit has been used or paid back' }
      : {}
  },
  to: 'Waiting',
  effect: ({ subject, values: { reason }, reads: { reversible }, now, newId }) => [
    update('bankLine', subject, {
      rest: reversible.reduce((rest, { amount }) => rest + amount, subject.rest),
      reason,
    }),
    ...reversible.map(({ id, invoiceId, amount }) =>
      create('payment', {
        ...{ id: newId(), bankLineId: subject.id, depositId: null, invoiceId, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt: now },
      }),
    ),
  ],
  done: 'The booking has been taken back',
})
