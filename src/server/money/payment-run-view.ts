import { type Kysely, sql } from 'kysely'
import type { PaymentRunRow, PaymentRunView } from '#contract/money/payment-run'
import { readPayableToSuppliers } from '#actions/payment-run/payees'
import { paymentReference } from '#domain/money/invoice'
import { rowLinks } from '#contract/nouns/nouns'
import { writePaymentFile } from '#domain/money/payment-file'
import {
  endOfAccount,
  findPayoutObstacle,
  type PaymentOrder,
  paymentOrderState,
  type PaymentRun,
} from '#domain/money/payment-run'
import type { Actor } from '#domain/people/actor'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import { poundsOf } from '@credit-market/values/money'
import { type ReturnedPayment, returnedPaymentText } from '#domain/money/returned-payment'
import { listReturnedPayments } from '../store/payable-invoices.ts'
import { openStore } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import { commonResourceView, type ViewContext } from '../views/kit/context.ts'

type Totals = Pick<PaymentRunRow, 'payments' | 'executed' | 'total'>

const readTotals = async (db: Kysely<Database>, ids: readonly string[]): Promise<(id: string) => Totals> => {
  const { rows } = await sql<Totals & { id: string }>`
    select run_id as id, count(*)::integer as payments, count(bank_line_id)::integer as executed, sum(amount)::bigint as total
    from payment_order where run_id = any(${[...ids]}::text[]) and left_out is null group by run_id`.execute(
    db,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return id => {
    const { payments = 0, executed = 0, total = 0 } = byId.get(id) ?? {}
    return { payments, executed, total: poundsOf(total) }
  }
}

/** Payment runs as rows of a list. */
export const paymentRunRows = async (
  db: Kysely<Database>,
  runs: readonly PaymentRun[],
): Promise<PaymentRunRow[]> => {
  const totals = await readTotals(
    db,
    runs.map(({ id }) => id),
  )
  return runs.map(({ id, name, status, createdAt }) => ({
    ...{ id, links: rowLinks('paymentRun', id), name, status, createdAt },
    ...totals(id),
  }))
}

const listOrders = (db: Kysely<Database>, runId: string): Promise<PaymentOrder[]> =>
  openStore(db).read.list('paymentOrder', { runId })

/** Says of each payment of a draft why it would be left out now. */
const readObstacles = async (db: Kysely<Database>, orders: readonly PaymentOrder[], today: Day) => {
  const ids = orders.map(({ invoiceId }) => invoiceId)
  const payable = await readPayableToSuppliers(openStore(db).read, ids, today)
  return (drafted: PaymentOrder) => {
    const its = payable.find(({ invoice }) => invoice.id === drafted.invoiceId)
    return its ? findPayoutObstacle(its.payee, { ...its, drafted, today }) : null
  }
}

const readBankLineNames = async (db: Kysely<Database>, orders: readonly PaymentOrder[]) => {
  const lines = await openStore(db).read.list('bankLine', {
    id: orders.flatMap(({ bankLineId }) => bankLineId ?? []),
  })
  return (id: string | null) => {
    const line = lines.find(one => one.id === id)
    return line ? { id: line.id, name: line.bankReference } : null
  }
}

const paidBeforeView = (one: ReturnedPayment): PaymentRunView['orders'][number]['paidBefore'][number] => ({
  ...{ invoice: { id: one.paidInvoiceId, name: one.paidInvoiceId }, rule: one.rule, on: one.on },
  bankLine: { id: one.bankLineId, name: one.bankReference },
  statement: one.statementId === null ? null : { id: one.statementId, name: one.statementName ?? '' },
  uploadedBy: { id: one.uploadedBy, name: one.uploaderName },
  text: returnedPaymentText(one),
})

const ordersView = async (
  db: Kysely<Database>,
  run: PaymentRun,
  today: Day,
): Promise<PaymentRunView['orders']> => {
  const orders = await listOrders(db, run.id)
  const [obstacleOf, bankLineOf, returned] = await Promise.all([
    run.status === 'Draft' ? readObstacles(db, orders, today) : () => null,
    readBankLineNames(db, orders),
    listReturnedPayments(
      db,
      orders.map(({ invoiceId }) => invoiceId),
    ),
  ])
  return orders.map(order => ({
    ...{ id: order.id, invoice: { id: order.invoiceId, name: order.invoiceId } },
    payee: { id: order.payeeId, name: order.payeeName },
    ...{ amount: poundsOf(order.amount), accountEnd: endOfAccount(order.iban) },
    ...{ reference: paymentReference(order.invoiceId), endToEndId: order.endToEndId },
    ...{ state: paymentOrderState(run, order), leftOut: order.leftOut ?? obstacleOf(order) },
    bankLine: bankLineOf(order.bankLineId),
    paidBefore: returned.filter(({ invoiceId }) => invoiceId === order.invoiceId).map(paidBeforeView),
  }))
}

/** One payment run with its payments, for the market operator. */
export const paymentRunView = async (
  run: PaymentRun,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<PaymentRunView> => {
  const [[row], orders, users] = await Promise.all([
    paymentRunRows(db, [run]),
    ordersView(db, run, englishDayOf(now)),
    db
      .selectFrom('user')
      .select(['id', 'displayName as name'])
      .where('id', 'in', [run.createdBy, run.approvedBy ?? run.createdBy])
      .execute(),
  ])
  const { id: _, links: __, name: ___, ...shown } = row!
  const userOf = (id: string | null) => users.find(one => one.id === id) ?? null
  return {
    ...commonResourceView('paymentRun', run, run.name, reader, { round: undefined, now }),
    ...shown,
    createdBy: userOf(run.createdBy) ?? { id: run.createdBy, name: '' },
    approvedBy: userOf(run.approvedBy),
    ...{ approvedAt: run.approvedAt, fileHash: run.fileHash, reason: run.reason },
    accountEnd: run.account === null ? null : endOfAccount(run.account),
    orders,
  }
}

/** Writes the file of a run from what is stored; null if two people have not agreed to it. */
export const readFileOfRun = async (db: Kysely<Database>, run: PaymentRun): Promise<string | null> => {
  const { id, approvedAt, account, payerName } = run
  if (approvedAt === null || account === null || payerName === null) return null
  const orders = await listOrders(db, id)
  return writePaymentFile(
    { id, approvedAt, account, payerName },
    orders.filter(({ leftOut }) => leftOut === null),
  )
}
