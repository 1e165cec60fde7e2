import { MatchCancelledError } from '../formats/errors.ts'
import { nextBreakpoint, previousBreakpoint } from '../model/portions.ts'
import { createPlainDenseRow } from './broken-rows.ts'
import type { DenseProgram, DivisibleVariable } from './dense.ts'
import { takeFirstOfAlike } from './interchangeable.ts'
import type { FeasibilityChecker, FeasibleSolution } from './judge.ts'
import { emptyPseudoCosts } from './pseudo-costs.ts'
import { exactNodeBound, solveNodeRelaxation } from './relax.ts'
import { exactDualBoundsOfGroups } from './safe-bound.ts'
import {
  findCostliestUnfixedVariable,
  findBranchingVariable,
  fixByReducedCost,
  isVariableUnfixed,
  updatePseudoCosts,
  roundDivisibleVariables,
  findDivisibleVariableToBranch,
  createSearchState,
  createSearchBuffers,
  recordIncumbent,
  type Incumbent,
  type SearchLimits,
  type SharedSearchMemory,
  type SearchState,
  type BranchingSplit,
} from './search.ts'
import {
  addTableauRow,
  variableValues,
  copyTableauInto,
  emptyTableau,
  setBounds,
  type Tableau,
} from './simplex.ts'

const CHECK_EVERY = 64
/** Limit of times that one node is solved again with rows that its answers broke, before it is branched on. */
const MOST_LOOKS = 100

const NONE = new Float64Array(0)

/** Fixes the other open choices that may be exchanged with one: all before it are taken if it is, and none after it if it is not. */
const fixAlike = ({ dense, limits }: SearchState, t: Tableau, variable: number, side: number): void => {
  const alike = limits.split === undefined ? dense.alike[variable] : null
  for (const other of alike ?? [])
    if ((side === 1 ? other < variable : other > variable) && isVariableUnfixed(t, other))
      setBounds(t, other, side, side)
}

/**
 * Searches a node with a choice within two bounds; returns the drop of the bound, infinite if the node is infeasible.
 */
const below = (search: SearchState, t: Tableau, variable: number, lower: number, upper: number): number => {
  const child = search.spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  copyTableauInto(child, t)
  if (lower === upper) fixAlike(search, child, variable, lower)
  setBounds(child, variable, lower, upper)
  const cost = explore(search, child) ? t.objective - child.objective : Infinity
  search.spare.push(child)
  return cost
}

/** Explores both values of a choice, the nearer first; the second only while it could contain an improvement. */
const branch = (search: SearchState, t: Tableau, variable: number, most: number): void => {
  const part = Math.min(1, Math.max(0, search.choice[variable]!))
  const sides: (0 | 1)[] = part >= 0.5 ? [1, 0] : [0, 1]
  for (const side of sides) {
    const before = search.wanted
    updatePseudoCosts(search, t, variable, side, part, below(search, t, variable, side, side))
    if (most < search.wanted) return
    if (before < search.wanted && most < Infinity) fixByReducedCost(search, t, exactNodeBound(search, t))
  }
}

/** Limit of parts tried for one choice of whole columns, before the best of them is accepted. */
const MOST_PARTS = 1_000
/** Limit of nested parts. */
const DEEPEST = 250

/** Branches on a part: as it was found to be feasible, and all smaller and all greater parts. */
const branchOnPart = (
  search: SearchState,
  t: Tableau,
  { column, grains }: DivisibleVariable,
  part: number,
  most: number,
): void => {
  if (search.parts >= MOST_PARTS || search.depth >= DEEPEST) {
    search.missed = Math.max(search.missed, most)
    return
  }
  search.parts += 1
  search.depth += 1
  const [lower, upper] = [t.lower[column]!, t.upper[column]!]
  below(search, t, column, part, part)
  if (part > lower && most >= search.wanted) below(search, t, column, lower, previousBreakpoint(grains, part))
  if (part < upper && most >= search.wanted) below(search, t, column, nextBreakpoint(grains, part), upper)
  search.depth -= 1
}

/** Settles the parts for the whole choices of an answer, then requires some whole choice to differ. */
const settleParts = (search: SearchState, t: Tableau, open: readonly number[]): void => {
  const child = search.spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  const taken = open.map(column => Math.max(0, Math.round(search.choice[column]!)))
  const differs = {
    columns: [...open],
    coefficients: taken.map(one => (one === 1 ? 1 : -1)),
    limit: taken.filter(one => one === 1).length - 1,
    equal: false,
  }
  const x = search.x.slice()
  copyTableauInto(child, t)
  open.forEach((column, at) => setBounds(child, column, taken[at]!, taken[at]!))
  search.parts = 0
  explore(search, child)
  search.spare.push(child)
  addTableauRow(t, createPlainDenseRow(x.length, differs), x)
}

/**
 * Continues where a whole relaxation overstates its value: settles parts, then requires whole choices that have not
 * been tried, until nothing is open. True if the node must be solved again, which it may not once it has been looked
 * at too often: then it is branched on.
 */
const lookCloser = (
  search: SearchState,
  t: Tableau,
  most: number,
  found: Float64Array | null,
  mayLookAgain: boolean,
): boolean => {
  const isLost = most === Infinity || !mayLookAgain
  const parts = found ?? roundDivisibleVariables(search, t)
  const part = findDivisibleVariableToBranch(search, t)
  const open = search.all.filter(column => search.dense.whole[column] === 1 && isVariableUnfixed(t, column))
  const isExchangeable = open.some(column => search.dense.alike[column] != null)
  if (part !== undefined && open.length > 0 && !isLost && !isExchangeable) {
    settleParts(search, t, open)
    return true
  }
  if (part !== undefined && open.length === 0) {
    const cuts = isLost ? [] : search.dense.partCuts({ x: search.x, lower: t.lower, upper: t.upper })
    for (const row of cuts) addTableauRow(t, createPlainDenseRow(search.x.length, row), search.x)
    if (cuts.length > 0) return true
    branchOnPart(search, t, part, parts[part.column]!, most)
    return false
  }
  const variable = findCostliestUnfixedVariable(search, t, open)
  if (variable >= 0) branch(search, t, variable, most)
  return false
}

