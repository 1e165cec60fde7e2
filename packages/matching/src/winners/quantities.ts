import type { MatchRequirement } from '../problem/match-problem.ts'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'
import { totalAskOfProject, type CompiledMarket, type RequirementWinOption } from '../model/compile.ts'
import { restoreFraction, contractAtFraction } from '../model/portions.ts'

/** Units and value that a requirement won, in whole numbers. */
export interface WonRequirement {
  requirement: MatchRequirement
  ongoingOnly: boolean
  /** The part of its units that it won. */
  part: number
  ongoing: Units
  additional: Units
  value: Pence
}

/** Winners and quantities, in the integers of the contracts. */
export interface WonQuantities {
  projects: string[]
  requirements: Map<string, WonRequirement>
  surplus: Pence
}

/** Units are rounded down to ten-thousandths and money to pence, so that no one pays for more than they get. */
const wonBy = (
  { requirement, ongoingOnly, column }: RequirementWinOption,
  market: CompiledMarket,
  x: number,
): WonRequirement => {
  const bid = ongoingOnly ? requirement.bidOngoingOnly! : requirement.bid
  const wanted = ongoingOnly ? 0 : requirement.additionalUnits
  const { ongoingUnits } = requirement
  const { grains } = market.program.columns[column]!
  if (grains === undefined || x >= 1)
    return { requirement, ongoingOnly, part: 1, ongoing: ongoingUnits, additional: wanted, value: bid }
  const won = contractAtFraction(
    { ongoing: ongoingUnits, additional: wanted, bid },
    restoreFraction(grains, x),
  )
  return { requirement, ongoingOnly, ...won, part: Number(won.part.over) / Number(won.part.under) }
}

/** Result of the winner determination in whole pence and ten-thousandths of a unit. */
export const calculateWonQuantities = (market: CompiledMarket, x: ArrayLike<number>): WonQuantities => {
  const projects = market.problem.projects.filter(({ id }) => x[market.projectColumn.get(id)!]! > 0)
  const won = market.options
    .filter(({ column }) => x[column]! > 0)
    .map(option => wonBy(option, market, x[option.column]!))
  const requirements = won.filter(({ ongoing, additional }) => ongoing + additional > 0)
  const bids = requirements.reduce((sum, { value }) => sum + value, 0)
  return {
    projects: projects.map(({ id }) => id),
    requirements: new Map(requirements.map(entry => [entry.requirement.id, entry])),
    surplus: bids - projects.reduce((sum, project) => sum + totalAskOfProject(project), 0),
  }
}
