import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BalanceLine, BalanceOfType, BalanceOnDay, BalanceSheet, Quantity } from '#contract/kit/balance'
import {
  type Holding,
  HOLDINGS,
  holdingOf,
  type BalanceInPeriod,
  balanceLevelOnDate,
  sumEntriesIntoLevels,
  unitsOnDate,
} from '#domain/credit/balance'
import type { CreditStatus } from '#domain/credit/credit'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { isInPeriod, type Day } from '@credit-market/values/dates'
import type { SettledServicePart } from '#domain/match/parts'
import { mergeUnitsByPeriod } from '#domain/steps/schedule'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import type { ReadRestriction } from '../../store/state.ts'
import type { Database } from '../../store/tables/tables.ts'
import { readCachedSum } from './summed.ts'

/** Certified units of one type over one period, summed over credits that are alike in everything that figures use. */
export interface CertifiedUnits {
  creditType: CreditType
  /** The service, project or requirement id that the units are grouped by; null without grouping. */
  of: string | null
  holding: Holding
  isSold: boolean
  isReserved: boolean
  start: Day
  end: Day | null
  units: Units
  /** The number of credits. */
  credits: number
}

interface Row extends Omit<CertifiedUnits, 'holding'> {
  status: CreditStatus
}

const heldOf = (rows: readonly Row[]): CertifiedUnits[] =>
  rows.flatMap(({ status, ...row }) => {
    const holding = holdingOf({ status, isReserved: row.isReserved, requirementId: row.isSold ? '' : null })
    return holding === null ? [] : [{ ...row, holding }]
  })

/** Columns that sums of units can be grouped by. */
type OwnedBy = 'serviceId' | 'projectId' | 'requirementId'

/** Certified units of some credits. Only this and `readCertifiedUnitsFromCounts` sum units in the database. */
export const readCertifiedUnits = (
  db: Kysely<Database>,
  chosen: RawBuilder<unknown>,
  { by, ...reading }: ReadRestriction & { by?: OwnedBy } = {},
): Promise<readonly CertifiedUnits[]> =>
  readCachedSum(
    db,
    sql<Row>`select type as "creditType", status, is_reserved as "isReserved",
        requirement_id is not null as "isSold", ${by ? sql.ref(`credit.${by}`) : sql`null`} as "of",
        period ->> 'start' as start, period ->> 'end' as end,
        count(*) as credits, sum((period ->> 'units')::bigint) as units
      from credit, jsonb_array_elements(units_per_period) as period
      where status <> 'Draft' and ${chosen}
      group by type, status, is_reserved, requirement_id is not null, 5, 6, 7`,
    heldOf,
    reading,
  )

/**
 * Certified units from stored counts, for credits selected only by round, status, type, and whether they are reserved or
 * sold.
 */
export const readCertifiedUnitsFromCounts = (
  db: Kysely<Database>,
  chosen: RawBuilder<unknown>,
): Promise<readonly CertifiedUnits[]> =>
  readCachedSum(
    db,
    sql<Row>`select type as "creditType", status, is_reserved as "isReserved",
        requirement_id is not null as "isSold", null as "of", start_day as start, end_day as end,
        sum(number) as credits, sum(units) as units
      from credit_period_count as credit
      where ${chosen}
      group by type, status, is_reserved, requirement_id is not null, start_day, end_day having sum(number) > 0`,
    heldOf,
  )

/** Units that the winners of a match would hold, before it is accepted. */
export const certifiedUnitsOfMatchParts = (parts: readonly SettledServicePart[]): CertifiedUnits[] =>
  parts.flatMap(part => {
    const holding = holdingOf(part)
    if (holding === null) return []
    return part.unitsPerPeriod.map(({ start, end, units }) => ({
      creditType: part.service.creditType,
      of: part.service.id,
      holding,
      isSold: part.requirementId !== null,
      isReserved: part.isReserved,
      start,
      end,
      units,
      credits: 1,
    }))
  })

