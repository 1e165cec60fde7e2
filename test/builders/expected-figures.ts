import { type Holding, HOLDINGS } from '#domain/balance'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { MatchFlow } from '#domain/match-solution'
import { keptOf } from '#domain/reserve'
import { type Service, supplyOf } from '#domain/service'
import type { SettledMarket } from './random-settlement.ts'

// What a settlement comes to, worked out day by day from offers and flows, and from none of its credits.

interface Stretch {
  start: Day
  end: Day | null
}

const isRunning =
  (day: Day) =>
  ({ start, end }: Stretch): boolean =>
    start <= day && (end === null || day < end)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Every day on which a figure of a round may change. */
export const boundaryDays = ({ round, services, solution, problem, requirements }: SettledMarket): Day[] => {
  const stretches: Stretch[] = [
    ...services.flatMap(service => supplyOf(service, round.biodiversitySupply)),
    ...solution.flows,
  ]
  const days = stretches.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const needs = requirements.flatMap(({ redemptionDate }) => redemptionDate ?? [])
  return [...new Set([...days, ...needs, ...(problem.ampEnd ? [problem.ampEnd] : [])])].toSorted()
}

/** The units that flow on a day, of flows that are wanted. */
export const flowing = (
  { solution }: SettledMarket,
  day: Day,
  isWanted: (flow: MatchFlow) => boolean,
): number =>
  sum(solution.flows.filter(flow => isWanted(flow) && isRunning(day)(flow)).map(({ units }) => units))

/** All that a service supplies on a day. */
export const supplied = ({ round }: SettledMarket, service: Service, day: Day): number =>
  sum(
    supplyOf(service, round.biodiversitySupply)
      .filter(isRunning(day))
      .map(({ units }) => units),
  )

const SOLD: Readonly<Record<string, Holding>> = {
  RightsCreated: 'rightsCreated',
  RightsAllocated: 'rightsAllocated',
  CreditsIssued: 'issued',
  CreditsRedeemed: 'redeemed',
  Retired: 'retired',
}

/** Where the units of a winning service are on a day, by what its requirements and its project have come to. */
const dividedOn = (market: SettledMarket, service: Service, day: Day): Record<Holding, number> => {
  const { problem, solution, requirements, retired } = market
  const lines = Object.fromEntries(HOLDINGS.map(holding => [holding, 0])) as Record<Holding, number>
  const total = supplied(market, service, day)
  const here = solution.flows.filter(flow => flow.serviceId === service.id).filter(isRunning(day))
  for (const { requirementId, units } of here)
    lines[SOLD[requirements.find(({ id }) => id === requirementId)!.status]!] += units
  const reserve =
    problem.reserve?.appliesTo === 'supply'
      ? keptOf(total, problem.reserve.basisPoints)
      : sum(here.map(({ reserved }) => reserved))
  const isRetired = retired.includes(service.projectId)
  lines[isRetired ? 'retired' : 'reserve'] += reserve
  lines[isRetired ? 'retired' : 'unsold'] += total - reserve - sum(here.map(({ units }) => units))
  return lines
}

/** Which services of a round won. */
export const winning = ({ projects, services }: SettledMarket): Service[] =>
  services.filter(({ projectId }) =>
    projects.some(({ id, status }) => id === projectId && status === 'Matched'),
  )

/** Where the units of some winning services are on a day, in ten-thousandths, by credit type. */
export const expectedOn = (
  market: SettledMarket,
  day: Day,
  services: readonly Service[] = winning(market),
): Record<CreditType, Record<Holding, number>> => {
  const byType = CREDIT_TYPES.map((creditType): [CreditType, Record<Holding, number>] => {
    const its = services.filter(({ type }) => type === creditType).map(one => dividedOn(market, one, day))
    const lines = HOLDINGS.map(holding => [holding, sum(its.map(one => one[holding]))])
    return [creditType, Object.fromEntries(lines) as Record<Holding, number>]
  })
  return Object.fromEntries(byType) as Record<CreditType, Record<Holding, number>>
}
