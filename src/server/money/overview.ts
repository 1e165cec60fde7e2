import { type Kysely, sql } from 'kysely'
import type { MoneyOverview } from '#contract/money/overview'
import { heldFundsByYear } from '#domain/money/held-funds'
import { listMaintenanceInstalments } from '#domain/money/payment-schedule'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readMaintenanceChecks } from './events.ts'
import { isOpenSql } from './payments.ts'
import { listRateGaps } from './rates.ts'

interface OpenRow {
  isIn: boolean
  count: number
  amount: Pence
  lateCount: number
  lateAmount: Pence
}

const readOpen = async (db: Kysely<Database>, today: Day): Promise<OpenRow[]> => {
  const { rows } = await sql<OpenRow>`
    select kind in ('invoice', 'interest') as "isIn", count(*)::integer as count, sum(open)::bigint as amount,
      (count(*) filter (where due < ${today}::date))::integer as "lateCount",
      coalesce(sum(open) filter (where due < ${today}::date), 0)::bigint as "lateAmount"
    from (select kind, due, abs(net + vat) - abs(coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0)) as open
      from invoice where ${isOpenSql}) as one
    group by 1`.execute(db)
  return rows
}

/** Money held for the maintenance of each project that no passed check has made due, with the year of its check, null if unknown. */
const readHeldParts = async (
  db: Kysely<Database>,
  today: Day,
): Promise<{ year: number | null; amount: Pence }[]> => {
  const { rows } = await sql<{ projectId: string; held: Pence }>`
    select item_id as "projectId", -sum(amount)::bigint as held
    from money_posting join money_account on money_account.id = account_id join money_entry on money_entry.id = entry_id
    where purpose = 'maintenance' and kind = 'settlement' group by item_id`.execute(db)
  const ids = rows.map(({ projectId }) => projectId)
  const [checks, planned] = await Promise.all([
    readMaintenanceChecks(db, ids),
    sql<{ projectId: string; year: number; due: Day }>`
      select project_id as "projectId", year, due from scheduled_check
      where kind = 'compliance' and project_id = any(${ids}::text[])`.execute(db),
  ])
  const yearOf = new Map(
    planned.rows.map(({ projectId, year, due }) => {
      // A check whose day has passed can be made up for this year at the earliest.
      const day = due < today ? today : due
      return [`${projectId} ${year}`, Number(day.slice(0, 4))]
    }),
  )
  return rows.flatMap(({ projectId, held }) =>
    listMaintenanceInstalments(held, checks.get(projectId) ?? [])
      .filter(({ due }) => due === null)
      .map(({ year, amount }) => ({ year: yearOf.get(`${projectId} ${year}`) ?? null, amount })),
  )
}

/** Says whether a market charges interest on late payments, or a round still does. */
const readChargesInterest = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ charges: boolean }>`
    select exists (select from market where (late_payment ->> 'interest')::boolean)
      or exists (select from payment_terms where (late_payment ->> 'interest')::boolean) as charges`.execute(
    db,
  )
  return rows[0]?.charges ?? false
}

/** Reads the amounts due, late and waiting in the whole market, and the funds held for future years. */
export const readOverview = async (db: Kysely<Database>, today: Day): Promise<MoneyOverview> => {
  const [open, parts, waiting, chargesInterest] = await Promise.all([
    readOpen(db, today),
    readHeldParts(db, today),
    sql<{ count: number; amount: Pence }>`
      select count(*)::integer as count, coalesce(sum(abs(rest)), 0)::bigint as amount
      from bank_line where status = 'Waiting'`.execute(db),
    readChargesInterest(db),
  ])
  const sumOf = (isIn: boolean): MoneyOverview['fromBuyers'] => {
    const row = open.find(one => one.isIn === isIn)
    return {
      ...{ count: row?.count ?? 0, amount: poundsOf(row?.amount ?? 0) },
      ...{ lateCount: row?.lateCount ?? 0, lateAmount: poundsOf(row?.lateAmount ?? 0) },
    }
  }
  const total = (its: readonly { amount: Pence }[]): number =>
    poundsOf(its.reduce((sum, { amount }) => sum + amount, 0))
  const dated = parts.flatMap(({ year, amount }) => (year === null ? [] : [{ year, amount }]))
  const { count = 0, amount = 0 } = waiting.rows[0] ?? {}
  return {
    missingRates: listRateGaps(today, { chargesInterest }).map(({ text }) => text),
    ...{ fromBuyers: sumOf(true), toOthers: sumOf(false) },
    waitingLines: { count, amount: poundsOf(amount) },
    held: total(parts),
    heldWithoutYear: total(parts.filter(({ year }) => year === null)),
    heldByYear: heldFundsByYear(dated).map(({ year, due, heldAfter }) => ({
      ...{ year, due: poundsOf(due), heldAfter: poundsOf(heldAfter) },
    })),
  }
}
