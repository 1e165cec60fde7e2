import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BalanceLine, BalanceOfType, BalanceSheet, Quantity } from '#contract/balance'
import { type Holding, HOLDINGS, addedUp, holdingOf, levelOn, levelsOf, unitsOn } from '#domain/balance'
import type { CreditStatus } from '#domain/credit'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { Part } from '#domain/parts'
import { quantityOf, type Units } from '#domain/units'
import type { Database } from '../store/tables.ts'
import { summed } from './lists/summed.ts'

/** Certified units of one type that are alike in all that figures ask about, for some time. */
export interface Held {
  creditType: CreditType
  /** Of whose service they are, where that was asked for. */
  serviceId: string | null
  holding: Holding
  isSold: boolean
  isReserved: boolean
  start: Day
  end: Day | null
  units: Units
  /** How many credits hold them. */
  credits: number
}

interface Row extends Omit<Held, 'holding' | 'isSold'> {
  status: CreditStatus
  requirementId: string | null
}

/** The certified units of some credits. Nothing else sums up units in the database. */
export const heldIn = async (
  db: Kysely<Database>,
  chosen: RawBuilder<unknown>,
  { byService = false }: { byService?: boolean } = {},
): Promise<Held[]> => {
  const rows = await summed<Row>(
    db,
    sql`select type as "creditType", status, is_reserved as "isReserved", min(requirement_id) as "requirementId",
        ${byService ? sql.ref('credit.serviceId') : sql`null`} as "serviceId",
        period ->> 'start' as start, period ->> 'end' as end,
        count(*) as credits, sum((period ->> 'units')::bigint) as units
      from credit, jsonb_array_elements(units_per_period) as period
      where status <> 'Draft' and ${chosen}
      group by type, status, is_reserved, requirement_id is null, 5, 6, 7`,
  )
  return rows.flatMap(({ status, requirementId, ...row }) => {
    const holding = holdingOf({ status, isReserved: row.isReserved, requirementId })
    return holding === null ? [] : [{ ...row, holding, isSold: requirementId !== null }]
  })
}

/** The same of what a match makes of its winners, before it is accepted. */
export const heldByParts = (parts: readonly Part[]): Held[] =>
  parts.flatMap(part => {
    const holding = holdingOf(part)
    if (holding === null) return []
    return part.unitsPerPeriod.map(({ start, end, units }) => ({
      creditType: part.service.creditType,
      serviceId: part.service.id,
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

/** The balance sheet of units of one type: on a day, and over all time. */
export const balanceOf = (creditType: CreditType, held: readonly Held[], on: Day): BalanceOfType => {
  const levels = levelsOf(
    HOLDINGS,
    held.map(one => ({ ...one, line: one.holding })),
  )
  return {
    creditType,
    credits: held
      .filter(({ start, end }) => start <= on && (end === null || on < end))
      .reduce((sum, { credits }) => sum + credits, 0),
    onDay: lineOf(levelOn(HOLDINGS, levels, on)),
    periods: levels.map(({ start, end, units }) => ({ start, end, ...lineOf(units) })),
  }
}

/** The balance sheet of certified units, type by type. */
export const sheetOf = (held: readonly Held[], on: Day): BalanceSheet => ({
  on,
  types: CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    return its.length === 0 ? [] : [balanceOf(creditType, its, on)]
  }),
})

/** Units of each type on a day, with their schedule; types without any are left out. */
export const quantitiesIn = (
  entries: readonly { creditType: CreditType; start: Day; end: Day | null; units: Units }[],
  on: Day,
): Quantity[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const its = entries.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const unitsPerPeriod = addedUp(its)
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
