import type { Pence } from '@credit-market/values/money'
import { MatchCancelledError, TimeLimitError } from '../formats/errors.ts'
import { findGreedyChoice } from '../model/first-choice.ts'
import { totalContractedValue, type MarketProgram } from '../model/program.ts'
import { findDominatedColumns } from '../model/reduce.ts'
import { splitIntoSubmarkets, removeColumns } from '../model/submarkets.ts'
import { prepareSubproblem, type PreparedSubproblem } from '../solver/prepared.ts'
import type { Solver, SolverName, SolveResult } from '../solver/solve-request.ts'
import { relativeBoundGap } from './progress.ts'
import { MOST_COUNTED } from './contested.ts'
import { findWinnersByTieRule, type ColumnTieRank, type WinningChoice } from './winners.ts'

/** Progress of the search: best value and bound known, in pence, and the fraction of the work done. */
export interface SearchProgress {
  best: Pence
  bound: Pence
  done: number
}

/** Options of the search. */
export interface FindMatchOptions {
  solve: Solver
  cancelled?: () => boolean
  /** True when no time is left; the best known match is then the result. */
  isOver: () => boolean
  onProgress: (progress: SearchProgress) => void
}

/** Formulation of a part of the market, and the solver that proved its best match. */
export interface SolvedComponent {
  formulation: PreparedSubproblem['formulation']
  solver: SolverName
}

/** The best match of a whole market. */
export interface BestMatch {
  x: Float64Array
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** Number of other matches as good, counted up to a limit in each part. */
  alternatives: number
  parts: SolvedComponent[]
}

/** A part of the market, the origin of its columns, and what is known before any search. */
interface Part extends PreparedSubproblem {
  from: number[]
  /** A feasible match of the part. */
  known: Float64Array
  best: number
  /** Upper bound of the part. */
  bound: number
}

/** Sum of all bids, which no part can exceed. */
const allBids = ({ columns }: MarketProgram): number =>
  columns.reduce((sum, { value, upper }) => sum + Math.max(0, value * upper), 0)

const better = (program: MarketProgram, a: Float64Array, b: Float64Array): Float64Array =>
  totalContractedValue(program, b) > totalContractedValue(program, a) ? b : a

/** The answer to a question, or null if the time limit passes before it is there. */
const orNoneInTime = (ask: () => SolveResult): SolveResult | null => {
  try {
    return ask()
  } catch (stopped) {
    if (stopped instanceof TimeLimitError) return null
    throw stopped
  }
}

/** First matches of a part, from its bids and asks and near its relaxation, and the relaxation's bound. */
const knownOf = (
  { program, solve }: PreparedSubproblem,
  part: MarketProgram,
  { cancelled, isOver }: FindMatchOptions,
) => {
  const pulse = (): void => {
    if (cancelled?.() === true) throw new MatchCancelledError()
  }
  const first = findGreedyChoice(part, pulse)
  const relaxed = isOver() ? null : orNoneInTime(() => solve({ program, relaxed: true, cancelled }))
  const near = relaxed?.x == null || isOver() ? first : findGreedyChoice(part, pulse, relaxed.x)
  const known = better(program, first, near)
  const bound = relaxed?.status === 'optimal' ? relaxed.value : allBids(program)
  return { known, best: totalContractedValue(program, known), bound }
}

/** The parts of a market without its dominated columns, smallest first. */
const partsOf = (program: MarketProgram, options: FindMatchOptions): Part[] => {
  const reduced = removeColumns(program, findDominatedColumns(program))
  return splitIntoSubmarkets(reduced.program, false)
    .toSorted((a, b) => a.from.length - b.from.length)
    .map(part => {
      const ready = prepareSubproblem(options.solve, part.program)
      const from = part.from.map(column => reduced.from[column]!)
      return { ...ready, from, ...knownOf(ready, part.program, options) }
    })
}

/** The best choice of a part by the tie rule: from tables if it was too hard to search, else by questions. */
const winnersOf = (
  part: Part,
  ranks: readonly ColumnTieRank[],
  { cancelled, isOver }: FindMatchOptions,
  first: SolveResult,
): WinningChoice => {
  const { program, solve, special } = part
  const pulse = (): void => {
    if (cancelled?.() === true) throw new MatchCancelledError()
    if (isOver()) throw new TimeLimitError()
  }
  const choice = special()?.byTieRule(ranks, MOST_COUNTED, pulse) ?? null
  if (choice !== null) return { ...choice, surplus: totalContractedValue(program, choice.x) }
  return findWinnersByTieRule(program, ranks, solve, { cancelled }, first, pulse)
}

/** Error bound of sums in pence: arbitrarily divisible bids of the generic format are not whole pence. */
const NOISE = 0.05

const sumOf = (parts: readonly Part[], of: 'best' | 'bound'): number =>
  parts.reduce((sum, part) => sum + part[of], 0)

/**
 * Finds the greatest surplus, part by part, each proven; of equal ones the match that the tie rule selects. First it
 * finds a match and a bound of every part, so that the whole has both from the start.
 */
export const findBestMatch = (
  program: MarketProgram,
  ranks: readonly ColumnTieRank[],
  options: FindMatchOptions,
): BestMatch => {
  const { cancelled, isOver, onProgress } = options
  const parts = partsOf(program, options)
  const total = parts.reduce((sum, { from }) => sum + from.length, 0)
  const x = new Float64Array(program.columns.length)
  const put = ({ from }: Part, choice: Float64Array): void =>
    from.forEach((column, at) => (x[column] = choice[at]!))
  for (const part of parts) put(part, part.known)
  const settled: SolvedComponent[] = []
  let decidedBy: BestMatch['decidedBy'] = 1
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
      best = totalContractedValue(part.program, known)
      bound = Math.max(best, Math.min(bound, most))
      throw new UnprovenComponent(x, progress(), part.from)
    }
    tell(null, null)
    if (isOver()) stop(null, Infinity)
    const ask = { program: part.program, cancelled }
    let first: SolveResult | null = null
    try {
      first = part.solve({ ...ask, onBound: tell })
      if (first.status !== 'optimal' || first.x === null) stop(first.x, first.bound)
      const own = part.from.map(column => ranks[column]!)
      const winners = winnersOf(part, own, options, first)
      if (isOver()) stop(winners.x, first.bound)
      put(part, winners.x)
      surplus += totalContractedValue(part.program, winners.x)
      asGood *= winners.alternatives + 1
      decidedBy = Math.max(decidedBy, winners.decidedBy) as BestMatch['decidedBy']
      settled.push({ formulation: part.formulation, solver: first.solver ?? 'branchAndBound' })
      done += part.from.length
    } catch (stopped) {
      if (!(stopped instanceof TimeLimitError)) throw stopped
      stop(first?.x ?? null, first?.bound ?? Infinity)
    }
  }
  return { x, surplus: totalContractedValue(program, x), decidedBy, alternatives: asGood - 1, parts: settled }
}

/** The unfinished match, by column, which the caller translates to names. Every part has one. */
export class UnprovenComponent extends Error {
  readonly x: Float64Array
  readonly bound: Pence
  readonly gap: number | null
  /** Columns of the part that was searched last. */
  readonly columns: readonly number[]

  constructor(x: Float64Array, { best, bound }: SearchProgress, columns: readonly number[]) {
    super('A part of the market could not be proven')
    this.x = x
    this.bound = bound
    this.gap = relativeBoundGap(best, bound)
    this.columns = columns
  }
}
