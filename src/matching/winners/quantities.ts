import type { MatchRequirement } from '#domain/match-problem'
import type { Pence } from '#domain/money'
import type { Units } from '#domain/units'
import { totalAskOf, type Market, type Alternative } from '../model/compile.ts'
import { NOTHING } from '../model/program.ts'

/** What a requirement won, in whole units and pence. */
export interface WonRequirement {
  requirement: MatchRequirement
  ongoingOnly: boolean
  /** The exact part won. */
  part: number
  ongoing: Units
  additional: Units
  value: Pence
}

/** Who won what, in the integers in which it is contracted. */
export interface Won {
  projects: string[]
  requirements: Map<string, WonRequirement>
  surplus: Pence
}

/** Solver noise must not cost a buyer a ten-thousandth of a unit. */
const NOISE = 1e-6

/** Units are rounded down to ten-thousandths and money to pence, so nobody pays for more than it gets. */
const wonBy = ({ requirement, ongoingOnly }: Alternative, x: number): WonRequirement => {
  const bid = ongoingOnly ? requirement.bidOngoingOnly! : requirement.bid
  const wanted = ongoingOnly ? 0 : requirement.additionalUnits
  if (x > 1 - NOTHING)
    return {
      requirement,
      ongoingOnly,
      part: 1,
      ongoing: requirement.ongoingUnits,
      additional: wanted,
      value: bid,
    }
  const ongoing = Math.floor(requirement.ongoingUnits * x + NOISE)
  const additional = Math.floor(wanted * x + NOISE)
  const part = Math.min(
    requirement.ongoingUnits > 0 ? ongoing / requirement.ongoingUnits : 1,
    wanted > 0 ? additional / wanted : 1,
  )
  return { requirement, ongoingOnly, part, ongoing, additional, value: Math.floor(bid * part + NOISE) }
}

/** The result of the winner determination in whole pence and ten-thousandths of a unit. */
export const quantitiesOf = (market: Market, x: ArrayLike<number>): Won => {
  const projects = market.problem.projects.filter(({ id }) => x[market.projectColumn.get(id)!]! > NOTHING)
  const won = market.options
    .filter(({ column }) => x[column]! > NOTHING)
    .map(option => wonBy(option, x[option.column]!))
  const requirements = won.filter(({ ongoing, additional }) => ongoing + additional > 0)
  const bids = requirements.reduce((sum, { value }) => sum + value, 0)
  return {
    projects: projects.map(({ id }) => id),
    requirements: new Map(requirements.map(entry => [entry.requirement.id, entry])),
    surplus: bids - projects.reduce((sum, project) => sum + totalAskOf(project), 0),
  }
}
