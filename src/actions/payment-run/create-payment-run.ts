import { returnedPaymentText } from '#domain/money/returned-payment'
import { paymentReference } from '#domain/money/invoice'
import {
  endOfAccount,
  findPayoutObstacle,
  LEFT_OUT_LABELS,
  NEW_ACCOUNT_WAIT,
  MAX_PAYMENTS_PER_RUN,
} from '#domain/money/payment-run'
import { showDay } from '@credit-market/values/dates'
import { showMoney } from '@credit-market/values/money'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { manyOfGiven, notStored, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readCancelledFiles } from './cancelled-files.ts'
import { readDepositLines, returnedDeposits } from './returned-deposits.ts'
import { type PayableToSupplier, readPayableToSuppliers } from './payees.ts'

const NOTHING_TO_PAY = 'No self-billed invoice, refund or deposit is due and can be paid now'

const choiceOf = ({ invoice, open, payee }: PayableToSupplier) => ({
  id: invoice.id,
  open,
  isRefund: invoice.kind === 'refund',
  name: `${invoice.name}: ${payee.name}, ${showMoney(open, true)}, due ${showDay(invoice.due)}, account ending ${endOfAccount(payee.iban ?? '')}`,
})

const readDue = async (read: Read, today: string) => {
  const due = await readPayableToSuppliers(
    read,
    await read.payableInvoices(today, MAX_PAYMENTS_PER_RUN),
    today,
  )
  const ids = due.map(({ invoice }) => invoice.id)
  const [returned, cancelled, deposits] = await Promise.all([
    read.returnedPayments(ids),
    readCancelledFiles(read, ids),
    readDepositLines(
      read,
      due.map(({ invoice }) => invoice),
    ),
  ])
  const obstacleOf = ({ payee, open, held }: PayableToSupplier) =>
    findPayoutObstacle(payee, { drafted: null, open, held, today })
  return {
    payable: due.filter(one => obstacleOf(one) === null).map(choiceOf),
    returned: [
      ...returned.map(one => ({ id: one.invoiceId, text: returnedPaymentText(one) })),
      ...returnedDeposits(deposits),
    ],
    cancelled,
    leftOut: due.flatMap(one => {
      const why = obstacleOf(one)
      return why === null
        ? []
        : [`${one.invoice.name}, ${one.payee.name}, ${showMoney(one.open, true)}: ${LEFT_OUT_LABELS[why]}`]
    }),
  }
}

/**
 * Makes a draft of payments to suppliers. It pays nothing: two people agree to its file, and until then one person can drop it. The
 * database lets an invoice be in one live run only, also if two people make runs at the same time.
 */
export const createPaymentRun = action({
  name: 'CreatePaymentRun',
  on: 'paymentRuns',
  title: 'Create payment run',
  verb: 'Create draft',
  description: `Choose which suppliers to pay, which refunds, and which deposits to pay back. Each is paid the amount due, less any amount held because units failed. Accounts that were set or changed in the last ${NEW_ACCOUNT_WAIT}, also by a merger, are left out. Nothing goes to the bank until two of you approve the file.`,
  who: [operator],
  given: async (read, _subject, _actor, today) => ({
    ...(await readDue(read, today)),
    hasAccount: (await read.list('organisation', { type: 'OPER' })).some(({ iban }) => iban !== null),
  }),
  fields: {
    invoices: withHint(
      notStored(manyOfGiven('Payments', 'payable')),
      'Self-billed invoices, refunds and deposits to pay back that are due and in no other run. Refunds, invoices that were paid before, deposits that the bank may have returned, and invoices in the file of a cancelled payment run are not chosen at first: check them before you choose them.',
    ),
  },
  initial: (_, { payable, returned, cancelled }) => {
    const toCheck = new Set([...returned, ...cancelled].map(({ id }) => id))
    return { invoices: payable.flatMap(({ id, isRefund }) => (isRefund || toCheck.has(id) ? [] : [id])) }
  },
  check: (_, { hasAccount, payable }) => {
    if (!hasAccount) return { form: 'Set the bank account on the page of your organisation first' }
    return payable.length === 0 ? { form: NOTHING_TO_PAY } : {}
  },
  warn: (_answers, _subject, { leftOut, payable, returned, cancelled }) => {
    const again = [...returned, ...cancelled]
      .filter(({ id }) => payable.some(one => one.id === id))
      .map(({ text }) => text)
    const not = leftOut.length === 0 ? [] : [`Cannot be paid now. ${leftOut.join('. ')}`]
    const said = [...again, ...not]
    return said.length === 0 ? {} : { invoices: said.join('. ') }
  },
  beside: ({ invoices }, { payable }) => {
    const chosen = payable.filter(({ id }) => invoices?.includes(id))
    const total = chosen.reduce((sum, { open }) => sum + open, 0)
    return { invoices: `Payments: ${chosen.length}. Total: ${showMoney(total, true)}` }
  },
  reads: async (read, _, { invoices }, { today }) => ({
    payable: await readPayableToSuppliers(read, invoices, today),
    earlier: await read.list('paymentOrder', { invoiceId: invoices }),
  }),
  effect: ({ actor, reads: { payable, earlier }, given: { today }, now, newId }) => {
    const runId = newId()
    return [
      create('paymentRun', {
        ...{ id: runId, name: `Payment run of ${showDay(today)}`, status: 'Draft' },
        ...{ createdBy: actor.userId ?? '', createdAt: now, approvedAt: null, approvedBy: null },
        ...{ account: null, payerName: null, fileHash: null, reason: null },
      }),
      ...payable.map(({ invoice, open, payee }) => {
        const place = 1 + earlier.filter(({ invoiceId }) => invoiceId === invoice.id).length
        return create('paymentOrder', {
          ...{ id: newId(), runId, invoiceId: invoice.id, amount: open },
          ...{ payeeId: payee.id, payeeName: payee.name, iban: payee.iban ?? '' },
          ...{ endToEndId: `${paymentReference(invoice.id)}P${place}`, isLive: true },
          ...{ leftOut: null, bankLineId: null },
        })
      }),
    ]
  },
  done: 'The draft of the payment run is ready. Check it, then make its file',
})
