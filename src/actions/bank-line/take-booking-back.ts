import {
  type AccountBooking,
  type CheckFunds,
  fundObstacle,
  isCheckFund,
} from '#domain/money/bookings/account-booking'
import type { Payment } from '#domain/money/bank-line'
import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readReversible, readStanding, standingOf } from './payable.ts'

/** Payments of invoices and bookings to accounts that a line was booked to and that nothing has reversed. */
interface Standing {
  payments: Payment[]
  /** Those that can be reversed. */
  reversible: Payment[]
  bookings: AccountBooking[]
  funds: CheckFunds
}

/** Refuses if reversing a refund to a fund would overdraw it, because the refund has been spent since. */
const spentObstacle = ({ bookings, funds }: Standing): string | null => {
  const left = { ...funds }
  for (const { purpose, amount } of bookings) {
    const booking = { purpose, amount: 0 - amount }
    if (fundObstacle(left, booking) !== null)
      return 'You cannot take this booking back, because the money has been paid for checks since'
    if (isCheckFund(purpose)) left[purpose] += booking.amount
  }
  return null
}

/** Takes back what is booked of a line, because it was wrong: the invoices are open again, and the line waits. */
export const takeBookingBack = action({
  name: 'TakeBookingBack',
  on: 'bankLine',
  title: 'Take booking back',
  who: [operator],
  from: ['Waiting', 'Booked', 'SetAside'],
  approval: 'secondPerson',
  when: ({ rest, amount }) => rest !== amount || 'Nothing of the line is booked',
  fields: {
    reason: withHint(longText('Reason', 3), 'What was wrong, and where the payment belongs.'),
  },
  reads: async (read, { id }): Promise<Standing> => {
    const [payments, bookings, funds] = await Promise.all([
      read.list('payment', { bankLineId: id }).then(its => readStanding(read, its)),
      read.list('accountBooking', { bankLineId: id }).then(its => standingOf(its, its)),
      read.checkFunds(),
    ])
    return { payments, reversible: await readReversible(read, payments), bookings, funds }
  },
  refuse: ({ subject, reads }) => {
    const { payments, reversible, bookings } = reads
    if (payments.length + bookings.length === 0)
      return {
        form: subject.isReturn
          ? 'The bank returned an earlier payment with this line, so it stays as it is'
          : 'The bank has returned this payment, so the booking cannot be taken back',
      }
    if (reversible.length + bookings.length === 0)
      return { form: 'You cannot take this booking back, because the deposit has been used or paid back' }
    const obstacle = spentObstacle(reads)
    return obstacle === null ? {} : { form: obstacle }
  },
  to: 'Waiting',
  effect: ({
    subject,
    values: { reason },
    reads: { reversible, bookings },
    actor,
    decider = actor.userId,
    now: bookedAt,
    newId,
  }) => [
    update('bankLine', subject, {
      rest: [...reversible, ...bookings].reduce((rest, { amount }) => rest + amount, subject.rest),
      reason,
    }),
    ...reversible.map(({ id, invoiceId, amount }) =>
      create('payment', {
        ...{ id: newId(), bankLineId: subject.id, depositId: null, invoiceId, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt },
      }),
    ),
    ...bookings.map(({ id, purpose, amount }) =>
      create('accountBooking', {
        ...{ id: newId(), bankLineId: subject.id, purpose, amount: 0 - amount, note: reason },
        ...{ reversesId: id, bookedBy: actor.userId ?? '', approvedBy: decider, bookedAt },
      }),
    ),
  ],
  done: 'The booking has been taken back',
})
