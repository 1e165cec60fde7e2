import type { Solver } from './ask.ts'
import { prepared } from './prepared.ts'
import { worth, type Program } from './program.ts'
import { hopeless } from './reduce.ts'
import { submarkets, without, type Submarket } from './submarkets.ts'
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
  /** How many other matches are as good, counted up to a limit in each part. */
  alternatives: number
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
  let asGood = 1
  let done = 0
  for (const [index, part] of parts.entries()) {
    const origin = part.from.map(column => reduced.from[column]!)
    const own = origin.map(column => standings[column]!)
    const { program: strong, solve } = prepared(options.solve, part.program)
    const settled = worth(program, x)
    const unsettled = most(parts.slice(index + 1))
    const ask = { program: strong, cancelled: options.cancelled, seconds: options.secondsLeft() }
    const first = solve({
      ...ask,
      onBound: (best, bound) =>
        options.onStanding({
          best: best === null ? null : settled + best,
          bound: parts.length === 1 && bound !== null ? settled + bound : null,
          done: done / total,
        }),
    })
    if (first.status !== 'optimal' || first.x === null)
      throw unproven(program, x, origin, first.x, first.bound, unsettled)
    const winners = findWinners(strong, own, solve, ask, first)
    origin.forEach((column, at) => (x[column] = winners.x[at]!))
    asGood *= winners.alternatives + 1
    decidedBy = Math.max(decidedBy, winners.decidedBy) as Matched['decidedBy']
    done += part.from.length
    const known = worth(program, x)
    options.onStanding({ best: known, bound: done === total ? known : null, done: done / total })
  }
  return { x, surplus: worth(program, x), decidedBy, alternatives: asGood - 1 }
}

/** What parts not yet looked at could add at most: all their bids. */
const most = (parts: readonly Submarket[]): number =>
  parts
    .flatMap(({ program }) => program.columns)
    .reduce((sum, { value, upper }) => sum + Math.max(0, value * upper), 0)

/** What is known of an unfinished match, by column; the caller puts names to it. */
export class UnprovenPart extends Error {
  readonly x: Float64Array
  readonly bound: number | null
  readonly gap: number | null

  constructor(x: Float64Array, bound: number | null, gap: number | null) {
    super('A part of the market could not be proven')
    this.x = x
    this.bound = bound
    this.gap = gap
  }
}

const unproven = (
  program: Program,
  x: Float64Array,
  origin: readonly number[],
  found: Float64Array | null,
  bound: number,
  unsettled: number,
): UnprovenPart => {
  const settled = worth(program, x)
  const known = Float64Array.from(x)
  if (found !== null) origin.forEach((column, at) => (known[column] = found[at]!))
  if (!Number.isFinite(bound)) return new UnprovenPart(known, null, null)
  const whole = Math.ceil(settled + bound + unsettled)
  return new UnprovenPart(known, whole, whole <= 0 ? null : (whole - worth(program, known)) / whole)
}
