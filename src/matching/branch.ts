import { Cancelled } from './errors.ts'
import { addRow, choices, copyInto, emptyTableau, optimise, setBounds, type Tableau } from './simplex.ts'

/** A small problem, dense: maximise the objective under rows, with some choices whole. */
export interface Small {
  objective: Float64Array
  lower: Float64Array
  upper: Float64Array
  whole: Uint8Array
  rows: SmallRow[]
  /** Values can only be whole numbers, so anything less than one more is no better. */
  wholeValues: boolean
}

/** One row, scaled so that its largest coefficient is 1; `at` are the columns it touches. */
export interface SmallRow {
  coefficients: Float64Array
  at: Int32Array
  limit: number
  equal: boolean
  /** Whole supplies against needs: then every need has a strong row of its own, made when it is broken. */
  balance: boolean
}

/** Limits of a search. */
export interface Limits {
  cancelled?: () => boolean
  /** Nobody needs to know a value at or below this. */
  floor?: number
  nodes?: number
  /** What earlier searches of the same market learnt, and this one adds to. */
  experience?: Experience
}

/** The best choice found, and whether it is proven. */
export interface Best {
  x: Float64Array | null
  value: number
  proven: boolean
}

const WHOLE = 1e-6
const VIOLATED = 1e-7
const MOST_NEW_ROWS = 12
const CHECK_EVERY = 64

interface Search {
  small: Small
  best: Best
  /** A node whose bound is not above this cannot hold anything better. */
  floor: number
  spare: Tableau[]
  x: Float64Array
  nodes: number
  limits: Limits
  experience: Experience
}

/** A row of a small problem, from unscaled coefficients, which are scaled in place. */
export const smallRow = (
  coefficients: Float64Array,
  limit: number,
  equal: boolean,
  balance: boolean,
): SmallRow => {
  let most = 1e-12
  let touched = 0
  for (let column = 0; column < coefficients.length; column += 1) {
    if (coefficients[column] === 0) continue
    touched += 1
    most = Math.max(most, Math.abs(coefficients[column]!))
  }
  const at = new Int32Array(touched)
  for (let column = coefficients.length - 1; touched > 0; column -= 1) {
    if (coefficients[column] === 0) continue
    coefficients[column] = coefficients[column]! / most
    at[(touched -= 1)] = column
  }
  return { coefficients, at, limit: limit / most, equal, balance }
}

const violation = ({ coefficients, at, limit, equal }: SmallRow, x: Float64Array): number => {
  let sum = -limit
  for (let k = 0; k < at.length; k += 1) sum += coefficients[at[k]!]! * x[at[k]!]!
  return equal ? Math.abs(sum) : sum
}

/** By how much a need wins more of itself than the part its supplies can bring. */
const strongViolation = ({ coefficients, at }: SmallRow, need: number, x: Float64Array): number => {
  const amount = coefficients[need]!
  let sum = x[need]!
  for (let k = 0; k < at.length && sum > 0; k += 1) {
    const c = coefficients[at[k]!]!
    if (c < 0) sum -= Math.min(1, -c / amount) * x[at[k]!]!
  }
  return sum
}

const strongRow = ({ coefficients, at }: SmallRow, need: number): SmallRow => {
  const row = new Float64Array(coefficients.length)
  for (const column of at)
    if (coefficients[column]! < 0) row[column] = Math.max(-1, coefficients[column]! / coefficients[need]!)
  row[need] = 1
  return smallRow(row, 0, false, false)
}

interface Broken {
  row: SmallRow
  by: number
}

/** Rows broken by a choice, and the strong rows they imply. */
const brokenRows = ({ small, x }: Search): Broken[] => {
  const broken: Broken[] = []
  for (const row of small.rows) {
    const by = violation(row, x)
    if (by > VIOLATED) broken.push({ row, by })
    if (!row.balance) continue
    for (const need of row.at) {
      if (row.coefficients[need]! <= 0 || x[need]! < VIOLATED) continue
      const strong = strongViolation(row, need, x)
      if (strong > VIOLATED) broken.push({ row: strongRow(row, need), by: strong })
    }
  }
  return broken.toSorted((a, b) => b.by - a.by)
}

/** Solves the relaxation, taking in rows only once they are broken; false when the node is settled. */
const relax = (search: Search, t: Tableau): boolean => {
  const { x } = search
  for (;;) {
    if (!optimise(t, search.floor)) return false
    if (t.objective <= search.floor) return false
    choices(t, x)
    const broken = brokenRows(search)
    if (broken.length === 0) return true
    for (const { row } of broken.slice(0, MOST_NEW_ROWS)) addRow(t, row.coefficients, row.limit, row.equal, x)
  }
}

