import { type Kysely, sql } from 'kysely'
import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import type { LatePaymentTerms } from '#domain/money/late-payment'
import type {
  MaintenanceCheck,
  PaymentPart,
  PaymentSchedule,
  SoldUnits,
} from '#domain/money/payment-schedule'
import { groupBy } from '#domain/values/grouped'
import type { Units } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'
import { poundsOrNull } from '../views/kit/amounts.ts'

/** Reads the units that projects and requirements sold or won, and when each was allocated and issued, by id. */
export const readSoldUnits = async (
  db: Kysely<Database>,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, SoldUnits[]>> => {
  if (itemIds.length === 0) return new Map()
  const ids = [...new Set(itemIds)]
  const { rows } = await sql<{ id: string; units: Units; allocated: Instant | null; issued: Instant | null }>`
    select item as id, credit.units, allocated, issued
    from credit, unnest(array[project_id, requirement_id]) as item,
      lateral (select min(at) filter (where to_status in ('RightsAllocated', 'Issued', 'Redeemed', 'Retired')) as allocated,
          min(at) filter (where to_status in ('Issued', 'Redeemed', 'Retired')) as issued
        from credit_ledger where credit_ledger.credit_id = credit.id) as entered
    where requirement_id is not null and item = any(${ids}::text[])
      and (requirement_id = any(${ids}::text[]) or project_id = any(${ids}::text[]))
    order by credit.ordinal`.execute(db)
  const dayOf = (instant: Instant | null): Day | null => (instant === null ? null : englishDayOf(instant))
  return new Map(
    groupBy(rows, ({ id }) => id).map(([id, its]) => [
      id,
      its.map(({ units, allocated, issued }) => ({
        units,
        rightsAllocated: dayOf(allocated),
        creditsIssued: dayOf(issued),
      })),
    ]),
  )
}

/** A check of compliance and the day for which it is scheduled. */
export interface ScheduledCheck extends MaintenanceCheck {
  due: Day
}

/** Reads the scheduled checks of compliance of projects by year, and when each was passed; a failed one counts once a later one passes. */
export const readMaintenanceChecks = async (
  db: Kysely<Database>,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ScheduledCheck[]>> => {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<ScheduledCheck & { projectId: string }>`
    select planned.project_id as "projectId", planned.year, planned.due, case when planned.is_compliant then planned.done_on
      else (select min(later.date) from compliance_check as later where later.project_id = planned.project_id
        and later.is_compliant and later.date >= planned.done_on) end as "passedOn"
    from scheduled_check as planned where kind = 'compliance' and planned.project_id = any(${[...projectIds]}::text[])
    order by planned.project_id, planned.year`.execute(db)
  return new Map(groupBy(rows, ({ projectId }) => projectId))
}

/** Reads the payment schedule of a round, the steps for late payments and the deposit for each bid, in pounds: its terms or, before registration opens, those of its market. */
export const readRoundPaymentTerms = async (
  db: Kysely<Database>,
  { id, marketId }: { id: string; marketId: string },
): Promise<{ paymentSchedule: PaymentPart[]; latePayment: LatePaymentTerms; deposit: number | null }> => {
  const row = await db
    .selectFrom('market')
    .leftJoin('paymentTerms', terms => terms.on('paymentTerms.roundId', '=', id))
    .select(['schedule', 'paymentSchedule', 'paymentTerms.latePayment', 'market.latePayment as present'])
    .select(['paymentTerms.deposit', 'market.deposit as presentDeposit'])
    .where('market.id', '=', marketId)
    .executeTakeFirstOrThrow()
  return {
    paymentSchedule: [...(row.schedule ?? row.paymentSchedule)],
    latePayment: row.latePayment ?? row.present,
    // A round that has opened has its own terms, which may ask for none.
    deposit: poundsOrNull(row.schedule === null ? row.presentDeposit : row.deposit),
  }
}

/** Reads the payment terms of rounds, by id. */
export const readPaymentTerms = async (
  db: Kysely<Database>,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentSchedule>> => {
  if (roundIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('paymentTerms')
    .select(['roundId', 'schedule'])
    .where('roundId', '=', sql<string>`any(${[...new Set(roundIds)]}::text[])`)
    .execute()
  return new Map(rows.map(({ roundId, schedule }) => [roundId, schedule]))
}
