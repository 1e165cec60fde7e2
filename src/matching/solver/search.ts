import { partBelow } from '../model/portions.ts'
import { scratchFor } from './broken-rows.ts'
import type { DenseProgram, Divided } from './dense.ts'
import type { Judged } from './judge.ts'
import { expected, noPseudoCosts, takeIn, type PseudoCosts } from './pseudo-costs.ts'
import type { Relaxing } from './relax.ts'
import { boundScratch, type Groups } from './safe-bound.ts'
import type { Tableau } from './simplex.ts'

/** Limits of a search. */
export interface Limits {
  cancelled?: () => boolean
  /** Nobody needs to know a value at or below this. */
  floor?: number
  nodes?: number
  /** What earlier searches of the same market learnt, and this one adds to. */
  memory?: Memory
  /** Is shown the whole question once it is relaxed, before anything is added that holds for this search only. */
  onRoot?: ((root: Tableau) => void) | undefined
  split?: Split
}

/** Some choices to make before all others, which then fall into groups, and what these come to. */
export interface Split {
  first: readonly number[]
  groups: Groups
  /**
   * The best above a floor beside those choices as they are in some bounds, given the most that each group can be worth;
   * null if there is none.
   */
  settle: (decided: Float64Array, most: Float64Array, floor: number) => Judged | null
}

/** What very many searches of the same rows share, so that each begins near its end. */
export interface Memory {
  pseudoCosts: PseudoCosts
  /** Nothing more is learnt, so that an answer depends on nothing but its question. */
  settled: boolean
  /** The relaxation with everything present, at its optimum. */
  start: Tableau
  spare: Tableau[]
  space: Space
}

/** Space that a search works in, and every choice by its index. */
export type Space = Pick<Relaxing, 'x' | 'scratch' | 'bounds'> & { all: readonly number[] }

/** The best choice found, and whether it is proven: that nothing is better, or none by more than up to a bound. */
export interface Incumbent {
  x: Float64Array | null
  value: number
  proven: boolean
  /** The most that any choice can be worth: the value, but where there were too many parts to try them all. */
  bound: number
}

/** A relaxation's choice nearer than this to a whole number is looked at as whole; whether it is right is judged exactly. */
const NEAR = 1e-6

/** A search under way. */
export interface Search extends Relaxing {
  best: Omit<Incumbent, 'bound'>
  /** How many parts were tried beside the present whole choices, how many are being tried one within the other. */
  parts: number
  depth: number
  /** The most that what was left untried could be worth. */
  missed: number
  spare: Tableau[]
  nodes: number
  limits: Limits
  pseudoCosts: PseudoCosts
  /** Every choice, by its index. */
  all: readonly number[]
}

/** Choices whose change would already cost too much, by what each still brings, stay where they are below a node. */
export const fixByCost = ({ dense, wanted, bounds }: Search, t: Tableau, most: number): void => {
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

export const isOpen = (t: Tableau, variable: number): boolean => t.lower[variable] !== t.upper[variable]

const scoreOf = ({ dense, pseudoCosts }: Search, variable: number, part: number): number => {
  const guess = Math.abs(dense.objective[variable]!) + 1
  return (
    part * expected(pseudoCosts, variable, 0, guess) * (1 - part) * expected(pseudoCosts, variable, 1, guess)
  )
}

/** The undecided choice whose fixing, either way, should cost the bound most; -1 where the relaxation divides none. */
export const dividedOf = (search: Search, t: Tableau, among: readonly number[]): number => {
  let found = -1
  let most = 0
  for (const variable of among) {
    if (!search.dense.whole[variable] || !isOpen(t, variable)) continue
    const part = search.x[variable]! - Math.floor(search.x[variable]! + NEAR)
    if (part < NEAR) continue
    const score = scoreOf(search, variable, part)
    if (score > most) {
      most = score
      found = variable
    }
  }
  return found
}

/** Of some choices not made yet, the dearest; -1 if all are made. */
export const dearestOf = ({ dense }: Search, t: Tableau, among: readonly number[]): number =>
  among
    .filter(variable => dense.whole[variable] === 1 && isOpen(t, variable))
    .reduce(
      (dearest, variable) =>
        dearest < 0 || Math.abs(dense.objective[variable]!) > Math.abs(dense.objective[dearest]!)
          ? variable
          : dearest,
      -1,
    )

export const take = (search: Search, { x, value }: Judged): void => {
  if (value < search.wanted) return
  search.best = { x, value, proven: false }
  search.wanted = Math.max(search.wanted, value + search.dense.step)
}

export const learn = (
  search: Search,
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
  takeIn(pseudoCosts, variable, side, away, Math.min(cost, most))
}

/** The undecided part that loses most when it is rounded down, if any is undecided. */
export const partToSettle = ({ dense, x }: Search, t: Tableau): Divided | undefined => {
  const loses = ({ column, grains, lossOf }: Divided): number => {
    const fits = Math.max(t.lower[column]!, partBelow(grains, x[column]!))
    return Math.max(0, (x[column]! - fits) * dense.objective[column]!) + lossOf(fits)
  }
  return dense.divided
    .filter(({ column }) => isOpen(t, column))
    .map(divided => ({ divided, loss: loses(divided) }))
    .toSorted((a, b) => b.loss - a.loss)[0]?.divided
}

/** Parts as they are in an answer, brought within bounds. */
export const partsOf = ({ dense, x }: Search, t: Tableau): Float64Array => {
  const parts = Float64Array.from(x)
  for (const { column, grains } of dense.divided)
    parts[column] = Math.max(
      t.lower[column]!,
      partBelow(grains, Math.min(t.upper[column]!, Math.max(0, x[column]!))),
    )
  return parts
}

/** Space that searches over so many choices work in, one after the other. */
export const spaceFor = (columns: number): Space => ({
  x: new Float64Array(columns),
  scratch: scratchFor(columns),
  bounds: boundScratch(columns),
  all: Array.from({ length: columns }, (_, at) => at),
})

/** A search that has not begun. */
export const searchOf = (dense: DenseProgram, limits: Limits): Search => ({
  dense,
  best: { x: null, value: -Infinity, proven: false },
  wanted: (limits.floor ?? -Infinity) + dense.step,
  spare: limits.memory?.spare ?? [],
  ...(limits.memory?.space ?? spaceFor(dense.objective.length)),
  nodes: 0,
  parts: 0,
  depth: 0,
  missed: -Infinity,
  limits,
  pseudoCosts: limits.memory?.pseudoCosts ?? noPseudoCosts(dense.objective.length),
})
