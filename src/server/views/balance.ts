import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BalanceLine, BalanceOfType, BalanceOnDay, BalanceSheet, Quantity } from '#contract/balance'
import { type Holding, HOLDINGS, holdingOf, type Level, levelOn, levelsOf, unitsOn } from '#domain/balance'
import type { CreditStatus } from '#domain/credit'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { isDuring, type Day } from '#domain/dates'
import type { Part } from '#domain/parts'
import { stepsOf } from '#domain/schedule'
import { quantityOf, type Units } from '#domain/units'
import type { Reading } from '../store/state.ts'
import type { Database } from '../store/tables.ts'
import { summed } from './lists/summed.ts'

/** Certified units of one type that are alike in all that figures ask about, for some time. */
export interface Held {
  creditType: CreditType
  /** Whose they are, where it was asked by what: the id of a service, a project or a requirement. */
  of: string | null
  holding: Holding
  isSold: boolean
  isReserved: boolean
  start: Day
  end: Day | null
  units: Units
  /** How many credits hold them. */
  credits: number
}

interface Row extends Omit<Held, 'holding'> {
  status: CreditStatus
}

const heldOf = (rows: readonly Row[]): Held[] =>
  rows.flatMap(({ status, ...row }) => {
    const holding = holdingOf({ status, isReserved: row.isReserved, requirementId: row.isSold ? '' : null })
    return holding === null ? [] : [{ ...row, holding }]
  })

/** What units can be told apart by when they are summed up. */
type OwnedBy = 'serviceId' | 'projectId' | 'requirementId'

/** The certified units of some credits. Nothing but this and `heldAsKept` sums up units in the database. */
export const heldIn = (
  db: Kysely<Database>,
  chosen: RawBuilder<unknown>,
  { by, ...reading }: Reading & { by?: OwnedBy } = {},
): Promise<readonly Held[]> =>
  summed(
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
 * The same, looked up: of credits that are chosen by nothing but their round, status and type, whether they are reserved and
 * whether somebody has them.
 */
export const heldAsKept = (db: Kysely<Database>, chosen: RawBuilder<unknown>): Promise<readonly Held[]> =>
  summed(
    db,
    sql<Row>`select type as "creditType", status, is_reserved as "isReserved",
        requirement_id is not null as "isSold", null as "of", start_day as start, end_day as end,
        sum(number) as credits, sum(units) as units
      from credit_period_count as credit
      where ${chosen}
      group by type, status, is_reserved, requirement_id is not null, start_day, end_day having sum(number) > 0`,
    heldOf,
  )

/** The same of what a match makes of its winners, before it is accepted. */
export const heldByParts = (parts: readonly Part[]): Held[] =>
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
  total: quantityOf(HOLDINGS.reduce((sum, holding) => sum + units[holding], 0)),
  unsold: quantityOf(units.unsold),
  reserve: quantityOf(units.reserve),
  rightsCreated: quantityOf(units.rightsCreated),
  rightsAllocated: quantityOf(units.rightsAllocated),
  issued: quantityOf(units.issued),
  redeemed: quantityOf(units.redeemed),
  retired: quantityOf(units.retired),
})

interface Schedule {
  creditType: CreditType
  held: readonly Held[]
  levels: readonly Level<Holding>[]
  periods: BalanceOfType['periods']
}

/** What all sheets of these units have in common, whatever their day, type by type. */
const schedulesOf = (held: readonly Held[]): Schedule[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const levels = levelsOf(
      HOLDINGS,
      its.map(one => ({ ...one, line: one.holding })),
    )
    const periods = levels.map(({ start, end, units }) => ({ start, end, ...lineOf(units) }))
    return [{ creditType, held: its, levels, periods }]
  })

// The same units are asked for again and again until the market changes.
const known = new WeakMap<readonly Held[], Schedule[]>()

const knownSchedules = (held: readonly Held[]): Schedule[] => {
  const schedules = known.get(held) ?? schedulesOf(held)
  known.set(held, schedules)
  return schedules
}

/** The balance sheet of certified units, type by type: on a day, and over all time. */
export const sheetOf = (all: readonly Held[], on: Day): BalanceSheet => ({
  on,
  types: knownSchedules(all).map(({ creditType, held, levels, periods }) => ({
    creditType,
    credits: held.filter(period => isDuring(on, period)).reduce((sum, { credits }) => sum + credits, 0),
    onDay: lineOf(levelOn(HOLDINGS, levels, on)),
    periods,
  })),
})

/** Where the units of some projects or requirements are on a day, for each of them type by type. */
export const balancesOn = async (
  db: Kysely<Database>,
  by: 'projectId' | 'requirementId',
  ids: readonly string[],
  on: Day,
): Promise<(id: string) => BalanceOnDay> => {
  const held = await heldIn(db, sql`${sql.ref(`credit.${by}`)} = any(${ids}::text[])`, { by })
  const its = new Map<string | null, Held[]>()
  for (const one of held) its.set(one.of, [...(its.get(one.of) ?? []), one])
  return id =>
    CREDIT_TYPES.flatMap(creditType => {
      const some = its.get(id)?.filter(one => one.creditType === creditType) ?? []
      const line = (holding: Holding): Units =>
        unitsOn({ unitsPerPeriod: some.filter(one => one.holding === holding) }, on)
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

/** Units of each type on a day, with their schedule; types without any are left out. */
export const quantitiesIn = (
  entries: readonly { creditType: CreditType; start: Day; end: Day | null; units: Units }[],
  on: Day,
): Quantity[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = entries.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const unitsPerPeriod = stepsOf(its)
    return [
      {
        creditType,
        units: quantityOf(unitsOn({ unitsPerPeriod }, on)),
        unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: quantityOf(period.units) })),
      },
    ]
  })

/** What of some units is kept in reserve. */
export const reserveIn = (held: readonly Held[], on: Day): Quantity[] =>
  quantitiesIn(
    held.filter(({ holding }) => holding === 'reserve'),
    on,
  )