/** Solves the groups once all first choices are made. */
const settle = (search: SearchState, t: Tableau, split: BranchingSplit, isBounded: boolean): void => {
  const { dense, bounds, wanted } = search
  const most = isBounded
    ? exactDualBoundsOfGroups(t, dense.objective, bounds, split.groups)
    : new Float64Array(split.groups.count).fill(Infinity)
  const found = split.settle(t.lower, most, wanted - dense.step)
  if (found !== null) recordIncumbent(search, found)
}

/** Branches on the first choices one at a time until all are fixed: fractional ones first, then the most expensive. */
const exploreSplit = (
  search: SearchState,
  t: Tableau,
  split: BranchingSplit,
  most: number,
  isBounded: boolean,
): void => {
  const divided = isBounded ? findBranchingVariable(search, t, split.first) : -1
  const variable = divided >= 0 ? divided : findCostliestUnfixedVariable(search, t, split.first)
  if (variable < 0) settle(search, t, split, isBounded)
  else branch(search, t, variable, most)
}

/** Judges a whole answer; if it breaks rows, they are added and the node is solved again. */
const judged = (
  search: SearchState,
  t: Tableau,
  judge: FeasibilityChecker,
): FeasibleSolution | 'again' | 'unclear' => {
  const verdict = judge(search.choice, t.lower, t.upper)
  if ('x' in verdict) return verdict
  if (verdict.cuts.length === 0) return 'unclear'
  for (const row of verdict.cuts) addTableauRow(t, createPlainDenseRow(search.x.length, row), search.x)
  return 'again'
}

/** Searches a node; false if its relaxation alone closes it. */
const explore = (search: SearchState, t: Tableau): boolean => {
  const { dense, limits } = search
  search.nodes += 1
  if (search.nodes % CHECK_EVERY === 0 && limits.cancelled?.() === true) throw new MatchCancelledError()
  if (search.nodes > (limits.nodes ?? Infinity)) return true
  for (let looks = 0; ; looks += 1) {
    const relaxed = solveNodeRelaxation(search, t)
    if (search.nodes === 1 && looks === 0) limits.onRoot?.(t)
    if (relaxed === 'closed') return false
    const isLost = relaxed === 'lost'
    if (isLost) variableValues(t, search.x)
    const most = isLost ? Infinity : relaxed.most
    if (!isLost) fixByReducedCost(search, t, most)
    search.choice.set(search.x)
    if (limits.split === undefined)
      takeFirstOfAlike(dense.alike, search.choice, at => isVariableUnfixed(t, at))
    if (limits.split !== undefined) exploreSplit(search, t, limits.split, most, !isLost)
    else if (dense.judge === null) recordIncumbent(search, { x: search.x.slice(), value: most })
    else {
      const variable = isLost ? -1 : findBranchingVariable(search, t, search.all)
      const isDecided = !isLost || !search.all.some(at => dense.whole[at] === 1 && isVariableUnfixed(t, at))
      if (variable >= 0) branch(search, t, variable, most)
      else {
        const verdict = isDecided ? judged(search, t, dense.judge) : 'unclear'
        const mayLookAgain = !isLost && looks < MOST_LOOKS
        if (verdict === 'again' && mayLookAgain) continue
        if (typeof verdict === 'object') recordIncumbent(search, verdict)
        if (most < search.wanted) return true
        const best = typeof verdict === 'object' ? verdict.x : null
        if (lookCloser(search, t, most, best, mayLookAgain)) continue
      }
    }
    return true
  }
}

/** Solves the relaxation with all columns present once, for searches in which some columns are absent. */
export const createSearchMemory = (dense: DenseProgram): SharedSearchMemory => {
  const start = emptyTableau(dense.objective, dense.lower, dense.upper)
  solveNodeRelaxation(createSearchState(dense, {}), start)
  const columns = dense.objective.length
  return {
    pseudoCosts: emptyPseudoCosts(columns),
    settled: false,
    start,
    spare: [],
    space: createSearchBuffers(columns),
  }
}

const rootOf = ({ dense, spare }: SearchState, memory: SharedSearchMemory | undefined): Tableau => {
  if (memory === undefined) return emptyTableau(dense.objective, dense.lower, dense.upper)
  const root = spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  copyTableauInto(root, memory.start)
  for (let column = 0; column < root.columns; column += 1) {
    const lower = dense.lower[column]!
    const upper = dense.upper[column]!
    if (root.lower[column] !== lower || root.upper[column] !== upper) setBounds(root, column, lower, upper)
  }
  return root
}

/**
 * Branch and bound over a dense relaxation: exact, and fast for small problems (Land and Doig 1960). Floating point
 * only decides where to look: answers are judged, and nodes closed, in exact arithmetic.
 */
export const branchAndBound = (dense: DenseProgram, limits: SearchLimits = {}): Incumbent => {
  const search = createSearchState(dense, limits)
  const root = rootOf(search, limits.memory)
  explore(search, root)
  if (limits.memory !== undefined) search.spare.push(root)
  const { best, missed, nodes, wanted } = search
  if (nodes > (limits.nodes ?? Infinity)) return { ...best, proven: false, bound: Infinity }
  const isTried = missed === -Infinity || missed < wanted
  return { ...best, proven: isTried, bound: Math.max(best.value, missed) }
}
