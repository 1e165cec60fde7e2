import { type Kysely, sql } from 'kysely'
import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import type { MaintenanceCheck, PaymentEvent, PaymentSchedule } from '#domain/money/payment-schedule'
import type { Database } from '../store/tables/tables.ts'

/** Days on which the rights and credits of a project or requirement came, each once all of them have. */
type CreditEvents = Pick<Record<PaymentEvent, Day | null>, 'rightsAllocated' | 'creditsIssued'>

/** Reads when the sold credits of projects and requirements were allocated and issued, by id. */
export const readCreditEvents = async (
  db: Kysely<Database>,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, CreditEvents>> => {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; allocated: Instant | null; issued: Instant | null }>`
    with sold as (
      select item as id, credit.id as credit_id from credit, unnest(array[project_id, requirement_id]) as item
      where requirement_id is not null and (requirement_id = any(${[...itemIds]}::text[]) or project_id = any(${[...itemIds]}::text[]))
        and item = any(${[...itemIds]}::text[])
    )
    select sold.id, case when bool_and(allocated is not null) then max(allocated) end as allocated,
      case when bool_and(issued is not null) then max(issued) end as issued
    from sold left join lateral (
      select min(at) filter (where to_status in ('RightsAllocated', 'Issued', 'Redeemed', 'Retired')) as allocated,
        min(at) filter (where to_status in ('Issued', 'Redeemed', 'Retired')) as issued
      from credit_ledger where credit_ledger.credit_id = sold.credit_id) as entered on true
    group by sold.id`.execute(db)
  const dayOf = (instant: Instant | null): Day | null => (instant === null ? null : englishDayOf(instant))
  return new Map(
    rows.map(({ id, allocated, issued }) => [
      id,
      { rightsAllocated: dayOf(allocated), creditsIssued: dayOf(issued) },
    ]),
  )
}

/** Reads the scheduled checks of compliance of projects by year, and when each was passed; a failed one counts once a later one passes. */
export const readMaintenanceChecks = async (
  db: Kysely<Database>,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, MaintenanceCheck[]>> => {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<MaintenanceCheck & { projectId: string }>`
    select planned.project_id as "projectId", planned.year, case when planned.is_compliant then planned.done_on
      else (select min(later.date) from compliance_check as later where later.project_id = planned.project_id
        and later.is_compliant and later.date >= planned.done_on) end as "passedOn"
    from scheduled_check as planned where kind = 'compliance' and planned.project_id = any(${[...projectIds]}::text[])
    order by planned.project_id, planned.year`.execute(db)
  const checks = new Map<string, MaintenanceCheck[]>()
  for (const { projectId, year, passedOn } of rows)
    checks.set(projectId, [...(checks.get(projectId) ?? []), { year, passedOn }])
  return checks
}

/** Reads the payment schedule of a round: its terms or, before registration opens, the present schedule of its market. */
export const readRoundPaymentSchedule = async (
  db: Kysely<Database>,
  { id, marketId }: { id: string; marketId: string },
): Promise<PaymentSchedule> => {
  const row = await db
    .selectFrom('market')
    .leftJoin('paymentTerms', terms => terms.on('paymentTerms.roundId', '=', id))
    .select(['schedule', 'paymentSchedule'])
    .where('market.id', '=', marketId)
    .executeTakeFirstOrThrow()
  return row.schedule ?? row.paymentSchedule
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
