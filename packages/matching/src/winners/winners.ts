import { totalContractedValue, type Column, type MarketProgram } from '../model/program.ts'
import type { RequiredSum, SolveRequest, SolveResult, Solver } from '../solver/solve-request.ts'
import { findContestedColumns } from './contested.ts'

/** Ranks of a column for the tie rule (market rules 2.8). */
export interface ColumnTieRank {
  /** Number of requirements that the column serves. */
  served: number
  /** Number of projects that it funds. */
  projects: number
  /** Instant of the last change and the id, which decide in the end; null for a flow. */
  order: string | null
}

/** The best match of a submarket, and the step of the tie rule that decided. */
export interface WinningChoice {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** Other matches as good, counted up to a limit. */
  alternatives: number
}

/** Difference below which sums of parts count as equal; whole sums are compared exactly. */
const SAME_SUM = 1e-9

const isDividedAtWill = ({ whole, grains }: Column): boolean => !whole && grains === undefined

const total = (aim: readonly number[], x: ArrayLike<number>): number =>
  aim.reduce((sum, weight, at) => sum + weight * x[at]!, 0)

/** Looks for another choice as good: the one that differs most from the one found. */
const another = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  x: Float64Array,
  ranks: readonly ColumnTieRank[],
  held: readonly RequiredSum[],
) => {
  const away = ranks.map(({ order }, at) => (order === null ? 0 : x[at]! < 1 ? 1 : -1))
  const partly = ranks.flatMap(({ order }, at) => (order !== null && x[at]! > 0 && x[at]! < 1 ? [at] : []))
  const aims = [away, ...partly.map(at => away.map((_, other) => (other === at ? -1 : 0)))]
  return aims.some(objective => {
    const here = total(objective, x) + SAME_SUM
    const answer = ask({ objective, held })
    return answer.x !== null && total(objective, answer.x) > here
  })
}

/**
 * The best choice in the order of the published tie rule, each step with the earlier steps held. First it finds and
 * fixes the columns that all best choices share, so that the steps decide only the contested ones.
 */
export const findWinnersByTieRule = (
  program: MarketProgram,
  ranks: readonly ColumnTieRank[],
  solve: Solver,
  options: Omit<SolveRequest, 'program'>,
  first: SolveResult,
): WinningChoice => {
  const every = (more: Partial<SolveRequest>): SolveResult =>
    solve({ ...options, onBound: undefined, program, ...more })
  let x = first.x!
  const surplus = totalContractedValue(program, x)
  const held: RequiredSum[] = [{ least: surplus }]
  const { contested, alternatives } = findContestedColumns(every, program, x, surplus)
  const lower = program.columns.map(({ whole }, at) => (whole && !contested.has(at) ? x[at]! : 0))
  const upper = program.columns.map((column, at) =>
    column.whole && !contested.has(at) ? x[at]! : column.upper,
  )
  const ask = (more: Partial<SolveRequest>): SolveResult => every({ lower, upper, ...more })
  const winners = (decidedBy: WinningChoice['decidedBy']): WinningChoice => ({
    x,
    surplus: totalContractedValue(program, x),
    decidedBy,
    alternatives: decidedBy === 1 ? 0 : Math.max(1, alternatives),
  })
  if (contested.size === 0 && program.columns.every(({ whole }) => whole)) return winners(1)
  const steps = [ranks.map(({ served }) => served), ranks.map(({ projects }) => -projects)]
  for (const [step, aim] of steps.entries()) {
    if (!another(ask, x, ranks, held)) return winners((step + 1) as 1 | 2)
    x = ask({ objective: aim, held }).x ?? x
    held.push({ weights: aim, least: total(aim, x) })
  }
  if (!another(ask, x, ranks, held)) return winners(3)
  x = earliest(ask, { lower, upper }, program, x, ranks, held)
  return winners(4)
}

/** Among choices that are otherwise equal, finds the one with the earliest bid or offer, then the next earliest, and so on. */
const earliest = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  bounds: Readonly<Record<'lower' | 'upper', readonly number[]>>,
  program: MarketProgram,
  found: Float64Array,
  ranks: readonly ColumnTieRank[],
  held: readonly RequiredSum[],
): Float64Array => {
  let x = found
  const lower = Float64Array.from(bounds.lower)
  const upper = Float64Array.from(bounds.upper)
  const inOrder = ranks.flatMap(({ order }, at) => (order === null ? [] : [{ at, order }]))
  for (const { at } of inOrder.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
    if (lower[at] === upper[at]) continue
    if (x[at]! < 1) {
      const objective = program.columns.map((_, other) => (other === at ? 1 : 0))
      x = ask({ objective, held, lower, upper }).x ?? x
    }
    const slack = isDividedAtWill(program.columns[at]!) ? SAME_SUM : 0
    lower[at] = Math.max(0, x[at]! - slack)
    upper[at] = x[at]! + slack
  }
  return x
}
