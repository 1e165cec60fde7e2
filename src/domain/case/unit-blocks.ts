import type { Day } from '@credit-market/values/dates'
import type { Units } from '@credit-market/values/units'

/** Numbered units of one service from a day until (not including) another. */
export interface UnitBlock {
  first: number
  last: number
  start: Day
  end: Day | null
}

/** Block of the units that a row of the books names by their numbers. */
export const blockOf = (row: {
  firstUnit: number
  lastUnit: number
  startDay: Day
  endDay: Day | null
}): UnitBlock => ({ first: row.firstUnit, last: row.lastUnit, start: row.startDay, end: row.endDay })

/** Block of the units that a credit has in one of its periods. */
export const blockOfPeriod = (period: {
  start: Day
  end: Day | null
  first: number
  units: Units
}): UnitBlock => ({
  first: period.first,
  last: period.first + period.units - 1,
  start: period.start,
  end: period.end,
})

/** Number of units in a block. */
export const blockUnits = ({ first, last }: Pick<UnitBlock, 'first' | 'last'>): Units => last - first + 1

/** True if a period holds a day. */
export const isOnDay = ({ start, end }: Pick<UnitBlock, 'start' | 'end'>, day: Day): boolean =>
  start <= day && (end === null || day < end)

const earlierEnd = (a: Day | null, b: Day | null): Day | null => {
  if (a === null) return b
  return b === null || a < b ? a : b
}

/** Units that two blocks of one service share, for the days that they share; null if there are none. */
export const commonBlock = (a: UnitBlock, b: UnitBlock): UnitBlock | null => {
  const first = Math.max(a.first, b.first)
  const last = Math.min(a.last, b.last)
  const start = a.start > b.start ? a.start : b.start
  const end = earlierEnd(a.end, b.end)
  return first > last || (end !== null && start >= end) ? null : { first, last, start, end }
}

const withoutOne = (block: UnitBlock, gone: UnitBlock): UnitBlock[] => {
  const common = commonBlock(block, gone)
  if (common === null) return [block]
  const { first, last, start, end } = common
  return [
    ...(block.first < first ? [{ ...block, last: first - 1 }] : []),
    ...(block.start < start ? [{ first, last, start: block.start, end: start }] : []),
    ...(end !== null && (block.end === null || end < block.end)
      ? [{ first, last, start: end, end: block.end }]
      : []),
    ...(last < block.last ? [{ ...block, first: last + 1 }] : []),
  ]
}

/** Parts of some blocks of one service that none of the others cover, with the lowest numbers of each block first. */
export const subtractBlocks = (blocks: readonly UnitBlock[], gone: readonly UnitBlock[]): UnitBlock[] =>
  gone.reduce<UnitBlock[]>((left, one) => left.flatMap(block => withoutOne(block, one)), [...blocks])

/** Days on which some blocks begin or end, in order. */
export const daysOfChange = (blocks: readonly Pick<UnitBlock, 'start' | 'end'>[]): Day[] =>
  [...new Set(blocks.flatMap(({ start, end }) => (end === null ? [start] : [start, end])))].toSorted()

/** Most units that some blocks have on one day. */
export const mostUnitsAtOnce = (blocks: readonly UnitBlock[]): Units =>
  Math.max(
    0,
    ...daysOfChange(blocks).map(day =>
      blocks.filter(block => isOnDay(block, day)).reduce((sum, block) => sum + blockUnits(block), 0),
    ),
  )

/** Serial of some of the units that another serial of the same block names. */
export const serialOfPart = (serial: string, { first, last }: Pick<UnitBlock, 'first' | 'last'>): string =>
  serial.replace(/-\d+-\d+$/, `-${first}-${last}`)
