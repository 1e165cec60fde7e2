import { type Holding, HOLDINGS } from '#domain/credit/balance'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { MatchFlow } from '@credit-market/matching/problem/match-solution'
import { reserveUnits } from '@credit-market/matching/problem/match-problem'
import { type Service, supplyOf } from '#domain/project/service'
import type { SettledMarket } from './random-settlement.ts'

// The expected figures of a settlement, calculated date by date from offers and flows, and from none of its credits.

interface Stretch {
  start: Day
  end: Day | null
}

const isRunning =
  (day: Day) =>
  ({ start, end }: Stretch): boolean =>
    start <= day && (end === null || day < end)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Every date on which a figure of a round can change. */
export const listBoundaryDays = ({
  round,
  services,
  solution,
  problem,
  requirements,
}: SettledMarket): Day[] => {
  const stretches: Stretch[] = [
    ...services.flatMap(service => supplyOf(service, round.biodiversitySupply)),
    ...solution.flows,
  ]
  const days = stretches.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const needs = requirements.flatMap(({ redemptionDate }) => redemptionDate ?? [])
  return [...new Set([...days, ...needs, ...(problem.ampEnd ? [problem.ampEnd] : [])])].toSorted()
}

/** The units that flow on a date, for the selected flows. */
export const unitsFlowingOnDate = (
  { solution }: SettledMarket,
  day: Day,
  isWanted: (flow: MatchFlow) => boolean,
): number =>
  sum(solution.flows.filter(flow => isWanted(flow) && isRunning(day)(flow)).map(({ units }) => units))

/** The supply of a service on a date. */
export const unitsSuppliedOnDate = ({ round }: SettledMarket, service: Service, day: Day): number =>
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

/** The holdings of a winning service on a date, by the progress of its requirements and project. */
const dividedOn = (market: SettledMarket, service: Service, day: Day): Record<Holding, number> => {
  const { problem, solution, requirements, retired } = market
  const lines = Object.fromEntries(HOLDINGS.map(holding => [holding, 0])) as Record<Holding, number>
  const total = unitsSuppliedOnDate(market, service, day)
  const here = solution.flows.filter(flow => flow.serviceId === service.id).filter(isRunning(day))
  for (const { requirementId, units } of here)
    lines[SOLD[requirements.find(({ id }) => id === requirementId)!.status]!] += units
  const reserve =
    problem.reserve?.appliesTo === 'supply'
      ? reserveUnits(total, problem.reserve.basisPoints)
      : sum(here.map(({ reserved }) => reserved))
  const isRetired = retired.includes(service.projectId)
  lines[isRetired ? 'retired' : 'reserve'] += reserve
  lines[isRetired ? 'retired' : 'unsold'] += total - reserve - sum(here.map(({ units }) => units))
  return lines
}

/** The winning services of a round. */
export const listWinningServices = ({ projects, services }: SettledMarket): Service[] =>
  services.filter(({ projectId }) =>
    projects.some(({ id, status }) => id === projectId && status === 'Matched'),
  )

/** The holdings of some winning services on a date, in ten-thousandths, by credit type. */
export const expectedHoldings = (
  market: SettledMarket,
  day: Day,
  services: readonly Service[] = listWinningServices(market),
): Record<CreditType, Record<Holding, number>> => {
  const byType = CREDIT_TYPES.map((creditType): [CreditType, Record<Holding, number>] => {
    const its = services.filter(({ type }) => type === creditType).map(one => dividedOn(market, one, day))
    const lines = HOLDINGS.map(holding => [holding, sum(its.map(one => one[holding]))])
    return [creditType, Object.fromEntries(lines) as Record<Holding, number>]
  })
  return Object.fromEntries(byType) as Record<CreditType, Record<Holding, number>>
}
