import { totalContractedValue, type Column, type MarketProgram } from '../model/program.ts'
import {
  interchangeableChoices,
  takeFirstOfAlike,
  type InterchangeableChoices,
} from '../solver/interchangeable.ts'
import type { RequiredSum, SolveRequest, SolveResult, Solver } from '../solver/solve-request.ts'
import { findContestedColumns } from './contested.ts'
import { areBestPartsSole } from './sole-parts.ts'

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
  pulse: () => void,
): WinningChoice => {
  const every = (more: Partial<SolveRequest>): SolveResult =>
    solve({ ...options, onBound: undefined, program, ...more })
  let x = first.x!
  const surplus = totalContractedValue(program, x)
  const held: RequiredSum[] = [{ least: surplus }]
  const alike = interchangeableChoices(program, at => {
    const { served, projects, order } = ranks[at]!
    return order === null ? `flow ${at}` : `${served} ${projects}`
  })
  const { contested, alternatives } = findContestedColumns(every, program, x, surplus, alike)
  const lower = program.columns.map(({ whole }, at) => (whole && !contested.has(at) ? x[at]! : 0))
  const upper = program.columns.map((column, at) =>
    column.whole && !contested.has(at) ? x[at]! : column.upper,
  )
  const isOpen = (at: number): boolean => lower[at] !== upper[at]
  const isExchangeable = (): boolean =>
    alike.some(members => {
      const open = members?.filter(isOpen) ?? []
      return open.some(at => x[at]! > 0) && open.some(at => x[at] === 0)
    })
  const ask = (more: Partial<SolveRequest>): SolveResult => every({ lower, upper, ...more })
  const winners = (decidedBy: WinningChoice['decidedBy']): WinningChoice => ({
    x,
    surplus: totalContractedValue(program, x),
    decidedBy,
    alternatives: decidedBy === 1 ? 0 : Math.max(1, alternatives),
  })
  if (contested.size === 0 && program.columns.every(({ whole }) => whole)) return winners(1)
  if (contested.size === 0 && areBestPartsSole(program, { lower, upper }, pulse)) return winners(1)
  const steps = [ranks.map(({ served }) => served), ranks.map(({ projects }) => -projects)]
  for (const [step, aim] of steps.entries()) {
    if (!isExchangeable() && !another(ask, x, ranks, held)) return winners((step + 1) as 1 | 2)
    x = ask({ objective: aim, held }).x ?? x
    held.push({ weights: aim, least: total(aim, x) })
  }
  if (!isExchangeable() && !another(ask, x, ranks, held)) return winners(3)
  x = earliest(ask, { lower, upper }, { program, ranks, alike }, x, held)
  return winners(4)
}

/** Columns of a part, their ranks for the tie rule, and those that are alike in value, rows and what they serve. */
interface RankedColumns {
  program: MarketProgram
  ranks: readonly ColumnTieRank[]
  alike: InterchangeableChoices
}

/**
 * Among choices that are otherwise equal, finds the one with the earliest bid or offer, then the next earliest, and so
 * on. Of open columns that are alike the earliest are taken without a search; once one of them cannot be taken, none of
 * the later ones can, for it could be exchanged for the earlier.
 */
const earliest = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  bounds: Readonly<Record<'lower' | 'upper', readonly number[]>>,
  { program, ranks, alike }: RankedColumns,
  found: Float64Array,
  held: readonly RequiredSum[],
): Float64Array => {
  const lower = Float64Array.from(bounds.lower)
  const upper = Float64Array.from(bounds.upper)
  const isOpen = (at: number): boolean => lower[at] !== upper[at]
  const byOrder = ranks
    .flatMap(({ order }, at) => (order === null ? [] : [{ at, order }]))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ at }) => at)
  const place = new Map(byOrder.map((at, index) => [at, index]))
  const inOrder = alike.map(members => members && members.toSorted((a, b) => place.get(a)! - place.get(b)!))
  const earliestFirst = (choice: Float64Array): Float64Array => {
    const x = Float64Array.from(choice)
    takeFirstOfAlike(inOrder, x, isOpen)
    return x
  }
  const refused = new Set<readonly number[]>()
  let x = earliestFirst(found)
  for (const at of byOrder) {
    if (!isOpen(at)) continue
    const members = alike[at] ?? []
    if (x[at]! < 1 && !refused.has(members)) {
      const objective = program.columns.map((_, other) => (other === at ? 1 : 0))
      x = earliestFirst(ask({ objective, held, lower, upper }).x ?? x)
    }
    if (x[at] === 0) refused.add(members)
    const slack = isDividedAtWill(program.columns[at]!) ? SAME_SUM : 0
    lower[at] = Math.max(0, x[at]! - slack)
    upper[at] = x[at]! + slack
  }
  return x
}
