import type { Pence } from '#domain/money'
import { totalValue, type Program } from '../model/program.ts'
import { dominated } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { prepared, type Prepared } from '../solver/prepared.ts'
import type { Solver } from '../solver/solve-request.ts'
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
  /** Seconds left of the time budget. */
  secondsLeft: () => number
  onProgress: (progress: SearchProgress) => void
}

/** The best match of a whole market. */
export interface Matched {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** How many other matches are as good, counted up to a limit in each part. */
  alternatives: number
}

/** A part of the market, where its columns come from, and the most it can be worth. */
interface Part extends Prepared {
  from: number[]
  bound: number
}

/** What a part could add at most: its relaxation, or all its bids where there is no time for that. */
const boundOf = ({ program, solve }: Prepared, { cancelled, secondsLeft }: MatchOptions): number => {
  const { status, value } = solve({ program, relaxed: true, cancelled, seconds: secondsLeft() })
  if (status === 'optimal') return value
  return program.columns.reduce((sum, column) => sum + Math.max(0, column.value * column.upper), 0)
}

/** The parts of a market without its dominated columns, smallest first. */
const partsOf = (program: Program, options: MatchOptions): Part[] => {
  const reduced = without(program, dominated(program))
  return submarkets(reduced.program, false)
    .toSorted((a, b) => a.from.length - b.from.length)
    .map(part => {
      const ready = prepared(options.solve, part.program)
      const from = part.from.map(column => reduced.from[column]!)
      return { ...ready, from, bound: boundOf(ready, options) }
    })
}

/** Bids of the generic format, divided at will, come to no whole pence: sums are off by no more than this. */
const NOISE = 0.05

/**
 * Finds the greatest surplus, part by part, each proven; of equal ones the match the tie rule names. All
 * relaxations come first, so that there is a bound on the whole from the beginning.
 */
export const findMatch = (program: Program, ranks: readonly TieRank[], options: MatchOptions): Matched => {
  const parts = partsOf(program, options)
  const total = parts.reduce((sum, { from }) => sum + from.length, 0)
  const x = new Float64Array(program.columns.length)
  let decidedBy: Matched['decidedBy'] = 1
  let asGood = 1
  let done = 0
  let open = parts.reduce((sum, { bound }) => sum + bound, 0)
  for (const { from, bound, program: part, solve } of parts) {
    const settled = totalValue(program, x)
    open -= bound
    const progressOf = (best: number | null, most: number | null): SearchProgress => ({
      best: Math.floor(settled + (best ?? 0) + NOISE),
      bound: Math.ceil(settled + Math.min(most ?? Infinity, bound) + open - NOISE),
      done: done / total,
    })
    const tell = (best: number | null, most: number | null): void =>
      options.onProgress(progressOf(best, most))
    tell(null, null)
    const ask = { program: part, cancelled: options.cancelled, seconds: options.secondsLeft() }
    const first = ask.seconds <= 0 ? null : solve({ ...ask, onBound: tell })
    if (first?.status !== 'optimal' || first.x === null) {
      from.forEach((column, at) => (x[column] = first?.x?.[at] ?? 0))
      const most = first === null || !Number.isFinite(first.bound) ? null : first.bound
      throw new UnprovenPart(x, progressOf(totalValue(program, x) - settled, most))
    }
    const own = from.map(column => ranks[column]!)
    const winners = findWinners(part, own, solve, ask, first)
    from.forEach((column, at) => (x[column] = winners.x[at]!))
    asGood *= winners.alternatives + 1
    decidedBy = Math.max(decidedBy, winners.decidedBy) as Matched['decidedBy']
    done += from.length
  }
  return { x, surplus: totalValue(program, x), decidedBy, alternatives: asGood - 1 }
}

/** What is known of an unfinished match, by column; the caller puts names to it. */
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
