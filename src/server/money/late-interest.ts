import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import { type Pence } from '@credit-market/values/money'
import type { InvoiceContent, InvoiceLine } from '#domain/money/invoice'
import {
  type DatedPayment,
  halfYearOf,
  interestStart,
  lateInterest,
  lateInterestRateOn,
} from '#domain/money/late-interest'
import { readLateInterestRates } from './rates.ts'
import { interestWaitsText } from '#domain/money/rate-gaps'
import type { Database } from '../store/tables/tables.ts'

interface PaidLate {
  id: string
  due: Day
  total: Pence
  payments: DatedPayment[]
}

/** Interest that an invoice has earned and that no note charges yet. */
interface EarnedInterest {
  id: string
  amount: Pence
  hundredths: number
}

/** Reads invoices that were paid in full, but late, in rounds whose terms charge interest, and that no note charges yet. */
const readPaidLate = async (db: Kysely<Database>, invoiceId: string | null): Promise<PaidLate[]> => {
  const { rows } = await sql<PaidLate>`
    select invoice.id, due, net + vat as total, jsonb_agg(jsonb_build_object('on', coalesce(booked_on, (booked_at at time zone 'Europe/London')::date), 'amount', payment.amount)) as payments
    from invoice join payment_terms on payment_terms.round_id = invoice.round_id
      join payment on invoice_id = invoice.id left join bank_line on bank_line.id = bank_line_id
    where kind = 'invoice' and (${invoiceId}::text is null or invoice.id = ${invoiceId})
      and (late_payment ->> 'interest')::boolean
      and not exists (select from invoice as its where its.interest_on_id = invoice.id)
      and not exists (select from invoice as its where its.credits_id = invoice.id)
    group by invoice.id having sum(payment.amount) = net + vat and max(coalesce(booked_on, (booked_at at time zone 'Europe/London')::date)) > due
    order by invoice.ordinal`.execute(db)
  return rows
}

/**
 * Lists the interest of invoices that were paid in full, but late, in rounds whose terms say so; of one invoice if its id is given. The
 * day of a payment is that of the bank. Interest whose rate is not known yet is left out until it is.
 */
export const listEarnedInterest = async (
  db: Kysely<Database>,
  invoiceId: string | null,
): Promise<EarnedInterest[]> =>
  (await readPaidLate(db, invoiceId)).flatMap(({ id, due, total, payments }) => {
    const hundredths = lateInterestRateOn(readLateInterestRates(), interestStart(due))
    const amount = hundredths === null ? 0 : lateInterest({ total, due }, payments, hundredths)
    return hundredths === null || amount === 0 ? [] : [{ id, amount, hundredths }]
  })

/** Says why the interest of an invoice that was paid late waits; null if it does not. */
export const readInterestDelay = async (db: Kysely<Database>, invoiceId: string): Promise<string | null> => {
  const [late] = await readPaidLate(db, invoiceId)
  if (!late) return null
  const start = interestStart(late.due)
  return lateInterestRateOn(readLateInterestRates(), start) === null
    ? interestWaitsText(halfYearOf(start))
    : null
}

/** Content of the note that charges interest on an invoice: one line, which is no supply and so without VAT. */
export const interestContent = (
  name: string,
  content: InvoiceContent,
  { amount, hundredths }: EarnedInterest,
): InvoiceContent => {
  const line: InvoiceLine = {
    ...{ kind: 'interest', projectId: null, supplier: null, amount },
    text: `Interest on the late payment of ${name}, ${hundredths / 100}% a year`,
    ...{ treatment: 'outsideScope', rate: 0, rule: 'interest' },
  }
  const taxes = [{ treatment: line.treatment, rate: 0, net: amount, vat: 0 }]
  return { ...content, lines: [line], taxes, reason: null }
}
