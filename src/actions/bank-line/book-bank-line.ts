import type { BankLine, BankLineStatus } from '#domain/money/bank-line'
import { canPayKind } from '#domain/money/match-payments'
import { showMoney } from '@credit-market/values/money'
import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { longText, notStored, positiveMoney, text, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readPayable } from './payable.ts'

/** True for a line that can be booked, or why it cannot. */
export const isInBooks = ({ isInBooks: is }: BankLine) =>
  is || 'The line is in another currency or of another account, so it is not in the books. Set it aside'

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

/** Books a whole line or a part to an invoice that a person found. */
export const bookBankLine = action({
  name: 'BookBankLine',
  on: 'bankLine',
  title: 'Book to invoice',
  who: [operator],
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
  initial: ({ rest }) => ({ amount: Math.abs(rest) / 100 }),
  reads: async (read, _, { invoice }) => {
    const found = await read.list('invoice', { id: [invoice.trim().toUpperCase()] })
    return (await readPayable(read, found)).payable[0]
  },
  refuse: ({ subject, values: { amount }, reads }) => {
    if (!reads || !canPayKind(subject.amount, reads.kind))
      return {
        invoice:
          subject.amount > 0
            ? 'There is no invoice to a buyer or deposit request with this number'
            : 'There is no self-billed invoice, refund or repayment of a deposit with this number',
      }
    if (amount > reads.open) return { amount: `Only ${showMoney(reads.open, true)} of the invoice is open` }
    return amount > Math.abs(subject.rest)
      ? { amount: `Only ${showMoney(Math.abs(subject.rest), true)} of the line is left` }
      : {}
  },
  to: {
    by: ({ amount }, { rest }): BankLineStatus => (amount === Math.abs(rest) ? 'Booked' : 'Waiting'),
    is: { Booked: 'Booked', Waiting: 'Waiting' },
  },
  effect: ({ subject, values: { amount, reason }, reads, now, newId }) => {
    const signed = subject.amount > 0 ? amount : 0 - amount
    return [
      update('bankLine', subject, { rest: subject.rest - signed, reason }),
      create('payment', {
        ...{
          id: newId(),
          bankLineId: subject.id,
          depositId: null,
          invoiceId: reads?.id ?? '',
          amount: signed,
        },
        ...{ rule: 'person', reversesId: null, bookedAt: now },
      }),
    ]
  },
  done: 'The payment is booked',
})