/** Choices whose change would already cost too much stay where they are in this part of the search. */
const fixByCost = ({ small, floor }: Search, t: Tableau): void => {
  const slack = t.objective - floor
  for (let column = 0; column < t.columns; column += 1) {
    const variable = t.nonbasic[column]!
    if (variable >= t.columns || !small.whole[variable] || t.lower[variable] === t.upper[variable]) continue
    if (Math.abs(t.reduced[column]!) < slack) continue
    if (t.atUpper[column]) t.lower[variable] = t.upper[variable]!
    else t.upper[variable] = t.lower[variable]!
  }
}

/** What fixing a choice has cost the bound so far, per whole unit, downwards and upwards. */
export interface Experience {
  cost: Float64Array
  count: Float64Array
}

/** No experience yet, for so many choices. */
const noExperience = (columns: number): Experience => ({
  cost: new Float64Array(columns * 2),
  count: new Float64Array(columns * 2),
})

const expected = ({ small, experience }: Search, variable: number, side: 0 | 1): number => {
  const at = variable * 2 + side
  const guess = Math.abs(small.objective[variable]!) + 1
  return (experience.cost[at]! + guess) / (experience.count[at]! + 1)
}

const learn = (
  { experience, floor }: Search,
  variable: number,
  side: 0 | 1,
  part: number,
  lost: number,
  t: Tableau,
): void => {
  const at = variable * 2 + side
  const away = side === 1 ? 1 - part : part
  const most = Number.isFinite(floor) ? Math.max(0, t.objective - floor) : lost
  experience.cost[at] = experience.cost[at]! + Math.min(lost, most) / away
  experience.count[at] = experience.count[at]! + 1
}

/**
 * The undecided choice whose fixing, either way, should cost the bound most (pseudo-costs, Benichou and
 * others 1971).
 */
const branchOn = (search: Search, t: Tableau): number => {
  const { small, x } = search
  let found = -1
  let most = 0
  for (let variable = 0; variable < x.length; variable += 1) {
    if (!small.whole[variable] || t.lower[variable] === t.upper[variable]) continue
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

const keep = (search: Search): void => {
  const { small, x } = search
  const found = x.map((value, at) =>
    small.whole[at] ? Math.round(value) : Math.min(small.upper[at]!, Math.max(0, value)),
  )
  const value = found.reduce((sum, part, at) => sum + part * small.objective[at]!, 0)
  if (search.best.x !== null && value <= search.best.value) return
  search.best = { x: found, value, proven: false }
  search.floor = Math.max(search.floor, small.wholeValues ? Math.round(value) + 1 - 1e-3 : value + 1e-4)
}

/** Searches below a node; false when its relaxation alone settles it. */
const explore = (search: Search, t: Tableau): boolean => {
  search.nodes += 1
  if (search.nodes % CHECK_EVERY === 0 && search.limits.cancelled?.() === true) throw new Cancelled()
  if (search.nodes > (search.limits.nodes ?? Infinity)) return true
  if (!relax(search, t)) return false
  const variable = branchOn(search, t)
  if (variable < 0) {
    keep(search)
    return true
  }
  fixByCost(search, t)
  const part = search.x[variable]!
  const sides: (0 | 1)[] = search.x[variable]! >= 0.5 ? [1, 0] : [0, 1]
  for (const bound of sides) {
    const child =
      search.spare.pop() ?? emptyTableau(new Float64Array(0), new Float64Array(0), new Float64Array(0))
    copyInto(child, t)
    setBounds(child, variable, bound, bound)
    const alive = explore(search, child)
    learn(search, variable, bound, part, alive ? t.objective - child.objective : Infinity, t)
    search.spare.push(child)
    if (t.objective <= search.floor) return true
  }
  return true
}

/**
 * Branch and bound over a dense relaxation: exact, and fast where a problem is small (Land and Doig 1960).
 */
export const branchAndBound = (small: Small, limits: Limits = {}): Best => {
  const search: Search = {
    small,
    best: { x: null, value: -Infinity, proven: false },
    floor: limits.floor ?? -Infinity,
    spare: [],
    x: new Float64Array(small.objective.length),
    nodes: 0,
    limits,
    experience: limits.experience ?? noExperience(small.objective.length),
  }
  explore(search, emptyTableau(small.objective, small.lower, small.upper))
  return { ...search.best, proven: search.nodes <= (limits.nodes ?? Infinity) }
}
