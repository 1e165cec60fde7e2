import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { InvoiceView } from '#contract/money/invoice'
import type { PaymentRule } from '#domain/money/bank-line'
import type { CaseView } from '#contract/case/case'
import { type Invoice, openAmount } from '#domain/money/invoice'
import type { Actor } from '#domain/people/actor'
import type { MoneyView } from '#contract/money/money'
import type { PartyOfRound } from './books.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'
import type { Database } from '../store/tables/tables.ts'

/** The amount paid of an invoice, in pence, and whether a credit note cancels it. */
interface Paid {
  paid: Pence
  isCredited: boolean
}

/** Condition for invoices of which something is still to be paid: `openAmount` in SQL, as the database keeps it (decision 0237). */
export const isOpenSql = sql<SqlBool>`exists (select from open_invoice where open_invoice.invoice_id = ${sql.ref('invoice.id')})`

/** Reads what the buyer of a requirement has paid and not paid of its invoices, in pounds; null if the reader knows no invoice. */
export const readGap = async (
  db: Kysely<Database>,
  requirementId: string | null,
  reader: Actor,
): Promise<CaseView['gap']> => {
  if (requirementId === null) return null
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'kind', 'net', 'vat'])
    .where('itemId', '=', requirementId)
    .where('kind', '=', 'invoice')
    .where(visibleToActorSql('invoice', reader))
    .execute()
  if (invoices.length === 0) return null
  const paid = await readPaid(
    db,
    invoices.map(({ id }) => id),
  )
  const sumOf = (amountOf: (one: (typeof invoices)[number]) => Pence): number =>
    poundsOf(invoices.reduce((sum, one) => sum + amountOf(one), 0))
  const setOff = await db
    .selectFrom('payment')
    .select(eb => sql<Pence>`coalesce(${eb.fn.sum('amount')}, 0)::bigint`.as('pence'))
    .where('depositId', 'is not', null)
    .where(
      'invoiceId',
      'in',
      invoices.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  return {
    paid: sumOf(({ id }) => paid(id).paid),
    fromDeposit: poundsOf(setOff.pence),
    open: sumOf(one => openAmount(one, paid(one.id))),
  }
}

/** Reads what is paid of invoices, by id. */
export const readPaid = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<(id: string) => Paid> => {
  const { rows } = await sql<Paid & { id: string }>`
    select id, abs(coalesce((select sum(amount) from payment where invoice_id = one.id), 0))::bigint as paid,
      is_ended(id) as "isCredited"
    from unnest(${[...ids]}::text[]) as one (id)`.execute(db)
  const byId = new Map(rows.map(({ id, ...paid }) => [id, paid]))
  return id => byId.get(id) ?? { paid: 0, isCredited: false }
}

/** Reads the payments of an invoice in pounds, as its issuer or supplier counts them: reversals are negative. */
export const readPaymentsOfInvoice = async (
  db: Kysely<Database>,
  invoiceId: string,
): Promise<InvoiceView['payments']> => {
  const { rows } = await sql<{ id: string; bookedOn: Day; amount: Pence; rule: PaymentRule }>`
    select payment.id, coalesce(booked_on, (booked_at at time zone 'Europe/London')::date) as "bookedOn",
      case when kind in ('invoice', 'interest', 'deposit') then payment.amount else -payment.amount end as amount, rule
    from payment left join bank_line on bank_line.id = bank_line_id join invoice on invoice.id = invoice_id
    where invoice_id = ${invoiceId} order by payment.ordinal`.execute(db)
  return rows.map(one => ({ ...one, amount: poundsOf(one.amount) }))
}

/**
 * Reads what is open of the invoices of an organisation in the rounds that a reader may know: what it still has to pay, and what it
 * still receives, in pounds with VAT.
 */
export const readInvoiced = async (
  db: Kysely<Database>,
  parties: readonly Pick<PartyOfRound, 'partyId' | 'roundId'>[],
): Promise<Pick<MoneyView, 'openToPay' | 'openToReceive'>> => {
  const { rows } = await sql<{ kind: Invoice['kind']; open: Pence }>`
    select invoice.kind, sum(open)::bigint as open
    from unnest(${parties.map(({ partyId }) => partyId)}::text[], ${parties.map(({ roundId }) => roundId)}::text[]) as known (party, round)
    join invoice on party_id = known.party and round_id = known.round join open_invoice on invoice_id = invoice.id
    group by invoice.kind`.execute(db)
  const penceOf = (kind: Invoice['kind']): Pence => rows.find(row => row.kind === kind)?.open ?? 0
  return {
    openToPay: poundsOf(penceOf('invoice') + penceOf('interest') + penceOf('deposit')),
    openToReceive: poundsOf(penceOf('selfBilled') + penceOf('refund') + penceOf('depositReturn')),
  }
}
