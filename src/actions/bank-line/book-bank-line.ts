import type { BankLine, Payment } from '#domain/money/bank-line'
import { canPayKind, namesDeposit, type PayableInvoice } from '#domain/money/match-payments'
import { type Pence, showMoney } from '@credit-market/values/money'
import { action } from '../kit/action.ts'
import { create, type Read, update } from '../kit/changes.ts'
import { longText, notStored, positiveMoney, text, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { aboveRestError, BOOKED_OR_WAITING, isInBooks, restInPounds, signedAs } from './part-of-line.ts'
import { readPayable, readReversible, readStanding } from './payable.ts'

/** Two people decide about money that has left: the one who uploaded the line does not book it as well. */
const mayBook = (line: BankLine, actor: { userId: string | null }) => {
  const verdict = isInBooks(line)
  if (verdict !== true) return verdict
  return (
    line.amount > 0 ||
    line.uploadedBy !== actor.userId ||
    'Money left the account, and you uploaded the statement. Someone else must book this line'
  )
}

/** Payment of a deposit that the whole rest of a line returns; undefined for other lines and documents. */
const readReturned = async (
  read: Read,
  { amount, rest }: BankLine,
  found: PayableInvoice | undefined,
  payments: readonly Payment[],
): Promise<Payment | undefined> => {
  if (amount > 0 || found?.kind !== 'deposit') return undefined
  const byBank = payments.filter(({ bankLineId }) => bankLineId !== null)
  const standing = await readReversible(read, await readStanding(read, byBank))
  return standing.find(one => one.amount === 0 - rest)
}

const NOT_RETURNED =
  'This line cannot be the return of a payment of this deposit: no payment has its amount, or the deposit was used or paid back. Reopen the deposit first'

const wholeAmountError = ({ rest }: BankLine, amount: Pence) =>
  amount === Math.abs(rest) ? {} : { amount: 'The bank returned a whole payment. Book the whole line' }

/**
 * Books a whole line or a part to an invoice that a person found. A line with which the bank returned the payment of a deposit takes that
 * payment back, if as much is left of the deposit: one that was used has to be reopened first. Two people agree where money that came in
 * names a deposit, because a bid whose deposit is not booked takes no part in the match (decision 0248).
 */
export const bookBankLine = action({
  name: 'BookBankLine',
  on: 'bankLine',
  title: 'Book to invoice',
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: line => line.amount > 0 && namesDeposit(line),
  from: ['Waiting', 'SetAside'],
  when: mayBook,
  fields: {
    invoice: withHint(notStored(text('Invoice')), 'Its number, such as INV-000012.'),
    amount: withHint(
      notStored(positiveMoney('Amount')),
      'The part of this line that pays the invoice. What remains stays in the list.',
    ),
    reason: withHint(longText('Reason', 3), 'How you know that it pays this invoice.'),
  },
  initial: restInPounds,
  reads: async (read, line, { invoice }) => {
    const found = await read.list('invoice', { id: [invoice.trim().toUpperCase()] })
    const { payable, payments } = await readPayable(read, found)
    return { found: payable[0], returned: await readReturned(read, line, payable[0], payments) }
  },
  refuse: ({ subject, values: { amount }, reads: { found, returned } }) => {
    if (subject.amount < 0 && found?.kind === 'deposit')
      return returned ? wholeAmountError(subject, amount) : { invoice: NOT_RETURNED }
    if (!found || !canPayKind(subject.amount, found.kind))
      return {
        invoice:
          subject.amount > 0
            ? 'There is no invoice to a buyer or deposit request with this number'
            : 'There is no self-billed invoice, refund or repayment of a deposit with this number',
      }
    if (amount > found.open) return { amount: `Only ${showMoney(found.open, true)} of the invoice is open` }
    return aboveRestError(subject, amount)
  },
  to: BOOKED_OR_WAITING,
  effect: ({ subject, values: { amount, reason }, reads: { found, returned }, now, newId }) => {
    const signed = signedAs(subject, amount)
    return [
      update('bankLine', subject, { rest: subject.rest - signed, reason }),
      create('payment', {
        ...{
          id: newId(),
          bankLineId: subject.id,
          depositId: null,
          invoiceId: found?.id ?? '',
          amount: signed,
        },
        rule: returned ? 'returned' : 'person',
        ...{ reversesId: returned?.id ?? null, bookedAt: now },
      }),
    ]
  },
  done: 'The payment is booked',
})
