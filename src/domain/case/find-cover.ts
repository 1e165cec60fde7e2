import type { Day } from '@credit-market/values/dates'
import type { Units } from '@credit-market/values/units'
import { shareCover } from './share-cover.ts'
import { blockUnits, daysOfChange, isOnDay, type UnitBlock } from './unit-blocks.ts'
import type { Cover } from './unit-replacement.ts'

/** Failed units of a credit that nothing replaces. */
export interface UncoveredUnits {
  failureId: string
  creditId: string
  block: UnitBlock
}

/** Units of a credit that can replace others. */
export interface ReplacingUnits {
  creditId: string
  block: UnitBlock
}

interface Piece {
  failureId: string
  first: number
  last: number
}

const totalOf = (pieces: readonly Pick<Piece, 'first' | 'last'>[]): Units =>
  pieces.reduce((sum, piece) => sum + blockUnits(piece), 0)

/** Takes units with the lowest numbers from some pieces. */
const takeUnits = <P extends Pick<Piece, 'first' | 'last'>>(pieces: P[], units: Units): P[] => {
  const taken: P[] = []
  for (let left = units; left > 0;) {
    const [piece] = pieces
    if (piece === undefined) throw new Error('There are fewer units than their shares say')
    const part = { ...piece, last: Math.min(piece.last, piece.first + left - 1) }
    taken.push(part)
    left -= blockUnits(part)
    if (part.last === piece.last) pieces.shift()
    else pieces[0] = { ...piece, first: part.last + 1 }
  }
  return taken
}

/** Cuts the pieces of two lists to the same lengths, so that each unit of one has its unit of the other. */
const paired = <A extends Pick<Piece, 'first' | 'last'>, B extends Pick<Piece, 'first' | 'last'>>(
  some: readonly A[],
  others: readonly B[],
): [A, B][] => {
  const [a, b] = [[...some], [...others]]
  const pairs: [A, B][] = []
  while (a[0] && b[0]) {
    const units = Math.min(blockUnits(a[0]), blockUnits(b[0]))
    const [one] = takeUnits(a, units)
    const [other] = takeUnits(b, units)
    if (one && other) pairs.push([one, other])
  }
  return pairs
}

const creditsOf = (units: readonly { creditId: string }[]): string[] => [
  ...new Set(units.map(({ creditId }) => creditId)),
]

/** Cover of the units that have failed on one day and its successors, until something changes. */
const coverOnDay = (
  needs: readonly UncoveredUnits[],
  supplies: readonly ReplacingUnits[],
  accepts: (failedCreditId: string, replacingCreditId: string) => boolean,
): Omit<Cover, 'startDay' | 'endDay'>[] => {
  const failed = creditsOf(needs)
  const replacing = creditsOf(supplies)
  const failedPieces = failed.map(id =>
    needs
      .filter(({ creditId }) => creditId === id)
      .map(({ failureId, block: { first, last } }): Piece => ({ failureId, first, last }))
      .toSorted((a, b) => a.first - b.first),
  )
  const freePieces = replacing.map(id =>
    supplies
      .filter(({ creditId }) => creditId === id)
      .map(({ block: { first, last } }) => ({ first, last }))
      .toSorted((a, b) => a.first - b.first),
  )
  const shares = shareCover(failedPieces.map(totalOf), freePieces.map(totalOf), (need, supply) =>
    accepts(failed[need]!, replacing[supply]!),
  )
  return shares.flatMap((row, need) =>
    row.flatMap((units, supply) =>
      paired(takeUnits(failedPieces[need]!, units), takeUnits(freePieces[supply]!, units)).map(
        ([one, other]) => ({
          ...{ failureId: one.failureId, failedFirst: one.first, failedLast: one.last },
          ...{ creditId: replacing[supply]!, firstUnit: other.first, lastUnit: other.last },
        }),
      ),
    ),
  )
}

const isSamePair = (one: Cover, other: Omit<Cover, 'startDay' | 'endDay'>): boolean =>
  one.failureId === other.failureId &&
  one.failedFirst === other.failedFirst &&
  one.failedLast === other.failedLast &&
  one.creditId === other.creditId &&
  one.firstUnit === other.firstUnit &&
  one.lastUnit === other.lastUnit

/** True if one block of a credit holds replacing units on all days from a day to another: a serial names units of one block. */
const isInOneBlock = (supplies: readonly ReplacingUnits[], cover: Cover, until: Day): boolean =>
  supplies.some(
    ({ creditId, block }) =>
      creditId === cover.creditId &&
      block.first <= cover.firstUnit &&
      block.last >= cover.lastUnit &&
      block.start <= cover.startDay &&
      isOnDay(block, until),
  )

/**
 * Replaces as many failed units as possible on every day (decision 0191). Needs are in the order of their claims, the oldest first;
 * `accepts` says whether units of one credit may replace those of another.
 */
export const findCover = (
  needs: readonly UncoveredUnits[],
  supplies: readonly ReplacingUnits[],
  accepts: (failedCreditId: string, replacingCreditId: string) => boolean,
): Cover[] => {
  const days = daysOfChange([...needs, ...supplies].map(({ block }) => block))
  const cover: Cover[] = []
  for (const [at, day] of days.entries()) {
    const isNow = ({ block }: { block: UnitBlock }) => isOnDay(block, day)
    for (const pair of coverOnDay(needs.filter(isNow), supplies.filter(isNow), accepts)) {
      const before = cover.find(
        one => one.endDay === day && isSamePair(one, pair) && isInOneBlock(supplies, one, day),
      )
      if (before) before.endDay = days[at + 1] ?? null
      else cover.push({ ...pair, startDay: day, endDay: days[at + 1] ?? null })
    }
  }
  return cover
}
