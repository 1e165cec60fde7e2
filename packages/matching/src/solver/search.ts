import { roundDownToBreakpoint } from '../model/portions.ts'
import { createRowCheckBuffers } from './broken-rows.ts'
import type { DenseProgram, DivisibleVariable } from './dense.ts'
import type { FeasibleSolution } from './judge.ts'
import { expectedBoundDrop, emptyPseudoCosts, recordBoundDrop, type PseudoCosts } from './pseudo-costs.ts'
import type { RelaxationSearchState } from './relax.ts'
import { createBoundBuffers, type IndependentGroups } from './safe-bound.ts'
import type { Tableau } from './simplex.ts'

/** Limits of a search. */
export interface SearchLimits {
  cancelled?: () => boolean
  /** Values at or below this are not searched for. */
  floor?: number
  nodes?: number
  /** Learnt by earlier searches of the same market; this search adds to it. */
  memory?: SharedSearchMemory
  /** Called with the relaxed root before anything is added that is valid for this search only. */
  onRoot?: ((root: Tableau) => void) | undefined
  split?: BranchingSplit
}

/** Choices to branch on first; once they are fixed, the rest splits into independent groups. Also says how to solve the groups. */
export interface BranchingSplit {
  first: readonly number[]
  groups: IndependentGroups
  /**
   * The best result above a floor with those choices fixed, given an upper bound of each group; null if there is
   * none.
   */
  settle: (decided: Float64Array, most: Float64Array, floor: number) => FeasibleSolution | null
}

/** State that very many searches of the same rows share, so that each starts near its end. */
export interface SharedSearchMemory {
  pseudoCosts: PseudoCosts
  /** Nothing more is learnt, so that an answer depends on its question alone. */
  settled: boolean
  /** The relaxation with everything present, at its optimum. */
  start: Tableau
  spare: Tableau[]
  space: SearchBuffers
}

/** Memory that a search works in, and the indices of all choices. */
export type SearchBuffers = Pick<RelaxationSearchState, 'x' | 'scratch' | 'bounds'> &
  Pick<SearchState, 'all' | 'choice'>

/** The best choice found, and whether nothing can exceed it, or its bound. */
export interface Incumbent {
  x: Float64Array | null
  value: number
  proven: boolean
  /** Upper bound of any choice: the value, unless there were too many parts to try them all. */
  bound: number
}

/** Distance to a whole number below which a choice counts as whole, to be judged exactly. */
const NEAR = 1e-6

/** State of a search. */
export interface SearchState extends RelaxationSearchState {
  best: Omit<Incumbent, 'bound'>
  /** Number of parts tried with the present whole choices, and of those being tried, nested. */
  parts: number
  depth: number
  /** Upper bound of everything left untried. */
  missed: number
  spare: Tableau[]
  nodes: number
  limits: SearchLimits
  pseudoCosts: PseudoCosts
  /** Indices of all choices. */
  all: readonly number[]
  /** The relaxation's answer `x`, with the first taken of choices that may be exchanged. */
  choice: Float64Array
}

/** Fixes choices whose change would cost too much by their reduced cost, below a node. */
export const fixByReducedCost = ({ dense, wanted, bounds }: SearchState, t: Tableau, most: number): void => {
  const slack = most - wanted
  for (let column = 0; column < t.width; column += 1) {
    const variable = t.nonbasic[column]!
    if (variable >= t.columns || !dense.whole[variable] || t.lower[variable] === t.upper[variable]) continue
    const brings = bounds.reduced[variable]!
    if (Math.abs(brings) * (1 - NEAR) <= slack || brings > 0 !== (t.atUpper[column] === 1)) continue
    if (t.atUpper[column]) t.lower[variable] = t.upper[variable]!
    else t.upper[variable] = t.lower[variable]!
  }
}

export const isVariableUnfixed = (t: Tableau, variable: number): boolean =>
  t.lower[variable] !== t.upper[variable]

const scoreOf = ({ dense, pseudoCosts }: SearchState, variable: number, part: number): number => {
  const guess = Math.abs(dense.objective[variable]!) + 1
  return (
    part *
    expectedBoundDrop(pseudoCosts, variable, 0, guess) *
    (1 - part) *
    expectedBoundDrop(pseudoCosts, variable, 1, guess)
  )
}

