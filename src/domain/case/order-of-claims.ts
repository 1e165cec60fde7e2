import type { Day, Instant, Period } from '@credit-market/values/dates'
import type { Units } from '@credit-market/values/units'
import type { CreditPeriod } from '../credit/credit.ts'
import type { Holding } from '../credit/balance.ts'
import { blockOf, blockOfPeriod, blockUnits, commonBlock, isOnDay, subtractBlocks } from './unit-blocks.ts'

/**
 * Holdings in the order in which the capacity that is left serves them (decision 0185): what has been used first, then what was
 * issued, allocated and created, then the reserve, then what no one has bought. Used units of investors retire at once.
 */
export const ORDER_OF_CLAIMS: readonly (readonly Holding[])[] = [
  ['redeemed', 'retired'],
  ['issued'],
  ['rightsAllocated'],
  ['rightsCreated'],
  ['reserve'],
  ['unsold'],
]

/** A credit of a service that claims capacity, or a part of one; units that replace others claim by themselves. */
export interface Claim {
  creditId: string
  holding: Holding
  /** Settlement that created it: earlier ones are served first. */
  settledAt: Instant
  unitsPerPeriod: readonly CreditPeriod[]
}

/** Numbered units of a credit that fail from a day until (not including) another. */
export interface FailedUnits {
  creditId: string
  firstUnit: number
  lastUnit: number
  startDay: Day
  endDay: Day | null
}

/**
 * Shares a shortfall among equal claims in proportion to their units, each to a whole ten-thousandth: the largest remainders get one
 * more, the earlier claim if they are equal.
 */
export const shareShortfall = (claims: readonly Units[], shortfall: Units): Units[] => {
  const total = claims.reduce((sum, units) => sum + BigInt(units), 0n)
  if (total === 0n) return claims.map(() => 0)
  const parts = claims.map(units => {
    const exact = BigInt(units) * BigInt(shortfall)
    return { whole: Number(exact / total), rest: exact % total }
  })
  let left = shortfall - parts.reduce((sum, { whole }) => sum + whole, 0)
  const shares = parts.map(({ whole }) => whole)
  const byRest = parts
    .map(({ rest }, at) => ({ rest, at }))
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of byRest) {
    if (left === 0) break
    shares[at]! += 1
    left -= 1
  }
  return shares
}

const rankOf = ({ holding, settledAt }: Claim): string =>
  `${ORDER_OF_CLAIMS.findIndex(holdings => holdings.includes(holding))} ${settledAt}`

interface Held {
  claim: Claim
  first: number
  units: Units
}

/** Units that a claim still holds on a day, without those that failed earlier. */
const heldOn = (claim: Claim, day: Day, earlier: readonly FailedUnits[]): Held[] =>
  subtractBlocks(
    claim.unitsPerPeriod.map(blockOfPeriod),
    earlier.filter(({ creditId }) => creditId === claim.creditId).map(blockOf),
  )
    .filter(block => isOnDay(block, day))
    .map(block => ({ claim, first: block.first, units: blockUnits(block) }))

/** Units of each claim that fail on a day with this capacity, the last claims first; units of equal rank share. */
const failedOn = (held: readonly Held[], left: Units): (Held & { failed: Units })[] => {
  let short = held.reduce((sum, { units }) => sum + units, 0) - left
  const ranks = [...new Set(held.map(({ claim }) => rankOf(claim)))].toSorted().toReversed()
  return ranks.flatMap(rank => {
    const equals = held.filter(({ claim }) => rankOf(claim) === rank)
    const share = Math.min(
      Math.max(short, 0),
      equals.reduce((sum, { units }) => sum + units, 0),
    )
    short -= share
    const shares = shareShortfall(
      equals.map(({ units }) => units),
      share,
    )
    return equals.map((one, at) => ({ ...one, failed: shares[at] ?? 0 }))
  })
}

const joined = (rows: readonly FailedUnits[]): FailedUnits[] => {
  const merged: FailedUnits[] = []
  for (const row of rows) {
    const before = merged.findLast(
      one =>
        one.creditId === row.creditId &&
        one.firstUnit === row.firstUnit &&
        one.lastUnit === row.lastUnit &&
        one.endDay === row.startDay,
    )
    if (before) before.endDay = row.endDay
    else merged.push({ ...row })
  }
  return merged
}

/**
 * Units of one service that fail from a day on, because only this capacity is left: of each claim those with the highest numbers, in
 * the order of claims. Units in `earlier` failed before and claim nothing.
 */
export const findFailedUnits = (
  claims: readonly Claim[],
  left: Units,
  from: Day,
  earlier: readonly FailedUnits[] = [],
): FailedUnits[] => {
  const ends = ({ start, end }: Period): (Day | null)[] => [start, end]
  const days = [
    from,
    ...claims.flatMap(({ unitsPerPeriod }) => unitsPerPeriod.flatMap(ends)),
    ...earlier.flatMap(({ startDay, endDay }) => [startDay, endDay]),
  ]
  const starts = [...new Set(days)].filter((day): day is Day => day !== null && day >= from).toSorted()
  const rows = starts.flatMap((startDay, at) => {
    const held = claims.flatMap(claim => heldOn(claim, startDay, earlier))
    return failedOn(held, left)
      .filter(({ failed }) => failed > 0)
      .map(({ claim, first, units, failed }) => ({
        creditId: claim.creditId,
        firstUnit: first + units - failed,
        lastUnit: first + units - 1,
        startDay,
        endDay: starts[at + 1] ?? null,
      }))
  })
  return splitAtBlocks(joined(rows), claims)
}

/** Cuts rows where a block of their credit ends, because a serial names units of one block. */
const splitAtBlocks = (rows: readonly FailedUnits[], claims: readonly Claim[]): FailedUnits[] =>
  rows.flatMap(row =>
    claims
      .filter(({ creditId }) => creditId === row.creditId)
      .flatMap(({ unitsPerPeriod }) => unitsPerPeriod)
      .flatMap(period => commonBlock(blockOf(row), blockOfPeriod(period)) ?? [])
      .map(({ first, last, start, end }) => ({
        ...row,
        ...{ firstUnit: first, lastUnit: last, startDay: start, endDay: end },
      })),
  )
