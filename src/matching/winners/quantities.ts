import type { MatchRequirement } from '#domain/match-problem'
import type { Pence } from '#domain/money'
import type { Units } from '#domain/units'
import { totalAskOf, type Market, type Alternative } from '../model/compile.ts'
import { partOf, portionAt } from '../model/portions.ts'

/** What a requirement won, in whole units and pence. */
export interface WonRequirement {
  requirement: MatchRequirement
  ongoingOnly: boolean
  /** The part of its units that it won. */
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

/** Units are rounded down to ten-thousandths and money to pence, so nobody pays for more than it gets. */
const wonBy = (
  { requirement, ongoingOnly, column }: Alternative,
  market: Market,
  x: number,
): WonRequirement => {
  const bid = ongoingOnly ? requirement.bidOngoingOnly! : requirement.bid
  const wanted = ongoingOnly ? 0 : requirement.additionalUnits
  const { ongoingUnits } = requirement
  const { grains } = market.program.columns[column]!
  if (grains === undefined || x >= 1)
    return { requirement, ongoingOnly, part: 1, ongoing: ongoingUnits, additional: wanted, value: bid }
  const won = portionAt({ ongoing: ongoingUnits, additional: wanted, bid }, partOf(grains, x))
  return { requirement, ongoingOnly, ...won, part: Number(won.part.over) / Number(won.part.under) }
}

/** The result of the winner determination in whole pence and ten-thousandths of a unit. */
export const quantitiesOf = (market: Market, x: ArrayLike<number>): Won => {
  const projects = market.problem.projects.filter(({ id }) => x[market.projectColumn.get(id)!]! > 0)
  const won = market.options
    .filter(({ column }) => x[column]! > 0)
    .map(option => wonBy(option, market, x[option.column]!))
  const requirements = won.filter(({ ongoing, additional }) => ongoing + additional > 0)
  const bids = requirements.reduce((sum, { value }) => sum + value, 0)
  return {
    projects: projects.map(({ id }) => id),
    requirements: new Map(requirements.map(entry => [entry.requirement.id, entry])),
    surplus: bids - projects.reduce((sum, project) => sum + totalAskOf(project), 0),
  }
}
