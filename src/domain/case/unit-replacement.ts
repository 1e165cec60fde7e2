import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { StoredRow } from '../values/subject.ts'
import { blockOf, serialOfPart, subtractBlocks, type UnitBlock } from './unit-blocks.ts'
import type { UnitFailure } from './unit-failure.ts'

/** Sound units that replace as many failed ones, number by number, from a day until (not including) another (decision 0191). */
export interface UnitReplacement extends StoredRow {
  /** Case by which the units were replaced. */
  caseId: string
  failureId: string
  /** Numbers of the failed units, and of their service; the database sets the latter. */
  failedService: number
  failedFirst: number
  failedLast: number
  /** Credit of the replacing units: of the reserve, or unsold. */
  creditId: string
  /** Serial of the replacing units alone, and the number of their service; the database sets both. */
  serial: string
  serviceNumber: number
  firstUnit: number
  lastUnit: number
  startDay: Day
  endDay: Day | null
  /** Price of an unsold unit; null for units of the reserve, which cost nothing. */
  pricePerUnit: Pence | null
  /** Instant since which these units replace nothing any more; null until then. */
  endedAt: Instant | null
}

type Period = Pick<UnitReplacement, 'startDay' | 'endDay'>

/** Sources of replacing units: the reserve, or units that no one has bought. */
export type CoverSource = 'reserve' | 'unsold'

/** Block of the failed units of a replacement. */
export const failedBlockOf = ({
  failedFirst,
  failedLast,
  startDay,
  endDay,
}: Period & Pick<UnitReplacement, 'failedFirst' | 'failedLast'>): UnitBlock => ({
  first: failedFirst,
  last: failedLast,
  start: startDay,
  end: endDay,
})

/** Serial of the failed units of a replacement, from the serial of its whole failure. */
export const replacedSerial = (
  failedSerial: string,
  { failedFirst, failedLast }: Pick<UnitReplacement, 'failedFirst' | 'failedLast'>,
): string => serialOfPart(failedSerial, { first: failedFirst, last: failedLast })

/** Failed units that nothing replaces. */
export const uncoveredBlocks = (
  failure: Pick<UnitFailure, 'id' | 'firstUnit' | 'lastUnit' | 'startDay' | 'endDay'>,
  replacements: readonly UnitReplacement[],
): UnitBlock[] =>
  subtractBlocks(
    [blockOf(failure)],
    replacements.filter(one => one.failureId === failure.id && one.endedAt === null).map(failedBlockOf),
  )

/** A replacement without the rows that the database keeps for itself. */
export type Cover = Pick<
  UnitReplacement,
  'failureId' | 'failedFirst' | 'failedLast' | 'creditId' | 'firstUnit' | 'lastUnit' | 'startDay' | 'endDay'
>

/** Part of a cover whose replacing units are in a block of their own numbers. */
const coverOfBlock = (cover: Cover, { first, last, start, end }: UnitBlock): Cover => ({
  ...cover,
  ...{ firstUnit: first, lastUnit: last, startDay: start, endDay: end },
  failedFirst: cover.failedFirst + first - cover.firstUnit,
  failedLast: cover.failedFirst + last - cover.firstUnit,
})

/** Parts of a cover whose replacing units are not among others: those that stay when the others fail. */
export const coverWithout = (cover: Cover, gone: readonly UnitBlock[]): Cover[] =>
  subtractBlocks([blockOf(cover)], gone).map(block => coverOfBlock(cover, block))
