import type { MatchProblem } from '#domain/match-problem'
import type {
  MatchSolution,
  OrganisationPayment,
  ProjectResult,
  RequirementResult,
} from '#domain/match-solution'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

const projectMoney = (problem: MatchProblem, result: ProjectResult): string[] => {
  const project = problem.projects.find(({ id }) => id === result.id)
  if (project === undefined) return []
  const { offer, costs } = project
  const ask = sum([
    offer,
    costs.maintenance,
    costs.marketOperator,
    costs.complianceMonitoring,
    costs.performanceMonitoring,
  ])
  const right = result.won
    ? result.value === ask && result.payment === -ask - result.share && -result.payment >= ask
    : result.value === 0 && result.share === 0 && result.payment === 0
  return right ? [] : [`Project ${result.id}: its money is wrong`]
}

const requirementMoney = (problem: MatchProblem, result: RequirementResult): string[] => {
  const requirement = problem.requirements.find(({ id }) => id === result.id)
  if (requirement === undefined) return []
  if (!result.won) {
    const nothing = result.value === 0 && result.share === 0 && result.payment === 0 && result.fraction === 0
    return nothing ? [] : [`Requirement ${result.id}: it lost, but has money or units`]
  }
  const bid = result.ongoingOnly ? requirement.bidOngoingOnly : requirement.bid
  if (bid === null) return [`Requirement ${result.id}: it won its ongoing units without a bid for them`]
  const wanted = requirement.ongoingUnits + (result.ongoingOnly ? 0 : requirement.additionalUnits)
  const units = result.ongoingUnits + result.additionalUnits
  const whole = !requirement.divisible || result.ongoingOnly
  return [
    ...(whole && units !== wanted ? [`Requirement ${result.id}: it must win whole or not at all`] : []),
    ...(result.value * wanted > bid * units + bid
      ? [`Requirement ${result.id}: its value exceeds its part of the bid`]
      : []),
    ...(result.value > bid ? [`Requirement ${result.id}: its value exceeds the bid`] : []),
    ...(result.payment !== result.value - result.share || result.payment > result.value
      ? [`Requirement ${result.id}: it pays more than it bid`]
      : []),
  ]
}

const organisationMoney = ({ projects, requirements, organisations }: MatchSolution): string[] => {
  const won = [...projects.map(result => ({ ...result, value: -result.value })), ...requirements].filter(
    result => result.won,
  )
  const owners = [...new Set(won.map(({ organisationId }) => organisationId))]
  const wrong = (line: OrganisationPayment): boolean => {
    const own = won.filter(({ organisationId }) => organisationId === line.organisationId)
    return (
      line.value !== sum(own.map(({ value }) => value)) ||
      line.share !== sum(own.map(({ share }) => share)) ||
      line.payment !== sum(own.map(({ payment }) => payment)) ||
      line.share < 0
    )
  }
  return [
    ...(owners.toSorted().join('\n') === organisations.map(line => line.organisationId).join('\n')
      ? []
      : ['The winning organisations are not those with winning items']),
    ...organisations
      .filter(wrong)
      .map(({ organisationId }) => `${organisationId}: its money is not the sum of its items`),
  ]
}

/** Is every penny right: asks, bids, shares, payments, and their sums? */
export const moneyFindings = (problem: MatchProblem, solution: MatchSolution): string[] => {
  const { projects, requirements, organisations, surplus } = solution
  const bids = sum(requirements.map(({ value }) => value))
  const asks = sum(projects.map(({ value }) => value))
  return [
    ...projects.flatMap(result => projectMoney(problem, result)),
    ...requirements.flatMap(result => requirementMoney(problem, result)),
    ...organisationMoney(solution),
    ...(surplus === bids - asks ? [] : ['The surplus is not the winning bids less the winning asks']),
    ...(surplus >= 0 ? [] : ['The surplus is negative']),
    ...(sum(organisations.map(({ share }) => share)) === surplus
      ? []
      : ['The shares do not add up to the surplus']),
    ...(sum(organisations.map(({ payment }) => payment)) === 0 ? [] : ['The payments do not add up to zero']),
  ]
}
