import { Cancelled } from '../formats/errors.ts'
import { brokenRows, scratchFor, type DenseRow, type Scratch } from './broken-rows.ts'
import { addRow, choices, copyInto, emptyTableau, optimise, setBounds, type Tableau } from './simplex.ts'

/** A small problem, dense: maximise the objective under rows, with some choices whole. */
export interface DenseProgram {
  objective: Float64Array
  lower: Float64Array
  upper: Float64Array
  whole: Uint8Array
  rows: DenseRow[]
  /** Values can only be whole numbers, so anything less than one more is no better. */
  wholeValues: boolean
}

/** Limits of a search. */
export interface Limits {
  cancelled?: () => boolean
  /** Nobody needs to know a value at or below this. */
  floor?: number
  nodes?: number
  /** What earlier searches of the same market learnt, and this one adds to. */
  memory?: Memory
  split?: Split
}

/** Some choices to make before all others, and what the rest comes to once they are made. */
export interface Split {
  first: readonly number[]
  /** The best above a floor with those choices as they are in a relaxation's answer; null if there is none. */
  settle: (relaxed: Float64Array, floor: number) => Pick<Incumbent, 'x' | 'value'> | null
}

/** What very many searches of the same rows share, so that each begins near its end. */
export interface Memory {
  pseudoCosts: PseudoCosts
  /** Nothing more is learnt, so that an answer depends on nothing but its question. */
  settled: boolean
  /** The relaxation with everything present, at its optimum. */
  start: Tableau
  spare: Tableau[]
}

/** The best choice found, and whether it is proven. */
export interface Incumbent {
  x: Float64Array | null
  value: number
  proven: boolean
}

const WHOLE = 1e-6
const MOST_NEW_ROWS = 12
const CHECK_EVERY = 64

interface Search {
  dense: DenseProgram
  best: Incumbent
  /** A node whose bound is not above this cannot hold anything better. */
  floor: number
  spare: Tableau[]
  x: Float64Array
  scratch: Scratch
  nodes: number
  limits: Limits
  pseudoCosts: PseudoCosts
  /** Every choice, by its index. */
  all: readonly number[]
}

/** Solves the relaxation, taking in rows only once they are broken; false when the node is settled. */
const relax = (search: Search, t: Tableau): boolean => {
  const { x } = search
  for (;;) {
    if (!optimise(t, search.floor)) return false
    if (t.objective <= search.floor) return false
    choices(t, x)
    const broken = brokenRows(search.dense.rows, x, search.scratch)
    if (broken.length === 0) return true
    for (const { row } of broken.slice(0, MOST_NEW_ROWS)) addRow(t, row.coefficients, row.limit, row.equal, x)
  }
}

/** Choices whose change would already cost too much stay where they are in this part of the search. */
const fixByCost = ({ dense, floor }: Search, t: Tableau): void => {
  const slack = t.objective - floor
  for (let column = 0; column < t.width; column += 1) {
    const variable = t.nonbasic[column]!
    if (variable >= t.columns || !dense.whole[variable] || t.lower[variable] === t.upper[variable]) continue
    if (Math.abs(t.reduced[column]!) < slack) continue
    if (t.atUpper[column]) t.lower[variable] = t.upper[variable]!
    else t.upper[variable] = t.lower[variable]!
  }
}

/** What fixing a choice has cost the bound so far, per whole unit, downwards and upwards. */
export interface PseudoCosts {
  cost: Float64Array
  count: Float64Array
}

/** No pseudo-costs yet, for so many choices. */
const noPseudoCosts = (columns: number): PseudoCosts => ({
  cost: new Float64Array(columns * 2),
  count: new Float64Array(columns * 2),
})

const expected = ({ dense, pseudoCosts }: Search, variable: number, side: 0 | 1): number => {
  const at = variable * 2 + side
  const guess = Math.abs(dense.objective[variable]!) + 1
  return (pseudoCosts.cost[at]! + guess) / (pseudoCosts.count[at]! + 1)
}

const learn = (
  { pseudoCosts, floor, limits }: Search,
  variable: number,
  side: 0 | 1,
  part: number,
  lost: number,
  t: Tableau,
): void => {
  if (limits.memory?.settled === true) return
  const at = variable * 2 + side
  const away = side === 1 ? 1 - part : part
  if (away < WHOLE || (lost === Infinity && floor === -Infinity)) return
  const most = Number.isFinite(floor) ? Math.max(0, t.objective - floor) : lost
  pseudoCosts.cost[at] = pseudoCosts.cost[at]! + Math.min(lost, most) / away
  pseudoCosts.count[at] = pseudoCosts.count[at]! + 1
}

/**
 * The undecided choice whose fixing, either way, should cost the bound most (pseudo-costs, Benichou and
 * others 1971).
 */
