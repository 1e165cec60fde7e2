import { totalValue, type Column, type Program } from '../model/program.ts'
import type { Held, SolveRequest, SolveResult, Solver } from '../solver/solve-request.ts'
import { contestedIn } from './contested.ts'

/** What each column means to the tie rule (market rules 2.8). */
export interface TieRank {
  /** How many requirements a column serves. */
  served: number
  /** How many projects a column funds. */
  projects: number
  /** The time of last change and the id, which decide in the end; null for a flow. */
  order: string | null
}

/** The best match of a submarket, and which step of the tie rule had to decide. */
export interface Winners {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** Other matches as good, counted as far as is useful. */
  alternatives: number
}

/** Sums of parts that cannot be told apart; whole sums are compared as they are. */
const SAME_SUM = 1e-9

const isDividedAtWill = ({ whole, grains }: Column): boolean => !whole && grains === undefined

const total = (aim: readonly number[], x: ArrayLike<number>): number =>
  aim.reduce((sum, weight, at) => sum + weight * x[at]!, 0)

/** Is there another choice as good? Looks for the one that differs most from the one found. */
const another = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  x: Float64Array,
  ranks: readonly TieRank[],
  held: readonly Held[],
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
 * The best choice in the order of the published tie rule, each step with the steps before it held. What every
 * best choice has in common is found first and fixed, so that the steps are asked of the few contested
 * columns only.
 */
export const findWinners = (
  program: Program,
  ranks: readonly TieRank[],
  solve: Solver,
  options: Omit<SolveRequest, 'program'>,
  first: SolveResult,
): Winners => {
  const every = (more: Partial<SolveRequest>): SolveResult =>
    solve({ ...options, onBound: undefined, program, ...more })
  let x = first.x!
  const surplus = totalValue(program, x)
  const held: Held[] = [{ least: surplus }]
  const { contested, alternatives } = contestedIn(every, program, x, surplus)
  const lower = program.columns.map(({ whole }, at) => (whole && !contested.has(at) ? x[at]! : 0))
  const upper = program.columns.map((column, at) =>
    column.whole && !contested.has(at) ? x[at]! : column.upper,
  )
  const ask = (more: Partial<SolveRequest>): SolveResult => every({ lower, upper, ...more })
  const winners = (decidedBy: Winners['decidedBy']): Winners => ({
    x,
    surplus: totalValue(program, x),
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

/**
 * Of choices equal in all else, the one that takes in the earliest bid or offer, then the next earliest, and
 * so on.
 */
const earliest = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  bounds: Readonly<Record<'lower' | 'upper', readonly number[]>>,
  program: Program,
  found: Float64Array,
  ranks: readonly TieRank[],
  held: readonly Held[],
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
