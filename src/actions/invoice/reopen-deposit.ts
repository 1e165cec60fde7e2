import { REOPENED_DAYS } from '#domain/money/deposit'
import { readStandingNotes } from '../bank-line/payable.ts'
import { action } from '../kit/action.ts'
import type { Read } from '../kit/changes.ts'
import { longText, notStored, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Reads whether a deposit has paid invoices, and which of its repayments stand and are not paid: only these can be taken back. */
const readUse = async (read: Read, depositId: string) => {
  const [setOff, notes] = await Promise.all([
    read.list('payment', { depositId }),
    readStandingNotes(read, [depositId]),
  ])
  const returns = notes.filter(({ kind }) => kind === 'depositReturn')
  const ids = returns.map(({ id }) => id)
  const [paidBack, orders] = await Promise.all([
    read.list('payment', { invoiceId: ids }),
    read.list('paymentOrder', { invoiceId: ids, isLive: true }),
  ])
  const isPaid = (id: string) =>
    paidBack.reduce((sum, { invoiceId, amount }) => (invoiceId === id ? sum + amount : sum), 0) !== 0
  return {
    isSetOff: setOff.reduce((sum, { amount }) => sum + amount, 0) > 0,
    unpaidReturns: ids.filter(id => !isPaid(id)),
    isInRun: orders.length > 0,
  }
}

/**
 * Takes back what a deposit has paid and what is still to be paid back, because its payment was wrong or the bank returns it
 * (decision 0244). Then the booking of the payment can be taken back, or the returned line can be booked.
 */
export const reopenDeposit = action({
  name: 'ReopenDeposit',
  on: 'invoice',
  title: 'Reopen deposit',
  description: `Use this if the payment of the deposit was booked wrongly, or if the bank returned it. Invoices that the deposit paid are open again, and repayments that the bank has not made are taken back. For ${REOPENED_DAYS} days we do not use the deposit or pay it back, so that you can correct its payment.`,
  verb: 'Reopen deposit',
  who: [operator],
  approval: 'secondPerson',
  when: ({ kind }) => kind === 'deposit' || 'This document does not ask for a deposit',
  given: (read, { id }) => readUse(read, id),
  fields: {
    reason: withHint(
      notStored(longText('Reason', 3)),
      'The bidder can read it on the credit note of a repayment.',
    ),
  },
  check: (_, { isSetOff, unpaidReturns, isInRun }) => {
    if (isInRun) return { form: 'The repayment is in a payment run. Cancel the run first' }
    return isSetOff || unpaidReturns.length > 0
      ? {}
      : { form: 'The deposit has paid no invoice, and none of its repayments is open' }
  },
  effect: ({ subject, values: { reason }, given: { unpaidReturns: returnIds } }) => [
    { change: 'reopenDeposit', depositId: subject.id, returnIds, reason },
  ],
  done: 'The deposit is open again. Correct its payment on the page of the bank',
})
