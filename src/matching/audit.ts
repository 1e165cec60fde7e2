import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Market } from './model/compile.ts'
import type { Priced } from './pricing/pricing.ts'

/** Everything from which anybody can work out a round's result again. */
export interface Audit {
  version: 1
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

/**
 * The coalition values of an independent part of the market, block by block. A set is a number whose lowest
 * bits are the connectors (projects that hold the blocks together) and whose next bits are the winners, in the
 * order given; each value worked out is [members, used, pence], and every set between `used` and `members` is
 * worth as much. A coalition is worth the most, over all ways to fund connectors whose owners are in it or
 * lost, that the blocks are worth together less what those connectors ask. Approximate shares have no values,
 * but a number of batches that repeats them.
 */
export interface AuditedPart {
  winners: string[]
  blocks: { connectors: string[]; winners: string[]; values: [number, number, number][] }[]
  batches: number | null
}

/**
 * A table of values as intervals, largest sets first. A set keeps its value without some of its members: so does
 * every set between, because nothing is worth less with one more member.
 */
const intervalsOf = (values: Float64Array): [number, number, number][] => {
  const told = new Uint8Array(values.length)
  const intervals: [number, number, number][] = []
  for (let members = values.length - 1; members >= 0; members -= 1) {
    if (told[members] === 1) continue
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

/** The coalition values of a result, with names for its players and for the columns of projects. */
export const coalitionsIn = (
  priced: Priced,
  players: readonly string[],
  nameOf: (column: number) => string,
): AuditedPart[] =>
  priced.parts.map(({ winners, blockValues, batches }) => ({
    batches,
    winners: winners.map(player => players[player]!),
    blocks: blockValues.map(({ connectors, winners: own, values }) => ({
      connectors: connectors.map(nameOf),
      winners: own.map(player => players[player]!),
      values: intervalsOf(values),
    })),
  }))

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
  version: 1,
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
