import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution } from './problem/match-solution.ts'
import type { CompiledMarket } from './model/compile.ts'
import { intervalsOfTable, type ValueInterval } from './coalition-values/table-text.ts'
import { compareWinners, type PricedMatch, type SampledComponent } from './pricing/pricing.ts'

/** Record from which the result of a round can be recalculated. */
export interface MatchAudit {
  version: 5
  hash: string
  problem: MatchProblem
  solution: MatchSolution
  coalitions: AuditedComponent[]
}

/** One block with all sets valued: see `AuditedComponent`. */
interface AuditedBlock {
  connectors: string[]
  winners: string[]
  values: ValueInterval[]
}

/** Coalitions drawn at random: see `AuditedComponent`. */
interface AuditedSample {
  winners: string[]
  connectors: string[]
  ways: number[]
  draws: [(number | null)[], (number | null)[]][] | null
}

/**
 * The values from which the shares of an independent part of the market follow. `blocks` are those with all sets
 * valued. A set is a bit mask: the lowest bits are the connectors (projects that hold the blocks together), the next
 * bits the winners, in the listed order. Each value is [members, used, pence]: every set between `used` and `members`
 * has the same value. The value of a coalition is the maximum, over all ways to fund connectors whose owners are in
 * it or lost, of the sum of the blocks' values minus the asks of those connectors. In every block but the first the
 * empty set is worth nothing: the first has what all are worth. `null` if there would be more than two million values.
 *
 * If there are too many winners but many are alike, the value of a coalition depends only on how many of each kind are in
 * it. `kinds` lists the winners of each kind, and a value for every combination of these numbers; the number of the first
 * kind changes fastest.
 *
 * Otherwise a sample of coalitions was valued (`sampled`). Each draw is a set of winners, and is filed as [values, others].
 * `values` has a number for each of `ways`, which are sets of connectors: the value of everything outside the blocks with
 * this set and all losers, minus what the connectors ask (null if the owner of a connector is absent). `others` has the same for the
 * winners that are not in the set. The first set is empty, the next have one winner each; the others follow from the seed:
 * in each batch one of each size from 2 to half. `draws` is null if there would be more than two million values.
 */
export interface AuditedComponent {
  winners: string[]
  blocks: AuditedBlock[] | null
  kinds: { members: string[][]; values: number[] } | null
  sampled: AuditedSample | null
}

/** Limit of values of blocks filed for one part: about 60 megabytes. */
const MOST_VALUES = 2_000_000

const orNull = (values: Float64Array): (number | null)[] =>
  Array.from(values, value => (Number.isNaN(value) ? null : value))

/** Values of all draws, both sides; null if there are more than two million. */
const drawsOf = ({ ways, draws }: SampledComponent): AuditedSample['draws'] =>
  2 * ways.length * draws.length > MOST_VALUES
    ? null
    : draws.map(({ here, others }) => [orNull(here), orNull(others)])

/** Coalition values of a result, with names for players and for the columns of projects. */
export const toAuditedComponents = (
  priced: PricedMatch,
  players: readonly string[],
  nameOf: (column: number) => string,
): AuditedComponent[] =>
  priced.parts.map(({ winners, blockValues, kinds, sampled }) => {
    const named = (some: readonly number[]): string[] => some.map(player => players[player]!)
    const blocks: AuditedBlock[] = []
    let left = MOST_VALUES
    const empty = blockValues.reduce((sum, { values }) => sum + values[0]!, 0)
    for (const { connectors, winners: own, values } of blockValues.toSorted((a, b) =>
      compareWinners(a.winners, b.winners),
    )) {
      const isFirst = blocks.length === 0
      const intervals = intervalsOfTable(values, isFirst ? values[0]! - empty : values[0]!, left)
      if (intervals === null) break
      left -= intervals.length
      blocks.push({ connectors: connectors.map(nameOf), winners: named(own), values: intervals })
    }
    return {
      winners: named(winners),
      blocks: blocks.length === blockValues.length ? blocks : null,
      kinds: kinds && { members: kinds.members.map(named), values: [...kinds.values] },
      sampled: sampled && {
        winners: named(sampled.winners),
        connectors: sampled.connectors.map(nameOf),
        ways: sampled.ways,
        draws: drawsOf(sampled),
      },
    }
  })

const projectsIn = ({ projectColumn }: CompiledMarket, column: number): string =>
  [...projectColumn]
    .filter(([, at]) => at === column)
    .map(([id]) => id)
    .join(' and ')

export const createMatchAudit = (
  problem: MatchProblem,
  solution: MatchSolution,
  market: CompiledMarket,
  priced: PricedMatch,
): MatchAudit => ({
  version: 5,
  hash: solution.problemHash,
  problem,
  solution,
  coalitions: toAuditedComponents(priced, market.program.players, column => projectsIn(market, column)),
})

/** Collects up to `most` differences of two values, as paths with both values. */
const differences = (a: unknown, b: unknown, path: string, found: string[]): void => {
  if (found.length >= 50 || Object.is(a, b)) return
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    found.push(`${path}: filed ${JSON.stringify(a)}, recalculated ${JSON.stringify(b)}`)
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

/** Lists every number in which a recorded audit differs from a recalculated one. */
export const findAuditDifferences = (filed: unknown, again: unknown): string[] => {
  const found: string[] = []
  differences(filed, JSON.parse(JSON.stringify(again)), 'audit', found)
  return found
}
