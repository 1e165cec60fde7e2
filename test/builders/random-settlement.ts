import type { Credit } from '#domain/credit/credit'
import { CREDIT_TYPES, isNutrient } from '@credit-market/matching/problem/credit-type'
import { addDays, addYears, type Day } from '@credit-market/values/dates'
import { freezeMatchProblem } from '#domain/match/freeze'
import {
  type MatchProblem,
  type MatchSupply,
  reserveUnits,
} from '@credit-market/matching/problem/match-problem'
import type { MatchFlow, MatchSolution } from '@credit-market/matching/problem/match-solution'
import { PROJECT_DURATIONS, type Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { BIODIVERSITY_SUPPLY_RULES, RESERVE_APPLIES_TO, type Round } from '#domain/round/round'
import { type Service, supplyOf } from '#domain/project/service'
import { settleRound } from '#domain/match/settlement'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { aProject, aRequirement, aRound, aService } from './market.ts'

/** A settled round as it is stored, with the match that settled it. */
export interface SettledMarket {
  round: Round
  projects: Project[]
  services: Service[]
  requirements: Requirement[]
  problem: MatchProblem
  solution: MatchSolution
  credits: Credit[]
  /** Projects whose reserve and unsold units have been retired. */
  retired: string[]
}

const FIRST: Day = '2026-01-01'

/** About thirteen units, down to the ten-thousandth. */
const someUnits = (r: RandomNumberGenerator): number => r.whole(1, r.chance(0.2) ? 9 : 130_000)

const aSomeService = (r: RandomNumberGenerator, id: string, projectId: string): Service => {
  const type = r.pick(CREDIT_TYPES)
  const gains = Array.from({ length: r.whole(1, 4) }, () => (r.chance(0.3) ? 0 : someUnits(r)))
  return aService({
    id,
    projectId,
    type,
    duration: r.chance(0.5) ? 'Permanent' : r.pick(PROJECT_DURATIONS),
    mitigationBegins: addDays(FIRST, r.whole(0, 1_500)),
    ...(isNutrient(type)
      ? { units: r.chance(0.05) ? 0 : someUnits(r) }
      : { units: null, gainsPerYear: gains, baselineUnitsLost: r.chance(0.3) ? r.whole(0, 30_000) : null }),
  })
}

const aSomeRequirement = (r: RandomNumberGenerator, id: string, roundId: string): Requirement => {
  const creditType = r.pick(CREDIT_TYPES)
  const [ongoing, additional] = [someUnits(r), r.chance(0.5) ? someUnits(r) : 0]
  return aRequirement({
    id,
    roundId,
    name: `Requirement ${id}`,
    creditType,
    ...(isNutrient(creditType)
      ? { nutrientType: 'both', nutrientOngoingUnits: ongoing, nutrientAdditionalUnits: additional }
      : { nutrientType: null, nutrientOngoingUnits: null, bioUnits: ongoing, bioIsDivisible: r.chance(0.5) }),
    redemptionDate: addDays(FIRST, r.whole(0, 1_500)),
  })
}

/** A period of a supply, and the units left throughout it. */
interface Cell {
  start: Day
  end: Day | null
  left: number
}

const cellsOf = (
  r: RandomNumberGenerator,
  supply: readonly MatchSupply[],
  reserve: MatchProblem['reserve'],
): Cell[] =>
  supply.flatMap(({ start, end, units }) => {
    const last = end ?? addYears(start, 20)
    const cuts = Array.from({ length: r.whole(0, 3) }, () => addDays(start, r.whole(1, 2_500)))
    const days = [start, ...[...new Set(cuts)].filter(day => start < day && day < last).toSorted()]
    const kept = reserve?.appliesTo === 'supply' ? reserveUnits(units, reserve.basisPoints) : 0
    return days.map((day, at) => ({ start: day, end: days[at + 1] ?? end, left: units - kept }))
  })

/** The reserve for this many sold units; additional units of a need may be sold without one. */
const keptWith = (r: RandomNumberGenerator, units: number, reserve: MatchProblem['reserve']): number => {
  if (reserve === null || reserve.appliesTo === 'supply') return 0
  return reserve.appliesTo === 'ongoingDemand' && r.chance(0.4) ? 0 : reserveUnits(units, reserve.basisPoints)
}

/** Flows out of a service: to any need of its type, one after another, in parallel, or both from another service. */
const flowsOf = (
  r: RandomNumberGenerator,
  service: Service,
  needs: readonly Requirement[],
  { biodiversitySupply }: Round,
  reserve: MatchProblem['reserve'],
): MatchFlow[] => {
  const cells = cellsOf(r, supplyOf(service, biodiversitySupply), reserve)
  const flows: MatchFlow[] = []
  const suiting = needs.filter(need => need.creditType === service.type)
  for (let tries = r.whole(0, 5); tries > 0 && suiting.length > 0 && cells.length > 0; tries -= 1) {
    const from = r.whole(0, cells.length - 1)
    const through = cells.slice(from, r.whole(from, cells.length - 1) + 1)
    const most = Math.min(...through.map(({ left }) => left))
    const units = r.chance(0.2) ? most : r.whole(0, most)
    const reserved = keptWith(r, units, reserve)
    if (units === 0 || units + reserved > most) continue
    for (const cell of through) cell.left -= units + reserved
    flows.push({
      projectId: service.projectId,
      serviceId: service.id,
      requirementId: r.pick(suiting).id,
      start: through[0]!.start,
      end: through.at(-1)!.end,
      units,
      reserved,
    })
  }
  return flows
}

const LOST = { won: false, value: 0, share: 0, payment: 0, reason: 'price', critical: null } as const
const WON = { won: true, value: 100, share: 0, reason: null, critical: null } as const

const solutionOf = (
  { projects, requirements }: MatchProblem,
  flows: MatchFlow[],
  winners: ReadonlySet<string>,
): MatchSolution => {
  const outcome = (id: string, payment: number) =>
    winners.has(id) ? { ...WON, payment, sentence: 'It won.' } : { ...LOST, sentence: 'It lost.' }
  return {
    version: 1,
    problemHash: 'a'.repeat(64),
    engine: { name: 'e', version: '1', solver: 's', options: {}, seed: 1, batches: [], criticalPrices: null },
    rule: 'Lindsay2018',
    surplus: 0,
    proven: true,
    exact: true,
    shareHalfWidth: null,
    tie: { decidedBy: 1, alternatives: 0, note: '' },
    projects: projects.map(({ id, supplierId }) => ({
      id,
      organisationId: supplierId,
      ...outcome(id, -100),
    })),
    requirements: requirements.map(({ id, buyerId, ongoingUnits, additionalUnits }) => ({
      id,
      organisationId: buyerId,
      ...outcome(id, 100),
      fraction: winners.has(id) ? 10_000 : 0,
      ongoingOnly: false,
      ongoingUnits,
      additionalUnits,
    })),
    organisations: [],
    flows,
    groups: [],
    warnings: [],
    comparison: { vcg: [], payAsBid: [] },
  }
}

/**
 * A small, randomly settled round: any credit types, terms and reserve, with flows that overlap, follow one another and
 * bridge the time between two services, as far as the supply lasts. The same seed gives the same round.
 */
export const createRandomSettlement = (seed: number, has: Partial<Round> = {}): SettledMarket => {
  const r = createSeededRandom(seed)
  const id = `random-${seed}`
  const round = aRound({
    id,
    name: `Round ${seed}`,
    status: 'Matched',
    services: [...CREDIT_TYPES],
    hasReserve: r.chance(0.8),
    reserveBasisPoints: r.whole(1, 3_000),
    reserveAppliesTo: r.pick(RESERVE_APPLIES_TO),
    biodiversitySupply: r.pick(BIODIVERSITY_SUPPLY_RULES),
    ...has,
  })
  const projects = Array.from({ length: r.whole(1, 3) }, (_, n) =>
    aProject({ id: `${id}-p${n}`, roundId: id, name: `Project ${seed} ${n}` }),
  )
  const services = projects.flatMap(project =>
    Array.from({ length: r.whole(1, 3) }, (_, n) => aSomeService(r, `${project.id}-${n}`, project.id)),
  )
  const needs = Array.from({ length: r.whole(1, 4) }, (_, n) => aSomeRequirement(r, `${id}-r${n}`, id))
  const problem = freezeMatchProblem({
    round,
    projects,
    services,
    requirements: needs,
    projectGroups: [],
    requirementGroups: [],
    grouped: [],
    participations: [],
  })
  const won = projects.filter(() => r.chance(0.7)).map(one => one.id)
  const flows = services
    .filter(({ projectId }) => won.includes(projectId))
    .flatMap(service => flowsOf(r, service, needs, round, problem.reserve))
  const winners = new Set([...won, ...flows.map(({ requirementId }) => requirementId)])
  const solution = solutionOf(problem, flows, winners)
  const settled = settleRound({ problem, solution, projects, requirements: needs, services })
  return {
    round: { ...round, status: 'Settled', settledAt: '2026-11-01T09:00:00.000Z' },
    projects: settled.projects.map(({ project, to }) => ({ ...project, status: to })),
    services,
    requirements: settled.requirements.map(({ requirement, to }) => ({ ...requirement, status: to })),
    problem,
    solution,
    credits: settled.credits.map((credit, n) => ({
      ...credit,
      ...{ id: `${id}-c${n}`, version: 1, lapsedRequirementId: null, returnCaseId: null },
    })),
    retired: [],
  }
}

/** The statuses of a requirement and its credits after settlement. */
export const STATUSES_AFTER_SETTLEMENT = [
  ['RightsCreated', 'RightsCreated'],
  ['RightsAllocated', 'RightsAllocated'],
  ['CreditsIssued', 'Issued'],
  ['CreditsRedeemed', 'Redeemed'],
  ['Retired', 'Retired'],
] as const

/** The same round some time later: its requirements and projects have progressed to different points. */
export const ageSettlement = (market: SettledMarket, seed: number): SettledMarket => {
  const r = createSeededRandom(seed)
  const requirements = market.requirements.map(one => {
    const [status] = r.pick(STATUSES_AFTER_SETTLEMENT)
    return one.status === 'Unmatched' ? one : { ...one, status }
  })
  const retired = market.projects.filter(() => r.chance(0.2)).map(({ id }) => id)
  const issued = market.projects.filter(() => r.chance(0.5)).map(({ id }) => id)
  const statusOf = ({ requirementId, projectId, status }: Credit): Credit['status'] => {
    const its = requirements.find(({ id }) => id === requirementId)
    if (its) return STATUSES_AFTER_SETTLEMENT.find(([of]) => of === its.status)![1]
    return retired.includes(projectId) ? 'Retired' : issued.includes(projectId) ? 'Issued' : status
  }
  return {
    ...market,
    requirements,
    retired,
    credits: market.credits.map(credit => ({ ...credit, status: statusOf(credit) })),
  }
}
