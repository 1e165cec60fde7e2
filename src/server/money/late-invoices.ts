import { type Kysely, sql } from 'kysely'
import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import type { LateInvoice } from '#contract/money/late-payment'
import {
  type DatedLateStep,
  daysLate,
  findDueLateStep,
  findNextLateStep,
  type LatePaymentTerms,
  type LateStep,
  listLateSteps,
} from '#domain/money/late-payment'
import type { Invoice } from '#domain/money/invoice'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { Database } from '../store/tables/tables.ts'

interface ChasedInvoice {
  id: string
  due: Day
  terms: LatePaymentTerms
  /** When a payment was last taken back or returned by the bank: the days count from there. */
  reopenedAt: Instant | null
  sent: { step: LateStep; at: Instant; caseId: string | null; caseName: string | null }[]
}

/** Columns of a chased invoice; the statement joins `payment_terms`. */
const CHASED = sql`
  invoice.id, invoice.due, late_payment as terms,
  (select max(booked_at) from payment where invoice_id = invoice.id and reverses_id is not null) as "reopenedAt",
  coalesce((select jsonb_agg(jsonb_build_object('step', step, 'at', at, 'caseId', case_id, 'caseName', "case".name) order by at)
    from payment_reminder left join "case" on "case".id = case_id where invoice_id = invoice.id), '[]') as sent`

const stepsOf = ({ sent }: ChasedInvoice): DatedLateStep[] =>
  sent.map(({ step, at }) => ({ step, on: englishDayOf(at) }))

const nextStepsOf = (one: ChasedInvoice): DatedLateStep[] => {
  const reopened = one.reopenedAt === null ? one.due : englishDayOf(one.reopenedAt)
  return listLateSteps(one.terms, reopened > one.due ? reopened : one.due, stepsOf(one))
}

/** Lists the unpaid invoices to buyers for which a step is due, the longest due first, each with that step. */
export const listInvoicesToChase = async (
  db: Kysely<Database>,
  today: Day,
): Promise<{ id: string; step: LateStep }[]> => {
  const { rows } = await sql<ChasedInvoice>`
    select ${CHASED}
    from open_invoice join invoice on invoice.id = open_invoice.invoice_id join payment_terms on payment_terms.round_id = invoice.round_id
      join requirement on requirement.id = item_id and requirement.round_id = invoice.round_id
    where open_invoice.kind = 'invoice' and open_invoice.due < ${today}::date and requirement.status = any(${SOLD_REQUIREMENT_STATUSES}::text[])
      and not exists (select from payment_reminder where invoice_id = invoice.id and step = 'lapse')
    order by invoice.due, invoice.ordinal`.execute(db)
  return rows.flatMap(one => {
    const step = findDueLateStep(nextStepsOf(one), today)
    return step === null ? [] : [{ id: one.id, step }]
  })
}

/** Documents that are never late: a credit note asks for nothing, and no one owes a deposit. */
const isNeverLate = (kind: Invoice['kind'] | undefined): boolean =>
  kind === 'creditNote' || kind === 'deposit'

/** Reads how late invoices are and what has followed, by id; `isOpen` says which of them are still to be paid. */
export const readLateInvoices = async (
  db: Kysely<Database>,
  invoices: readonly Pick<Invoice, 'id' | 'kind' | 'due'>[],
  isOpen: (id: string) => boolean,
  today: Day,
): Promise<(id: string) => LateInvoice> => {
  const { rows } = await sql<ChasedInvoice>`
    select ${CHASED} from invoice join payment_terms on payment_terms.round_id = invoice.round_id
    where invoice.id = any(${invoices.map(({ id }) => id)}::text[])`.execute(db)
  const byId = new Map(rows.map(one => [one.id, one]))
  const kinds = new Map(invoices.map(({ id, kind }) => [id, kind]))
  return id => {
    const one = byId.get(id)
    if (!one || isNeverLate(kinds.get(id))) return { days: 0, steps: [], next: null, case: null }
    const days = isOpen(id) ? daysLate(one.due, today) : 0
    const ended = one.sent.find(({ caseId }) => caseId !== null)
    return {
      days,
      steps: stepsOf(one),
      next: days > 0 && kinds.get(id) === 'invoice' ? findNextLateStep(nextStepsOf(one), today) : null,
      case: ended ? { id: ended.caseId ?? '', name: ended.caseName ?? '' } : null,
    }
  }
}
