import { type Kysely, sql } from 'kysely'
import type { MoneyOverview } from '#contract/money/overview'
import { heldFundsByYear } from '#domain/money/held-funds'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { listRateGaps } from './rates.ts'

interface OpenRow {
  isIn: boolean
  count: number
  amount: Pence
  lateCount: number
  lateAmount: Pence
  refunds: Pence
}

/** Reads what is open by direction, from the counts that the database keeps. No one owes a deposit, so requests for them are left out. */
const readOpen = async (db: Kysely<Database>, today: Day): Promise<OpenRow[]> => {
  const { rows } = await sql<OpenRow>`
    select status in ('invoice', 'interest') as "isIn", sum(number)::integer as count, sum(units)::bigint as amount,
      coalesce(sum(number) filter (where start_day < ${today}::date), 0)::integer as "lateCount",
      coalesce(sum(units) filter (where start_day < ${today}::date), 0)::bigint as "lateAmount",
      coalesce(sum(units) filter (where status = 'refund'), 0)::bigint as refunds
    from kept_count where kind = 'open_invoice' and status <> 'deposit' group by 1`.execute(db)
  return rows
}

interface HeldRow {
  year: number | null
  amount: Pence
}

/**
 * Reads the money held for maintenance that no passed check has made due, by the year of its check; null if none is scheduled. A check
 * whose day is past can be made up for this year at the earliest.
 */
const readHeldByYear = async (db: Kysely<Database>, today: Day): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    select case when start_day is not null then greatest(extract(year from start_day), extract(year from ${today}::date))::integer end as year,
      sum(units)::bigint as amount
    from kept_count where kind = 'held_maintenance' group by 1 having sum(units) > 0 order by 1`.execute(db)
  return rows
}

/**
 * Reads the part for checks whose day is past. Such a check is not done, so that its project has one to do by then, or it was done and
 * not passed: projects are looked up by these, so those of later years cost nothing.
 */
const readOverdue = async (db: Kysely<Database>, today: Day): Promise<Pence> => {
  const { rows } = await sql<{ overdue: Pence }>`
    select coalesce(sum(amount), 0)::bigint as overdue from held_maintenance where due < ${today}::date
      and project_id in (select project_id from check_due where kind = 'compliance' and due < ${today}::date
        union select project_id from compliance_check where not is_compliant)`.execute(db)
  return rows[0]?.overdue ?? 0
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
  const [open, parts, overdue, waiting, chargesInterest] = await Promise.all([
    readOpen(db, today),
    readHeldByYear(db, today),
    readOverdue(db, today),
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
    ...{ fromBuyers: sumOf(true), toPayOut: sumOf(false) },
    refundsToPay: poundsOf(open.find(({ isIn }) => !isIn)?.refunds ?? 0),
    waitingLines: { count, amount: poundsOf(amount) },
    held: total(parts),
    heldWithoutYear: total(parts.filter(({ year }) => year === null)),
    heldOverdue: poundsOf(overdue),
    heldByYear: heldFundsByYear(dated).map(({ year, due, heldAfter }) => ({
      ...{ year, due: poundsOf(due), heldAfter: poundsOf(heldAfter) },
    })),
  }
}
