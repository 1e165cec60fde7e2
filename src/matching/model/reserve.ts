import type { MatchReserve } from '#domain/match-problem'
import { keptOf } from '#domain/reserve'
import type { Units } from '#domain/units'

const keptFor = (
  reserve: MatchReserve | null,
  kind: MatchReserve['appliesTo'],
  units: Units,
  kept = keptOf,
): Units => (reserve?.appliesTo === kind ? kept(units, reserve.basisPoints) : 0)

/** What a demand keeps in reserve on top of its use (market rules 2.2). */
export const reserveOnDemand = (
  reserve: MatchReserve | null,
  ongoing: Units,
  additional: Units,
  kept = keptOf,
): Units =>
  keptFor(reserve, 'allDemand', ongoing + additional, kept) + keptFor(reserve, 'ongoingDemand', ongoing, kept)

/** The reserve of a part won of a divisible bid: its units were rounded down, and so may its reserve be. */
export const reserveOnPart = (reserve: MatchReserve | null, ongoing: Units, additional: Units): Units =>
  reserveOnDemand(reserve, ongoing, additional, (units, basisPoints) =>
    Math.floor((units * basisPoints) / 10_000),
  )

/** What a supply keeps in reserve, out of what it has. */
export const reserveOnSupply = (reserve: MatchReserve | null, units: Units): Units =>
  keptFor(reserve, 'supply', units)
