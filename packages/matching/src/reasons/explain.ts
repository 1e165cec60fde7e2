import type { MatchProject, MatchRequirement } from '../problem/match-problem.ts'
import type { LossReason } from '../problem/match-solution.ts'
import type { Pence } from '@credit-market/values/money'
import type { CompiledMarket } from '../model/compile.ts'
import { isDivisible } from '../model/portions.ts'
import { totalContractedValue } from '../model/program.ts'
import { findUnservableColumns } from '../model/reduce.ts'
import { splitIntoSubmarkets, removeColumns } from '../model/submarkets.ts'
import { interchangeableChoices, type InterchangeableChoices } from '../solver/interchangeable.ts'
import { prepareSubproblem, type PreparedSubproblem } from '../solver/prepared.ts'
import type { Solver } from '../solver/solve-request.ts'
import type { WonQuantities } from '../winners/quantities.ts'
import {
  criticalPriceDistance,
  partialWinDistance,
  type LosingItemSubmarket,
  type CriticalPriceDistance,
  type ForcedSolveOptions,
} from './critical.ts'
import { answerByOwnSearch } from './by-own-search.ts'
import { findProjectLossReason, findRequirementLossReason } from './reasons.ts'

/** Reason of a loss, and the price at which it would have tied. */
export interface LossExplanation {
  reason: LossReason
  critical: Pence | null
}

/** Losses by project and by requirement. */
export interface LossExplanations {
  /** Number of critical prices found, if more would have been too much work; null if none is missing. */
  found: number | null
  projects: Map<string, LossExplanation>
  requirements: Map<string, LossExplanation>
}

/** Distance of an item for which the search was too much work; not known to be a tie. */
const UNKNOWN = Infinity

/** Options of explaining: progress, and a callback that may throw to cancel. */
export interface ExplainOptions extends ForcedSolveOptions {
  /** Exact number of critical prices, to repeat an earlier result; without it, as many as the work limit allows. */
  most?: number | undefined
  onProgress: (done: number) => void
  /** Called often; may throw to cancel. */
  pulse: () => void
}

/**
 * Work limit of critical prices, in flows searched: about ten minutes. Not a time, so that the same round always gets
 * the same prices.
 */
const MOST_WORK = 400_000

/** A part of the market in which something lost, prepared, and its columns that are alike. */
interface LosingPart extends PreparedSubproblem, LosingItemSubmarket {
  alike: InterchangeableChoices
  /** The distance of each group of these, once known. */
  distances: Map<readonly number[], CriticalPriceDistance>
}

/** Returns a function that finds the distance of any column, once for all that are alike; each part of the market is prepared once. */
const distances = (market: CompiledMarket, x: ArrayLike<number>, solve: Solver, options: ExplainOptions) => {
  const gone = findUnservableColumns(market.program)
  const rest = removeColumns(market.program, gone)
  const known = new Map<string, CriticalPriceDistance>()
  const place = new Map<number, { part: LosingPart; at: number }>()
  for (const part of splitIntoSubmarkets(rest.program, false)) {
    const chosen = part.from.map(column => x[rest.from[column]!]!)
    const prepared = prepareSubproblem(solve, part.program)
    const ready = {
      ...prepared,
      solve: answerByOwnSearch(part.program, prepared.solve, options.pulse),
      best: totalContractedValue(part.program, chosen),
      alike: interchangeableChoices(part.program, () => ''),
      distances: new Map<readonly number[], CriticalPriceDistance>(),
    }
    part.from.forEach((column, at) => place.set(rest.from[column]!, { part: ready, at }))
  }
  let isOver = false
  let work = 0
  const mayAsk = ({ work: more }: PreparedSubproblem): boolean => {
    work += more
    isOver ||= options.most === undefined ? work > MOST_WORK : known.size >= options.most
    return !isOver
  }
  const distance = (column: number, portion = 0): CriticalPriceDistance => {
    const found = place.get(column)
    if (found === undefined) return null
    const { part, at } = found
    const isDivided = isDivisible(part.program.columns[at]!)
    const key = isDivided ? `${column} ${portion}` : `${column}`
    const before = known.get(key)
    if (before !== undefined) return before
    if (!mayAsk(part)) return UNKNOWN
    const members = part.alike[at] ?? []
    const short = isDivided
      ? partialWinDistance(part, at, portion, options)
      : part.distances.has(members)
        ? part.distances.get(members)!
        : criticalPriceDistance(part, at, options)
    part.distances.set(members, short)
    known.set(key, short)
    return short
  }
  return { distance, found: () => (isOver ? known.size : null) }
}

/** The bid at which it would have tied. */
const criticalBid = ({ bid }: MatchRequirement, distance: CriticalPriceDistance): Pence | null =>
  distance === null || distance === UNKNOWN ? null : bid + distance

const criticalOffer = ({ offer }: MatchProject, distance: CriticalPriceDistance): Pence | null => {
  if (distance === null || distance === UNKNOWN) return null
  const critical = offer - distance
  return critical < 0 ? null : critical
}

/** Reason and critical price of each losing project and requirement (market rules 2.7). */
export const explainLosses = (
  market: CompiledMarket,
  x: ArrayLike<number>,
  won: WonQuantities,
  solve: Solver,
  options: ExplainOptions,
): LossExplanations => {
  const { projects, requirements } = market.problem
  const { distance, found } = distances(market, x, solve, options)
  const losers = projects.length + requirements.length
  let done = 0
  const step = <T>(of: T): T => {
    done += 1
    options.onProgress(done / losers)
    return of
  }
  const lostProjects = projects
    .filter(({ id }) => !won.projects.includes(id))
    .map((project): [string, LossExplanation] => {
      const short = distance(market.projectColumn.get(project.id)!)
      return step([
        project.id,
        {
          reason: findProjectLossReason(market, won, project, short),
          critical: criticalOffer(project, short),
        },
      ])
    })
  const lostRequirements = requirements
    .filter(({ id }) => !won.requirements.has(id))
    .map((requirement): [string, LossExplanation] => {
      const full = market.options.find(
        option => option.requirement.id === requirement.id && !option.ongoingOnly,
      )!
      const together = market.options.filter(({ column }) => column === full.column)
      const short = distance(full.column, together.indexOf(full))
      const reason = findRequirementLossReason(market, won, requirement, short)
      return step([requirement.id, { reason, critical: criticalBid(requirement, short) }])
    })
  return { found: found(), projects: new Map(lostProjects), requirements: new Map(lostRequirements) }
}