const branchOn = (search: Search, t: Tableau, among: readonly number[]): number => {
  const { dense, x } = search
  let found = -1
  let most = 0
  for (const variable of among) {
    if (!dense.whole[variable] || t.lower[variable] === t.upper[variable]) continue
    const part = x[variable]! - Math.floor(x[variable]! + WHOLE)
    if (part < WHOLE) continue
    const score = part * expected(search, variable, 0) * (1 - part) * expected(search, variable, 1)
    if (score > most) {
      most = score
      found = variable
    }
  }
  return found
}

/** The first choice not made yet: one that the relaxation divides, else the dearest. */
const firstOf = (search: Search, t: Tableau, first: readonly number[]): number => {
  const open = first.filter(variable => t.lower[variable] !== t.upper[variable])
  const divided = branchOn(search, t, open)
  if (divided >= 0 || open.length === 0) return divided
  const dearer = (a: number, b: number): number =>
    Math.abs(search.dense.objective[b]!) > Math.abs(search.dense.objective[a]!) ? b : a
  return open.reduce(dearer)
}

const rounded = ({ dense, x }: Search): Pick<Incumbent, 'x' | 'value'> => {
  const found = x.map((value, at) =>
    Math.min(dense.upper[at]!, Math.max(0, dense.whole[at] ? Math.round(value) : value)),
  )
  return { x: found, value: found.reduce((sum, part, at) => sum + part * dense.objective[at]!, 0) }
}

const keep = (search: Search): void => {
  const { dense, x, limits, floor } = search
  const found = limits.split === undefined ? rounded(search) : limits.split.settle(x, floor)
  if (found === null || (search.best.x !== null && found.value <= search.best.value)) return
  const { value } = found
  search.best = { ...found, proven: false }
  search.floor = Math.max(search.floor, dense.wholeValues ? Math.round(value) + 1 - 1e-3 : value + 1e-4)
}

const NONE = new Float64Array(0)

const blank = (): Tableau => emptyTableau(NONE, NONE, NONE)

/** Searches below a node; false when its relaxation alone settles it. */
const explore = (search: Search, t: Tableau): boolean => {
  search.nodes += 1
  if (search.nodes % CHECK_EVERY === 0 && search.limits.cancelled?.() === true) throw new Cancelled()
  if (search.nodes > (search.limits.nodes ?? Infinity)) return true
  if (!relax(search, t)) return false
  fixByCost(search, t)
  const { split } = search.limits
  const variable = split === undefined ? branchOn(search, t, search.all) : firstOf(search, t, split.first)
  if (variable < 0) {
    keep(search)
    return true
  }
  const part = search.x[variable]!
  const sides: (0 | 1)[] = search.x[variable]! >= 0.5 ? [1, 0] : [0, 1]
  for (const bound of sides) {
    const child = search.spare.pop() ?? blank()
    copyInto(child, t)
    setBounds(child, variable, bound, bound)
    const alive = explore(search, child)
    learn(search, variable, bound, part, alive ? t.objective - child.objective : Infinity, t)
    search.spare.push(child)
    if (t.objective <= search.floor) return true
    fixByCost(search, t)
  }
  return true
}

const searchOf = (dense: DenseProgram, limits: Limits): Search => ({
  dense,
  best: { x: null, value: -Infinity, proven: false },
  floor: limits.floor ?? -Infinity,
  spare: limits.memory?.spare ?? [],
  x: new Float64Array(dense.objective.length),
  scratch: scratchFor(dense.objective.length),
  nodes: 0,
  limits,
  all: Array.from(dense.objective, (_, at) => at),
  pseudoCosts: limits.memory?.pseudoCosts ?? noPseudoCosts(dense.objective.length),
})

/** Solves the relaxation with everything present once, for searches that leave some of it out. */
export const memoryOf = (dense: DenseProgram): Memory => {
  const start = emptyTableau(dense.objective, dense.lower, dense.upper)
  relax(searchOf(dense, {}), start)
  return { pseudoCosts: noPseudoCosts(dense.objective.length), settled: false, start, spare: [] }
}

const rootOf = ({ dense, spare }: Search, memory: Memory | undefined): Tableau => {
  if (memory === undefined) return emptyTableau(dense.objective, dense.lower, dense.upper)
  const root = spare.pop() ?? blank()
  copyInto(root, memory.start)
  for (let column = 0; column < root.columns; column += 1) {
    const lower = dense.lower[column]!
    const upper = dense.upper[column]!
    if (root.lower[column] !== lower || root.upper[column] !== upper) setBounds(root, column, lower, upper)
  }
  return root
}

/**
 * Branch and bound over a dense relaxation: exact, and fast where a problem is small (Land and Doig 1960).
 */
export const branchAndBound = (dense: DenseProgram, limits: Limits = {}): Incumbent => {
  const search = searchOf(dense, limits)
  const root = rootOf(search, limits.memory)
  explore(search, root)
  if (limits.memory !== undefined) search.spare.push(root)
  return { ...search.best, proven: search.nodes <= (limits.nodes ?? Infinity) }
}
