import { Cancelled } from '../formats/errors.ts'
import { partAfter, partBefore } from '../model/portions.ts'
import { plainRow } from './broken-rows.ts'
import type { DenseProgram, Divided } from './dense.ts'
import type { Judge, Judged } from './judge.ts'
import { noPseudoCosts } from './pseudo-costs.ts'
import { mostOf, relax } from './relax.ts'
import { safeBounds } from './safe-bound.ts'
import {
  dearestOf,
  dividedOf,
  fixByCost,
  isOpen,
  learn,
  partsOf,
  partToSettle,
  searchOf,
  spaceFor,
  take,
  type Incumbent,
  type Limits,
  type Memory,
  type Search,
  type Split,
} from './search.ts'
import { addRow, choices, copyInto, emptyTableau, setBounds, type Tableau } from './simplex.ts'

const CHECK_EVERY = 64
/** A node is looked at again so often with rows that its answers broke, before it is branched on. */
const MOST_LOOKS = 100

const NONE = new Float64Array(0)

/** Searches below a node with a choice between two bounds; what that cost the bound, and infinitely much where it is empty. */
const below = (search: Search, t: Tableau, variable: number, lower: number, upper: number): number => {
  const child = search.spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  copyInto(child, t)
  setBounds(child, variable, lower, upper)
  const cost = explore(search, child) ? t.objective - child.objective : Infinity
  search.spare.push(child)
  return cost
}

/** Both ways to make a choice, the nearer first; the second only while it could hold something wanted. */
const branch = (search: Search, t: Tableau, variable: number, most: number): void => {
  const part = Math.min(1, Math.max(0, search.x[variable]!))
  const sides: (0 | 1)[] = part >= 0.5 ? [1, 0] : [0, 1]
  for (const side of sides) {
    const before = search.wanted
    learn(search, t, variable, side, part, below(search, t, variable, side, side))
    if (most < search.wanted) return
    if (before < search.wanted && most < Infinity) fixByCost(search, t, mostOf(search, t))
  }
}

/** So many parts are tried beside one choice of everything else, before what is found is taken for the best of them. */
const MOST_PARTS = 1_000
/** So many parts are settled one within the other. */
const DEEPEST = 250

/** A part as it was judged to fit, and all smaller and all greater parts. */
const branchOnPart = (
  search: Search,
  t: Tableau,
  { column, grains }: Divided,
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
  if (part > lower && most >= search.wanted) below(search, t, column, lower, partBefore(grains, part))
  if (part < upper && most >= search.wanted) below(search, t, column, partAfter(grains, part), upper)
  search.depth -= 1
}

/** Beside whole choices as they are in an answer the parts are settled; then some whole choice must differ. */
const settleParts = (search: Search, t: Tableau, open: readonly number[]): void => {
  const child = search.spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  const taken = open.map(column => Math.max(0, Math.round(search.x[column]!)))
  const differs = {
    columns: [...open],
    coefficients: taken.map(one => (one === 1 ? 1 : -1)),
    limit: taken.filter(one => one === 1).length - 1,
    equal: false,
  }
  const x = search.x.slice()
  copyInto(child, t)
  open.forEach((column, at) => setBounds(child, column, taken[at]!, taken[at]!))
  search.parts = 0
  explore(search, child)
  search.spare.push(child)
  addRow(t, plainRow(x.length, differs), x)
}

/**
 * What is left to do where the relaxation is whole but not what it seems: parts are settled, then whole choices that
 * nobody has made, until nothing is open. True where the node is to be looked at again.
 */
const lookCloser = (search: Search, t: Tableau, most: number, found: Float64Array | null): boolean => {
  const isLost = most === Infinity
  const parts = found ?? partsOf(search, t)
  const part = partToSettle(search, t)
  const open = search.all.filter(column => search.dense.whole[column] === 1 && isOpen(t, column))
  if (part !== undefined && open.length > 0 && !isLost) {
    settleParts(search, t, open)
    return true
  }
  if (part !== undefined && open.length === 0) {
    const cuts = isLost ? [] : search.dense.partCuts({ x: search.x, lower: t.lower, upper: t.upper })
    for (const row of cuts) addRow(t, plainRow(search.x.length, row), search.x)
    if (cuts.length > 0) return true
    branchOnPart(search, t, part, parts[part.column]!, most)
    return false
  }
  const variable = dearestOf(search, t, open)
  if (variable >= 0) branch(search, t, variable, most)
  return false
}

