import { type MatchReserve, reserveUnits } from '../problem/match-problem.ts'
import type { Units } from '@credit-market/values/units'

const keptFor = (
  reserve: MatchReserve | null,
  kind: MatchReserve['appliesTo'],
  units: Units,
  kept = reserveUnits,
): Units => (reserve?.appliesTo === kind ? kept(units, reserve.basisPoints) : 0)

/** Reserve on top of the units that a demand uses (market rules 2.2). */
export const reserveUnitsOnDemand = (
  reserve: MatchReserve | null,
  ongoing: Units,
  additional: Units,
  kept = reserveUnits,
): Units =>
  keptFor(reserve, 'allDemand', ongoing + additional, kept) + keptFor(reserve, 'ongoingDemand', ongoing, kept)

/** Reserve of a part of a divisible bid: its units were rounded down, so its reserve may be too. */
export const reserveUnitsOnWonFraction = (
  reserve: MatchReserve | null,
  ongoing: Units,
  additional: Units,
): Units =>
  reserveUnitsOnDemand(reserve, ongoing, additional, (units, basisPoints) =>
    Math.floor((units * basisPoints) / 10_000),
  )

/** Reserve of a supply, taken from its units. */
export const reserveUnitsFromSupply = (reserve: MatchReserve | null, units: Units): Units =>
  keptFor(reserve, 'supply', units)
