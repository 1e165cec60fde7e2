import type { MatchProject, MatchRequirement } from '#domain/match-problem'
import type { LossReason } from '#domain/match-solution'
import type { Pence } from '#domain/money'
import type { Market } from '../model/compile.ts'
import { isDivisible } from '../model/portions.ts'
import { totalValue } from '../model/program.ts'
import { unmeetable } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { prepared, type Prepared } from '../solver/prepared.ts'
import type { Solver } from '../solver/solve-request.ts'
import type { Won } from '../winners/quantities.ts'
import { distanceOf, distanceOfPart, type Contest, type Distance, type ForceOptions } from './critical.ts'
import { whyProjectLost, whyRequirementLost } from './reasons.ts'

/** Why something lost, and the price at which it would have tied. */
export interface Loss {
  reason: LossReason
  critical: Pence | null
}

/** Losses by project and by requirement. */
export interface Losses {
  /** How many critical prices were found where more would have been too much work; null when none is missing. */
  found: number | null
  projects: Map<string, Loss>
  requirements: Map<string, Loss>
}

/**
 * How far something was from winning, when it was too much work to find out; not a tie at any rate that anybody
 * knows of.
 */
const UNKNOWN = Infinity

/** What explaining needs besides the market: somebody to tell, who may throw to end it. */
export interface ExplainOptions extends ForceOptions {
  /** Find exactly so many critical prices, to repeat an earlier result; without a number, as many as are affordable. */
  most?: number | undefined
  onProgress: (done: number) => void
}

/**
 * How much work critical prices may be, in flows searched: about ten minutes. Counted and not timed, so that the same
 * round always gets the same ones.
 */
const MOST_WORK = 400_000

/** Finds, for any column, how far it was from winning; each part of the market is prepared once. */
const distances = (market: Market, x: ArrayLike<number>, solve: Solver, options: ExplainOptions) => {
  const gone = unmeetable(market.program)
  const rest = without(market.program, gone)
  const known = new Map<string, Distance>()
  const place = new Map<number, { part: Prepared & Contest; at: number }>()
  for (const part of submarkets(rest.program, false)) {
    const chosen = part.from.map(column => x[rest.from[column]!]!)
    const ready = { ...prepared(solve, part.program), best: totalValue(part.program, chosen) }
    part.from.forEach((column, at) => place.set(rest.from[column]!, { part: ready, at }))
  }
  let isOver = false
  let work = 0
  const mayAsk = ({ work: more }: Prepared): boolean => {
    work += more
    isOver ||= options.most === undefined ? work > MOST_WORK : known.size >= options.most
    return !isOver
  }
  const distance = (column: number, portion = 0): Distance => {
    const found = place.get(column)
    if (found === undefined) return null
    const { part, at } = found
    const isDivided = isDivisible(part.program.columns[at]!)
    const key = isDivided ? `${column} ${portion}` : `${column}`
    const before = known.get(key)
    if (before !== undefined) return before
    if (!mayAsk(part)) return UNKNOWN
    const short = isDivided ? distanceOfPart(part, at, portion, options) : distanceOf(part, at, options)
    known.set(key, short)
    return short
  }
  return { distance, found: () => (isOver ? known.size : null) }
}

/** The bid, or below the offer, at which it would have tied. */
const criticalBid = ({ bid }: MatchRequirement, distance: Distance): Pence | null =>
  distance === null || distance === UNKNOWN ? null : bid + distance

const criticalOffer = ({ offer }: MatchProject, distance: Distance): Pence | null => {
  if (distance === null || distance === UNKNOWN) return null
  const critical = offer - distance
  return critical < 0 ? null : critical
}

/** Why each losing project and requirement lost, with the critical price of each (market rules 2.7). */
export const explainLosses = (
  market: Market,
  x: ArrayLike<number>,
  won: Won,
  solve: Solver,
  options: ExplainOptions,
): Losses => {
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
    .map((project): [string, Loss] => {
      const short = distance(market.projectColumn.get(project.id)!)
      return step([
        project.id,
        { reason: whyProjectLost(market, won, project, short), critical: criticalOffer(project, short) },
      ])
    })
  const lostRequirements = requirements
    .filter(({ id }) => !won.requirements.has(id))
    .map((requirement): [string, Loss] => {
      const full = market.options.find(
        option => option.requirement.id === requirement.id && !option.ongoingOnly,
      )!
      const together = market.options.filter(({ column }) => column === full.column)
      const short = distance(full.column, together.indexOf(full))
      const reason = whyRequirementLost(market, won, requirement, short)
      return step([requirement.id, { reason, critical: criticalBid(requirement, short) }])
    })
  return { found: found(), projects: new Map(lostProjects), requirements: new Map(lostRequirements) }
}