/** What the groups come to once all first choices are made. */
const settle = (search: Search, t: Tableau, split: Split, isBounded: boolean): void => {
  const { dense, bounds, wanted } = search
  const most = isBounded
    ? safeBounds(t, dense.objective, bounds, split.groups)
    : new Float64Array(split.groups.count).fill(Infinity)
  const found = split.settle(t.lower, most, wanted - dense.step)
  if (found !== null) take(search, found)
}

/** The first choices one by one: one that the relaxation divides, else the dearest, until all are made. */
const exploreSplit = (search: Search, t: Tableau, split: Split, most: number, isBounded: boolean): void => {
  const divided = isBounded ? dividedOf(search, t, split.first) : -1
  const variable = divided >= 0 ? divided : dearestOf(search, t, split.first)
  if (variable < 0) settle(search, t, split, isBounded)
  else branch(search, t, variable, most)
}

/** Judges a whole answer; what it breaks is added, and the node looked at again. */
const judged = (search: Search, t: Tableau, judge: Judge): Judged | 'again' | 'unclear' => {
  const verdict = judge(search.x, t.lower, t.upper)
  if ('x' in verdict) return verdict
  if (verdict.cuts.length === 0) return 'unclear'
  for (const row of verdict.cuts) addRow(t, plainRow(search.x.length, row), search.x)
  return 'again'
}

/** Searches below a node; false when its relaxation alone closes it. */
const explore = (search: Search, t: Tableau): boolean => {
  const { dense, limits } = search
  search.nodes += 1
  if (search.nodes % CHECK_EVERY === 0 && limits.cancelled?.() === true) throw new Cancelled()
  if (search.nodes > (limits.nodes ?? Infinity)) return true
  for (let looks = 0; ; looks += 1) {
    const relaxed = relax(search, t)
    if (search.nodes === 1 && looks === 0) limits.onRoot?.(t)
    if (relaxed === 'closed') return false
    const isLost = relaxed === 'lost'
    if (isLost) choices(t, search.x)
    const most = isLost ? Infinity : relaxed.most
    if (!isLost) fixByCost(search, t, most)
    if (limits.split !== undefined) exploreSplit(search, t, limits.split, most, !isLost)
    else if (dense.judge === null) take(search, { x: search.x.slice(), value: most })
    else {
      const variable = isLost ? -1 : dividedOf(search, t, search.all)
      const isDecided = !isLost || !search.all.some(at => dense.whole[at] === 1 && isOpen(t, at))
      if (variable >= 0) branch(search, t, variable, most)
      else {
        const verdict = isDecided ? judged(search, t, dense.judge) : 'unclear'
        const mayLookAgain = !isLost && looks < MOST_LOOKS
        if (verdict === 'again' && mayLookAgain) continue
        if (typeof verdict === 'object') take(search, verdict)
        if (most < search.wanted) return true
        const isAgain = lookCloser(search, t, most, typeof verdict === 'object' ? verdict.x : null)
        if (isAgain && mayLookAgain) continue
      }
    }
    return true
  }
}

/** Solves the relaxation with everything present once, for searches that leave some of it out. */
export const memoryOf = (dense: DenseProgram): Memory => {
  const start = emptyTableau(dense.objective, dense.lower, dense.upper)
  relax(searchOf(dense, {}), start)
  const columns = dense.objective.length
  return { pseudoCosts: noPseudoCosts(columns), settled: false, start, spare: [], space: spaceFor(columns) }
}

const rootOf = ({ dense, spare }: Search, memory: Memory | undefined): Tableau => {
  if (memory === undefined) return emptyTableau(dense.objective, dense.lower, dense.upper)
  const root = spare.pop() ?? emptyTableau(NONE, NONE, NONE)
  copyInto(root, memory.start)
  for (let column = 0; column < root.columns; column += 1) {
    const lower = dense.lower[column]!
    const upper = dense.upper[column]!
    if (root.lower[column] !== lower || root.upper[column] !== upper) setBounds(root, column, lower, upper)
  }
  return root
}

/**
 * Branch and bound over a dense relaxation: exact, and fast where a problem is small (Land and Doig 1960). Rounding
 * only chooses where to look: answers are judged, and nodes closed, in exact arithmetic.
 */
export const branchAndBound = (dense: DenseProgram, limits: Limits = {}): Incumbent => {
  const search = searchOf(dense, limits)
  const root = rootOf(search, limits.memory)
  explore(search, root)
  if (limits.memory !== undefined) search.spare.push(root)
  const { best, missed, nodes, wanted } = search
  if (nodes > (limits.nodes ?? Infinity)) return { ...best, proven: false, bound: Infinity }
  const isTried = missed === -Infinity || missed < wanted
  return { ...best, proven: isTried, bound: Math.max(best.value, missed) }
}
