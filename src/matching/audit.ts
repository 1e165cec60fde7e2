import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Priced } from './pricing.ts'

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
  /**
   * Coalition values by independent part: the winners in bit order, and for each value worked out [members,
   * used, pence].
   * Every set of winners between `used` and `members` is worth as much.
   */
  coalitions: { winners: string[]; values: [number, number, number][]; batches: number | null }[]
}

/** The audit file of a result. */
export const auditOf = (
  problem: MatchProblem,
  solution: MatchSolution,
  players: readonly string[],
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
  coalitions: priced.parts.map(({ winners, solved, batches }) => ({
    batches,
    winners: winners.map(player => players[player]!),
    values: solved.map(({ members, used, value }) => [members, used, value]),
  })),
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
