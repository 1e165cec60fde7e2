import type { MatchProblem } from '#domain/match-problem'
import type { Certainty, MatchSolution } from '#domain/match-solution'
import type { Market } from './model/compile.ts'
import type { Priced } from './pricing/pricing.ts'

/** Everything from which anybody can work out a round's result again. */
export interface Audit {
  version: 2
  hash: string
  problem: MatchProblem
  engine: MatchSolution['engine']
  rule: MatchSolution['rule']
  /**
   * The greatest surplus found and the most it could be, in pence; equal, because nothing unproven is
   * priced.
   */
  objective: number
  bound: number
  solution: MatchSolution
  coalitions: AuditedPart[]
}

/** One block valued completely: see `AuditedPart`. */
interface AuditedBlock {
  connectors: string[]
  winners: string[]
  values: [number, number, number][]
}

/** Coalitions drawn by chance: see `AuditedPart`. */
interface AuditedSample {
  winners: string[]
  connectors: string[]
  ways: number[]
  batches: number
  draws: [number, (number | null)[], (number | null)[]][]
}

/**
 * What the shares of an independent part of the market follow from. `blocks` are those valued completely. A set is a
 * number whose lowest bits are the connectors (projects that hold the blocks together) and whose next bits are the
 * winners, in the order given; each value is [members, used, pence], and every set between `used` and `members` is worth
 * as much. A coalition is worth the most, over all ways to fund connectors whose owners are in it or lost, that the
 * blocks are worth together less what those connectors ask. `null` where that would be more than two million values.
 *
 * Where there are too many winners for that, some were `sampled`: a draw is [set, values, others], the set by the
 * places of its members among the winners drawn; `values` says, for each of `ways` (sets of connectors), what everything
 * outside the blocks is worth with that set and all losers, less what those connectors ask (null where one of their
 * owners is away), and `others` the same for all winners drawn from that were not drawn. Nobody is drawn first, then
 * each by itself, then `batches` times one set of each size from 2 to half. At most 20,000 draws are filed, the first;
 * none where more than 53 winners are drawn from: the seed and the number of batches repeat them.
 */
export interface AuditedPart {
  winners: string[]
  certainty: Certainty
  blocks: AuditedBlock[] | null
  sampled: AuditedSample | null
}

/** No more values of blocks are filed of a part: about 60 megabytes. */
const MOST_VALUES = 2_000_000
/** Sets of more winners than this are no longer numbers. */
const MOST_DRAWN = 53

/**
 * A table of values as intervals, largest sets first; null where there are more than so many. A set keeps its value
 * without some of its members: so does every set between, because nothing is worth less with one more member.
 */
const intervalsOf = (values: Float64Array, most: number): [number, number, number][] | null => {
  const told = new Uint8Array(values.length)
  const intervals: [number, number, number][] = []
  for (let members = values.length - 1; members >= 0; members -= 1) {
    if (told[members] === 1) continue
    if (intervals.length === most) return null
    const value = values[members]!
    let used = members
    for (let rest = members; rest !== 0; rest &= rest - 1)
      if (values[used & ~(rest & -rest)] === value) used &= ~(rest & -rest)
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      told[used | some] = 1
      if (some === 0) break
    }
    intervals.push([members, used, value])
  }
  return intervals
}

const setOf = (sides: Int8Array): number =>
  sides.reduce((set, side, at) => (side === 1 ? set + 2 ** at : set), 0)

const orNull = (values: Float64Array): (number | null)[] =>
  Array.from(values, value => (Number.isNaN(value) ? null : value))

/** The coalition values of a result, with names for its players and for the columns of projects. */
export const coalitionsIn = (
  priced: Priced,
  players: readonly string[],
  nameOf: (column: number) => string,
): AuditedPart[] =>
  priced.parts.map(({ winners, certainty, blockValues, sampled }) => {
    const named = (some: readonly number[]): string[] => some.map(player => players[player]!)
    const blocks: AuditedBlock[] = []
    let left = MOST_VALUES
    for (const { connectors, winners: own, values } of blockValues) {
      const intervals = intervalsOf(values, left)
      if (intervals === null) break
      left -= intervals.length
      blocks.push({ connectors: connectors.map(nameOf), winners: named(own), values: intervals })
    }
    return {
      winners: named(winners),
      certainty,
      blocks: blocks.length === blockValues.length ? blocks : null,
      sampled: sampled && {
        winners: named(sampled.winners),
        connectors: sampled.connectors.map(nameOf),
        ways: sampled.ways,
        batches: sampled.batches,
        draws: (sampled.winners.length > MOST_DRAWN ? [] : sampled.draws).map(({ sides, valued }) => [
          setOf(sides),
          orNull(valued.here),
          orNull(valued.others),
        ]),
      },
    }
  })

const projectsIn = ({ projectColumn }: Market, column: number): string =>
  [...projectColumn]
    .filter(([, at]) => at === column)
    .map(([id]) => id)
    .join(' and ')

/** The audit file of a result. */
export const auditOf = (
  problem: MatchProblem,
  solution: MatchSolution,
  market: Market,
  priced: Priced,
): Audit => ({
  version: 2,
  hash: solution.problemHash,
  problem,
  engine: solution.engine,
  rule: solution.rule,
  objective: solution.surplus,
  bound: solution.surplus,
  solution,
  coalitions: coalitionsIn(priced, market.program.players, column => projectsIn(market, column)),
})

/** Where two values differ, as paths with both values; at most so many. */
const differences = (a: unknown, b: unknown, path: string, found: string[]): void => {
  if (found.length >= 50 || Object.is(a, b)) return
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    found.push(`${path}: filed ${JSON.stringify(a)}, recomputed ${JSON.stringify(b)}`)
    return
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys)
    differences(
      (a as Record<string, unknown>)[key],
      (b as Record<string, unknown>)[key],
      `${path}.${key}`,
      found,
    )
}

/** Every number in which a filed audit and a recomputed one disagree. */
export const disagreements = (filed: unknown, again: unknown): string[] => {
  const found: string[] = []
  differences(filed, JSON.parse(JSON.stringify(again)), 'audit', found)
  return found
}
