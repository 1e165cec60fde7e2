import { depositPaymentText, depositReturnObstacle } from '#domain/money/deposit'
import { writePaymentFile } from '#domain/money/payment-file'
import { paymentReference } from '#domain/money/invoice'
import {
  endOfAccount,
  findPayoutObstacle,
  LEFT_OUT_LABELS,
  type LeftOutReason,
  type PaymentOrder,
} from '#domain/money/payment-run'
import { repaymentObstacle, returnedPaymentText } from '#domain/money/returned-payment'
import { sha256 } from '@credit-market/matching/formats/sha256'
import type { Day, Instant } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import { action } from '../kit/action.ts'
import { type Read, update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { readCancelledFiles } from './cancelled-files.ts'
import { type DepositLines, readDepositLines, returnedDeposits } from './returned-deposits.ts'
import { readPayableToSuppliers } from './payees.ts'

/** A payment of a draft as it is now: the open amount, the payee's name, and why it is left out. */
interface JudgedOrder {
  order: PaymentOrder
  amount: Pence
  payeeName: string
  leftOut: LeftOutReason | null
}

const judgeOrders = async (read: Read, runId: string, today: Day): Promise<JudgedOrder[]> => {
  const orders = await read.list('paymentOrder', { runId })
  const payable = await readPayableToSuppliers(
    read,
    orders.map(({ invoiceId }) => invoiceId),
    today,
  )
  return orders.map(order => {
    const { open = 0, held = 0, payee } = payable.find(({ invoice }) => invoice.id === order.invoiceId) ?? {}
    const leftOut = findPayoutObstacle(payee ?? { iban: null, accountChangedAt: null }, {
      ...{ drafted: order, open, held, today },
    })
    return { order, amount: open, payeeName: payee?.name ?? order.payeeName, leftOut }
  })
}

const sentenceOf = ({ order, amount, payeeName, leftOut }: JudgedOrder): string =>
  leftOut === null
    ? `${payeeName} receives ${showMoney(amount, true)} on the account ending ${endOfAccount(order.iban)}, reference ${paymentReference(order.invoiceId)}`
    : `${payeeName}, ${order.invoiceId}, is left out: ${LEFT_OUT_LABELS[leftOut]}`

const sentencesOfDeposit = ({ id, depositId, paidBy }: DepositLines): string[] =>
  paidBy.map(line => depositPaymentText({ id, depositId, line }))

const paidOf = (judged: readonly JudgedOrder[]): JudgedOrder[] =>
  judged.filter(({ leftOut }) => leftOut === null)

const totalText = (judged: readonly JudgedOrder[]): string => {
  const paid = paidOf(judged)
  const total = paid.reduce((sum, { amount }) => sum + amount, 0)
  return `Payments in the file: ${paid.length}. Total: ${showMoney(total, true)}`
}

interface FileFacts {
  id: string
  now: Instant
  judged: readonly JudgedOrder[]
  payer: { iban: string | null; name: string } | undefined
}

const fileColumns = ({ id, now, judged, payer }: FileFacts) => {
  const columns = { approvedAt: now, account: payer?.iban ?? '', payerName: payer?.name ?? '' }
  const payments = paidOf(judged).map(({ order, amount, payeeName }) => ({ ...order, amount, payeeName }))
  return { ...columns, fileHash: sha256(writePaymentFile({ id, ...columns }, payments)) }
}

/**
 * Makes the file of a draft, once a second person agrees. Everything is judged at that moment: what is open, and whether the account is
 * still the one of the draft and has cooled; a payment that fails is left out and free for another run.
 */
export const makePaymentFile = action({
  name: 'MakePaymentFile',
  on: 'paymentRun',
  title: 'Make payment file',
  description:
    'Two people agree to the file. Then you download it and give it to your bank. It never changes afterwards.',
  binds: {
    verb: 'Make the file',
    undone: 'Two people can cancel the payments that the bank has not made yet.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Draft'],
  fields: {},
  reads: async (read, { id }, _values, { today }) => {
    const judged = await judgeOrders(read, id, today)
    const paid = paidOf(judged).map(({ order }) => order.invoiceId)
    return {
      ...{ judged, returned: await read.returnedPayments(paid) },
      cancelled: await readCancelledFiles(read, paid),
      deposits: await readDepositLines(read, await read.list('invoice', { id: paid })),
      payer: (await read.list('organisation', { type: 'OPER' })).find(({ iban }) => iban !== null),
    }
  },
  preview: ({ reads: { judged, returned, cancelled, deposits } }) => ({
    preview: [
      ...judged.map(sentenceOf),
      ...returned.map(returnedPaymentText),
      ...cancelled.map(({ text }) => text),
      ...deposits.flatMap(sentencesOfDeposit),
      ...returnedDeposits(deposits).map(({ text }) => text),
      totalText(judged),
    ],
  }),
  decidable: ({ reads: { returned, deposits }, actor, decider = actor.userId }) =>
    repaymentObstacle(returned, decider) ?? depositReturnObstacle(deposits, decider) ?? true,
  refuse: ({ reads: { judged, payer } }) => {
    if (!payer) return { form: 'Set the bank account on the page of your organisation first' }
    return paidOf(judged).length === 0
      ? { form: 'Every payment of this run is left out now. Cancel it, and create another one later' }
      : {}
  },
  to: 'Approved',
  effect: ({ subject, reads: { judged, payer }, actor, decider = actor.userId, now }) => [
    ...judged.map(({ order, amount, payeeName, leftOut }) =>
      update('paymentOrder', order, {
        ...(leftOut === null ? { amount, payeeName } : { leftOut, isLive: false }),
      }),
    ),
    update('paymentRun', subject, {
      ...fileColumns({ id: subject.id, now, judged, payer }),
      approvedBy: decider,
    }),
  ],
  done: 'The payment file is ready to download',
})
