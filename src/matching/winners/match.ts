import type { Pence } from '#domain/money'
import { Cancelled, OutOfTime } from '../formats/errors.ts'
import { firstChoice } from '../model/first-choice.ts'
import { totalValue, type Program } from '../model/program.ts'
import { dominated } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { prepared, type Prepared } from '../solver/prepared.ts'
import type { Solver, SolverName, SolveResult } from '../solver/solve-request.ts'
import { gapOf } from './progress.ts'
import { findWinners, type TieRank } from './winners.ts'

/** How the search stands while it runs: best value and bound known, in pence, and the part of the work done. */
export interface SearchProgress {
  best: Pence
  bound: Pence
  done: number
}

/** What the search needs besides the market. */
export interface MatchOptions {
  solve: Solver
  cancelled?: () => boolean
  /** Is there no time left? Then the best known match is all there is. */
  isOver: () => boolean
  onProgress: (progress: SearchProgress) => void
}

/** How a part of the market was written down, and who proved its best match. */
export interface PartSettled {
  formulation: Prepared['formulation']
  solver: SolverName
}

/** The best match of a whole market. */
export interface Matched {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** How many other matches are as good, counted up to a limit in each part. */
  alternatives: number
  parts: PartSettled[]
}

/** A part of the market, where its columns come from, and what is known of it before any search. */
interface Part extends Prepared {
  from: number[]
  /** A match that keeps every row, and what it is worth. */
  known: Float64Array
  best: number
  /** The most the part can be worth. */
  bound: number
}

/** All bids together: no part is worth more. */
const allBids = ({ columns }: Program): number =>
  columns.reduce((sum, { value, upper }) => sum + Math.max(0, value * upper), 0)

const better = (program: Program, a: Float64Array, b: Float64Array): Float64Array =>
  totalValue(program, b) > totalValue(program, a) ? b : a

/** What is known of a part: a match from its bids and asks, and one near its relaxation, which is its bound. */
const knownOf = ({ program, solve }: Prepared, part: Program, { cancelled, isOver }: MatchOptions) => {
  const pulse = (): void => {
    if (cancelled?.() === true) throw new Cancelled()
  }
  const first = firstChoice(part, pulse)
  const relaxed = isOver() ? null : solve({ program, relaxed: true, cancelled })
  const near = relaxed?.x == null || isOver() ? first : firstChoice(part, pulse, relaxed.x)
  const known = better(program, first, near)
  const bound = relaxed?.status === 'optimal' ? relaxed.value : allBids(program)
  return { known, best: totalValue(program, known), bound }
}

/** The parts of a market without its dominated columns, smallest first. */
const partsOf = (program: Program, options: MatchOptions): Part[] => {
  const reduced = without(program, dominated(program))
  return submarkets(reduced.program, false)
    .toSorted((a, b) => a.from.length - b.from.length)
    .map(part => {
      const ready = prepared(options.solve, part.program)
      const from = part.from.map(column => reduced.from[column]!)
      return { ...ready, from, ...knownOf(ready, part.program, options) }
    })
}

/** Bids of the generic format, divided at will, come to no whole pence: sums are off by no more than this. */
const NOISE = 0.05

const sumOf = (parts: readonly Part[], of: 'best' | 'bound'): number =>
  parts.reduce((sum, part) => sum + part[of], 0)

/**
 * Finds the greatest surplus, part by part, each proven; of equal ones the match the tie rule names. A match and a bound
 * of every part come first, so that there is a match of the whole, and a bound on it, from the beginning.
 */
export const findMatch = (program: Program, ranks: readonly TieRank[], options: MatchOptions): Matched => {
  const { cancelled, isOver, onProgress } = options
  const parts = partsOf(program, options)
  const total = parts.reduce((sum, { from }) => sum + from.length, 0)
  const x = new Float64Array(program.columns.length)
  const put = ({ from }: Part, choice: Float64Array): void =>
    from.forEach((column, at) => (x[column] = choice[at]!))
  for (const part of parts) put(part, part.known)
  const settled: PartSettled[] = []
  let decidedBy: Matched['decidedBy'] = 1
  let asGood = 1
  let done = 0
  let surplus = 0
  for (const [index, part] of parts.entries()) {
    const later = parts.slice(index + 1)
    let [best, bound] = [part.best, part.bound]
    const progress = (): SearchProgress => ({
      best: Math.floor(surplus + best + sumOf(later, 'best') + NOISE),
      bound: Math.ceil(surplus + bound + sumOf(later, 'bound') - NOISE),
      done: done / total,
    })
    const tell = (found: number | null, most: number | null): void => {
      best = Math.max(best, found ?? 0)
      bound = Math.max(best, Math.min(bound, most ?? Infinity))
      onProgress(progress())
    }
    const stop = (choice: Float64Array | null, most: number): never => {
      const known = choice === null ? part.known : better(part.program, part.known, choice)
      put(part, known)
      best = totalValue(part.program, known)
      bound = Math.max(best, Math.min(bound, most))
      throw new UnprovenPart(x, progress())
    }
    tell(null, null)
    if (isOver()) stop(null, Infinity)
    const ask = { program: part.program, cancelled }
    let first: SolveResult | null = null
    try {
      first = part.solve({ ...ask, onBound: tell })
      if (first.status !== 'optimal' || first.x === null) stop(first.x, first.bound)
      const own = part.from.map(column => ranks[column]!)
      const winners = findWinners(part.program, own, part.solve, ask, first)
      if (isOver()) stop(winners.x, first.bound)
      put(part, winners.x)
      surplus += totalValue(part.program, winners.x)
      asGood *= winners.alternatives + 1
      decidedBy = Math.max(decidedBy, winners.decidedBy) as Matched['decidedBy']
      settled.push({ formulation: part.formulation, solver: first.solver ?? 'branchAndBound' })
      done += part.from.length
    } catch (stopped) {
      if (!(stopped instanceof OutOfTime)) throw stopped
      stop(first?.x ?? null, first?.bound ?? Infinity)
    }
  }
  return { x, surplus: totalValue(program, x), decidedBy, alternatives: asGood - 1, parts: settled }
}

/** What is known of an unfinished match, by column; the caller puts names to it. Every part has one. */
export class UnprovenPart extends Error {
  readonly x: Float64Array
  readonly bound: Pence
  readonly gap: number | null

  constructor(x: Float64Array, { best, bound }: SearchProgress) {
    super('A part of the market could not be proven')
    this.x = x
    this.bound = bound
    this.gap = gapOf(best, bound)
  }
}
