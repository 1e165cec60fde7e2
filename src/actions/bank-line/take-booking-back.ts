import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readStanding, readUsedDeposits } from './payable.ts'

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
    return { standing, used: await readUsedDeposits(read, standing) }
  },
  refuse: ({ reads: { standing, used } }) => {
    if (standing.length === 0)
      return { form: 'The bank has returned this payment, so the booking cannot be taken back' }
    return used.size > 0 ? { form: 'The deposit has been set off or paid back, so this booking stays' } : {}
  },
  to: 'Waiting',
  effect: ({ subject, values: { reason }, reads: { standing }, now, newId }) => [
    update('bankLine', subject, {
      rest: standing.reduce((rest, { amount }) => rest + amount, subject.rest),
      reason,
    }),
    ...standing.map(({ id, invoiceId, amount }) =>
      create('payment', {
        ...{ id: newId(), bankLineId: subject.id, depositId: null, invoiceId, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt: now },
      }),
    ),
  ],
  done: 'The booking has been taken back',
})
