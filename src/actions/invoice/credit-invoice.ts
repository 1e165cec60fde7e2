import { action } from '../kit/action.ts'
import { longText, notStored, withHint, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Takes an invoice back by a credit note, and lets its amount be invoiced again if it was only wrong in its details. */
export const creditInvoice = action({
  name: 'CreditInvoice',
  on: 'invoice',
  title: 'Issue credit note',
  description: 'It takes back the whole document. To waive interest, take back the note that charges it.',
  verb: 'Issue credit note',
  who: [operator],
  approval: 'secondPerson',
  when: ({ kind }) => {
    if (kind === 'deposit' || kind === 'depositReturn')
      return 'You cannot credit a deposit. We use it or pay it back when the bid is withdrawn or the round is settled'
    return (kind !== 'creditNote' && kind !== 'refund') || 'A credit note is not taken back'
  },
  given: async (read, { id, itemId, kind }) => ({
    isInterest: kind === 'interest',
    isRefunded: kind === 'invoice' && (await read.list('invoice', { itemId, kind: 'refund' })).length > 0,
    isCredited: (await read.list('invoice', { creditsId: id })).length > 0,
    // What a deposit has paid is taken back with the invoice.
    isPaid:
      (await read.list('payment', { invoiceId: id }))
        .filter(({ depositId }) => depositId === null)
        .reduce((sum, { amount }) => sum + amount, 0) !== 0,
    isInRun: (await read.list('paymentOrder', { invoiceId: id, isLive: true })).length > 0,
  }),
  fields: {
    reason: withHint(
      notStored(longText('Reason', 3)),
      'It is on the credit note, and everyone who gets the credit note can read it.',
    ),
    isReissued: withHint(
      notStored(yesNo('Invoice the amount again')),
      'Choose yes if the amount is still owed and the invoice was wrong in something else. A new invoice follows within the hour, and gives a buyer the days of the payment schedule again. If you choose no, the amount is taken off the account for good.',
    ),
  },
  show: { isReissued: (_answers, { isInterest }) => !isInterest },
  check: (_, { isCredited, isPaid, isInRun, isRefunded }) => {
    if (isCredited) return { form: 'A credit note has already taken this invoice back' }
    if (isInRun) return { form: 'The invoice is in a payment run. Cancel the run first' }
    if (isRefunded)
      return { form: 'Failed units of this requirement have been refunded, so its invoices stay' }
    return isPaid
      ? { form: 'Payments are booked to this invoice. Take them back on the page of the bank first' }
      : {}
  },
  effect: ({ subject, values: { reason, isReissued } }) => [
    { change: 'creditNote', invoiceId: subject.id, reason, isReissued: isReissued ?? false },
  ],
  done: 'The credit note has been issued',
})