/** The fractional choice whose fixing, either way, should lower the bound most; -1 if there is none. */
export const findBranchingVariable = (search: SearchState, t: Tableau, among: readonly number[]): number => {
  let found = -1
  let most = 0
  for (const variable of among) {
    if (!search.dense.whole[variable] || !isVariableUnfixed(t, variable)) continue
    const part = search.choice[variable]! - Math.floor(search.choice[variable]! + NEAR)
    if (part < NEAR) continue
    const score = scoreOf(search, variable, part)
    if (score > most) {
      most = score
      found = variable
    }
  }
  return found
}

/** Finds the unfixed variable with the largest objective coefficient; -1 if all are fixed. */
export const findCostliestUnfixedVariable = (
  { dense }: SearchState,
  t: Tableau,
  among: readonly number[],
): number =>
  among
    .filter(variable => dense.whole[variable] === 1 && isVariableUnfixed(t, variable))
    .reduce(
      (dearest, variable) =>
        dearest < 0 || Math.abs(dense.objective[variable]!) > Math.abs(dense.objective[dearest]!)
          ? variable
          : dearest,
      -1,
    )

export const recordIncumbent = (search: SearchState, { x, value }: FeasibleSolution): void => {
  if (value < search.wanted) return
  search.best = { x, value, proven: false }
  search.wanted = Math.max(search.wanted, value + search.dense.step)
}

export const updatePseudoCosts = (
  search: SearchState,
  t: Tableau,
  variable: number,
  side: 0 | 1,
  part: number,
  cost: number,
): void => {
  const { pseudoCosts, wanted, limits } = search
  if (limits.memory?.settled === true) return
  const away = side === 1 ? 1 - part : part
  if (away < NEAR || (cost === Infinity && wanted === -Infinity)) return
  const most = Number.isFinite(wanted) ? Math.max(0, t.objective - wanted) : cost
  recordBoundDrop(pseudoCosts, variable, side, away, Math.min(cost, most))
}

/** Finds the divisible variable, not fixed yet, that loses most by rounding down. */
export const findDivisibleVariableToBranch = (
  { dense, x }: SearchState,
  t: Tableau,
): DivisibleVariable | undefined => {
  const loses = ({ column, grains, lossOf }: DivisibleVariable): number => {
    const fits = Math.max(t.lower[column]!, roundDownToBreakpoint(grains, x[column]!))
    return Math.max(0, (x[column]! - fits) * dense.objective[column]!) + lossOf(fits)
  }
  return dense.divided
    .filter(({ column }) => isVariableUnfixed(t, column))
    .map(divided => ({ divided, loss: loses(divided) }))
    .toSorted((a, b) => b.loss - a.loss)[0]?.divided
}

/** Rounds the divisible variables of a relaxation down to breakpoints within their bounds. */
export const roundDivisibleVariables = ({ dense, x }: SearchState, t: Tableau): Float64Array => {
  const parts = Float64Array.from(x)
  for (const { column, grains } of dense.divided)
    parts[column] = Math.max(
      t.lower[column]!,
      roundDownToBreakpoint(grains, Math.min(t.upper[column]!, Math.max(0, x[column]!))),
    )
  return parts
}

/** Allocates buffers for searches over this many variables, used one after another. */
export const createSearchBuffers = (columns: number): SearchBuffers => ({
  x: new Float64Array(columns),
  choice: new Float64Array(columns),
  scratch: createRowCheckBuffers(columns),
  bounds: createBoundBuffers(columns),
  all: Array.from({ length: columns }, (_, at) => at),
})

export const createSearchState = (dense: DenseProgram, limits: SearchLimits): SearchState => ({
  dense,
  best: { x: null, value: -Infinity, proven: false },
  wanted: (limits.floor ?? -Infinity) + dense.step,
  spare: limits.memory?.spare ?? [],
  ...(limits.memory?.space ?? createSearchBuffers(dense.objective.length)),
  nodes: 0,
  parts: 0,
  depth: 0,
  missed: -Infinity,
  limits,
  pseudoCosts: limits.memory?.pseudoCosts ?? emptyPseudoCosts(dense.objective.length),
})