const lineOf = (units: Record<Holding, Units>): BalanceLine => ({
  total: unitsToNumber(HOLDINGS.reduce((sum, holding) => sum + units[holding], 0)),
  unsold: unitsToNumber(units.unsold),
  reserve: unitsToNumber(units.reserve),
  rightsCreated: unitsToNumber(units.rightsCreated),
  rightsAllocated: unitsToNumber(units.rightsAllocated),
  issued: unitsToNumber(units.issued),
  redeemed: unitsToNumber(units.redeemed),
  retired: unitsToNumber(units.retired),
})

interface Schedule {
  creditType: CreditType
  held: readonly CertifiedUnits[]
  levels: readonly BalanceInPeriod<Holding>[]
  periods: BalanceOfType['periods']
}

/** Schedules of some units by type; they do not depend on the date of a sheet. */
const schedulesOf = (held: readonly CertifiedUnits[]): Schedule[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const levels = sumEntriesIntoLevels(
      HOLDINGS,
      its.map(one => ({ ...one, line: one.holding })),
    )
    const periods = levels.map(({ start, end, units }) => ({ start, end, ...lineOf(units) }))
    return [{ creditType, held: its, levels, periods }]
  })

// The same units are requested repeatedly until the market changes.
const known = new WeakMap<readonly CertifiedUnits[], Schedule[]>()

const knownSchedules = (held: readonly CertifiedUnits[]): Schedule[] => {
  const schedules = known.get(held) ?? schedulesOf(held)
  known.set(held, schedules)
  return schedules
}

/** Balance sheet of certified units by type: on a date, and over all time. */
export const buildBalanceSheet = (all: readonly CertifiedUnits[], on: Day): BalanceSheet => ({
  on,
  types: knownSchedules(all).map(({ creditType, held, levels, periods }) => ({
    creditType,
    credits: held.filter(period => isInPeriod(on, period)).reduce((sum, { credits }) => sum + credits, 0),
    onDay: lineOf(balanceLevelOnDate(HOLDINGS, levels, on)),
    periods,
  })),
})

/** Units of projects or requirements on a date, by id and type. */
export const balancesOnDate = async (
  db: Kysely<Database>,
  by: 'projectId' | 'requirementId',
  ids: readonly string[],
  on: Day,
): Promise<(id: string) => BalanceOnDay> => {
  const held = await readCertifiedUnits(db, sql`${sql.ref(`credit.${by}`)} = any(${ids}::text[])`, { by })
  const its = new Map<string | null, CertifiedUnits[]>()
  for (const one of held) its.set(one.of, [...(its.get(one.of) ?? []), one])
  return id =>
    CREDIT_TYPES.flatMap(creditType => {
      const some = its.get(id)?.filter(one => one.creditType === creditType) ?? []
      const line = (holding: Holding): Units =>
        unitsOnDate({ unitsPerPeriod: some.filter(one => one.holding === holding) }, on)
      return some.length === 0
        ? []
        : [
            {
              creditType,
              ...lineOf(Object.fromEntries(HOLDINGS.map(one => [one, line(one)])) as Record<Holding, Units>),
            },
          ]
    })
}

/** Units of each type on a date, with their schedule; types without units are left out. */
export const quantitiesOnDay = (
  entries: readonly { creditType: CreditType; start: Day; end: Day | null; units: Units }[],
  on: Day,
): Quantity[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = entries.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const unitsPerPeriod = mergeUnitsByPeriod(its)
    return [
      {
        creditType,
        units: unitsToNumber(unitsOnDate({ unitsPerPeriod }, on)),
        unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: unitsToNumber(period.units) })),
      },
    ]
  })

/** The part of some units that is in the credit reserve. */
export const unitsInReserve = (held: readonly CertifiedUnits[], on: Day): Quantity[] =>
  quantitiesOnDay(
    held.filter(({ holding }) => holding === 'reserve'),
    on,
  )
