import type { Solver } from './ask.ts'
import { worth, type Program } from './program.ts'
import { hopeless } from './reduce.ts'
import { strengthened } from './strong.ts'
import { submarkets, without } from './submarkets.ts'
import { findWinners, type Standing } from './winners.ts'

/** How the search stands while it runs: best value and bound known, and the part of the work done. */
export interface Standings {
  best: number | null
  bound: number | null
  done: number
}

/** What the search needs besides the market. */
export interface MatchOptions {
  solve: Solver
  cancelled?: () => boolean
  /** Seconds left of the time budget. */
  secondsLeft: () => number
  onStanding: (standing: Standings) => void
}

/** The best match of a whole market. */
export interface Matched {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** How many parts had to be told apart by the tie rule. */
  ties: number
}

/** Finds the greatest surplus, part by part, each proven; of equal ones the match the tie rule names. */
export const findMatch = (
  program: Program,
  standings: readonly Standing[],
  options: MatchOptions,
): Matched => {
  const reduced = without(program, hopeless(program))
  const parts = submarkets(reduced.program, false).toSorted((a, b) => a.from.length - b.from.length)
  const total = parts.reduce((sum, { from }) => sum + from.length, 0)
  const x = new Float64Array(program.columns.length)
  let decidedBy: Matched['decidedBy'] = 1
  let ties = 0
  let done = 0
  for (const part of parts) {
    const origin = part.from.map(column => reduced.from[column]!)
    const own = origin.map(column => standings[column]!)
    const strong = strengthened(part.program, true)
    const settled = worth(program, x)
    const ask = { program: strong, cancelled: options.cancelled, seconds: options.secondsLeft() }
    const first = options.solve({
      ...ask,
      onBound: (best, bound) =>
        options.onStanding({
          best: best === null ? null : settled + best,
          bound: parts.length === 1 && bound !== null ? settled + bound : null,
          done: done / total,
        }),
    })
    if (first.status !== 'optimal' || first.x === null)
      throw unproven(program, x, origin, first.x, first.bound)
    const winners = findWinners(strong, own, options.solve, ask, first)
    origin.forEach((column, at) => (x[column] = winners.x[at]!))
    if (winners.decidedBy > 1) ties += 1
    decidedBy = Math.max(decidedBy, winners.decidedBy) as Matched['decidedBy']
    done += part.from.length
    const known = worth(program, x)
    options.onStanding({ best: known, bound: done === total ? known : null, done: done / total })
  }
  return { x, surplus: worth(program, x), decidedBy, ties }
}

/** What is known of an unfinished match, by column; the caller puts names to it. */
export class UnprovenPart extends Error {
  readonly x: Float64Array
  readonly gap: number | null

  constructor(x: Float64Array, gap: number | null) {
    super('A part of the market could not be proven')
    this.x = x
    this.gap = gap
  }
}

const unproven = (
  program: Program,
  x: Float64Array,
  origin: readonly number[],
  found: Float64Array | null,
  bound: number,
): UnprovenPart => {
  const known = Float64Array.from(x)
  if (found !== null) origin.forEach((column, at) => (known[column] = found[at]!))
  const value = worth(program, known) - worth(program, x)
  const gap = found === null || !Number.isFinite(bound) || bound <= 0 ? null : (bound - value) / bound
  return new UnprovenPart(known, gap)
}
