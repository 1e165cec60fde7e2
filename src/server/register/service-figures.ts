import { type Kysely, sql } from 'kysely'
import type { ServiceFigures } from '#contract/desk/service'
import { addYears, type Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import { MIN_SATISFACTION_ANSWERS } from '#domain/project/satisfaction'
import { countSatisfactionOfYear } from '../store/satisfaction.ts'
import type { Database } from '../store/tables/tables.ts'
import { readCachedSum } from '../views/listing/summed.ts'

const rateOf = (part: number, of: number): number | null => (of === 0 ? null : part / of)

interface Counts {
  begun: number
  registered: number
  participations: number
  byThemselves: number
}

/** Counts from the tables and the audit trail; cached until one of the tables changes. */
const counted = (db: Kysely<Database>): Promise<Counts> =>
  readCachedSum(
    db,
    sql<Counts>`select
      (select count(*) from project) + (select count(*) from requirement) as begun,
      (select count(*) from project where status <> 'Draft' and ended_as is distinct from 'Draft')
        + (select count(*) from requirement where status <> 'Draft' and ended_as is distinct from 'Draft') as registered,
      count(*) as participations,
      count(*) filter (where not ("user".groups && '{admin,sysadmin}')) as "byThemselves"
      from activity join "user" on "user".id = actor_id
      where subject_kind = 'participation' and to_status = 'Provisional'
        and (from_status is null or from_status = 'Interested')`,
    rows => rows[0] ?? { begun: 0, registered: 0, participations: 0, byThemselves: 0 },
  )

/** Projects and credit requirements that left their draft status within the year that ends on a date. */
const registeredWithinYear = (db: Kysely<Database>, on: Day): Promise<number> =>
  readCachedSum(
    db,
    sql<{ number: number }>`select count(distinct (subject_kind, subject_id)) as number from activity
      where subject_kind in ('project', 'requirement') and from_status = 'Draft' and to_status in ('Provisional', 'Registered')
        and at >= ${addYears(on, -1)}::date and at < ${on}::date + 1`,
    rows => rows[0]?.number ?? 0,
  )

const costOf = async (
  db: Kysely<Database>,
  on: Day,
  runningCost: Pence,
): Promise<ServiceFigures['costPerTransaction']> => {
  const registrations = await registeredWithinYear(db, on)
  return {
    runningCost: poundsOf(runningCost),
    registrations,
    cost: registrations === 0 ? null : poundsOf(Math.round(runningCost / registrations)),
  }
}

/**
 * The four figures of the Service Standard, from data that the market stores anyway.
 * @param runningCost Yearly cost of running the market, in pence, if the operator has stated it.
 */
export const calculateServiceFigures = async (
  db: Kysely<Database>,
  on: Day,
  runningCost?: Pence,
): Promise<ServiceFigures> => {
  const { begun, registered, participations, byThemselves } = await counted(db)
  const { answers, satisfied } = await countSatisfactionOfYear(db, on)
  return {
    on,
    completion: { begun, registered, rate: rateOf(registered, begun) },
    satisfaction: {
      answers,
      satisfied: answers < MIN_SATISFACTION_ANSWERS ? null : rateOf(satisfied, answers),
    },
    takeUp: { participations, byThemselves, rate: rateOf(byThemselves, participations) },
    costPerTransaction: runningCost === undefined ? null : await costOf(db, on, runningCost),
  }
}
