import type {
  MatchGroup,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchService,
} from '../src/problem/match-problem.ts'
import { createSeededRandom, type RandomNumberGenerator } from '../src/pricing/random.ts'

const GOOD = { module: 'NA', broadHabitat: 'NA', habitatType: null, distinctiveness: null } as const

const nutrient = (id: string, units: number, phosphorous = false): MatchService => ({
  id,
  ...GOOD,
  creditType: phosphorous ? 'NutrientMitigationPhosphorous' : 'NutrientMitigationNitrogen',
  supply: [{ start: '2027-01-01', end: null, units }],
})

const project = (
  id: string,
  supplierId: string,
  offer: number,
  services: MatchService[],
  catchment = 'C1',
): MatchProject => ({
  id,
  name: id,
  supplierId,
  ncaId: 'N1',
  lpaId: 'L1',
  subcatchmentId: catchment,
  offer,
  costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 },
  services,
  offeredAt: '2026-10-01T09:00:00.000Z',
})

const requirement = (
  id: string,
  buyerId: string,
  ongoingUnits: number,
  bid: number,
  more: Partial<MatchRequirement> = {},
): MatchRequirement => ({
  id,
  name: id,
  buyerId,
  kind: 'Buyer',
  ...GOOD,
  creditType: 'NutrientMitigationNitrogen',
  ncaId: null,
  lpaId: null,
  subcatchmentId: 'C1',
  ongoingUnits,
  additionalUnits: 0,
  bid,
  bidOngoingOnly: null,
  divisible: false,
  redemptionDate: '2027-06-01',
  bidAt: '2026-10-02T09:00:00.000Z',
  ...more,
})

type Round = Pick<MatchProblem, 'projects' | 'requirements' | 'groups'>

/** A plain small market of one catchment: four sellers and four buyers. */
const plainMarket = (r: RandomNumberGenerator): Round => ({
  projects: Array.from({ length: 4 }, (_, at) =>
    project(`P${at}`, `S${at}`, r.whole(2, 9) * 1_000_000 + r.whole(0, 99), [
      nutrient(`P${at}-0`, r.whole(3, 30) * 100_000 + r.whole(0, 9_999)),
      ...(at % 2 === 1 ? [nutrient(`P${at}-1`, r.whole(1, 9) * 100_000, true)] : []),
    ]),
  ),
  requirements: Array.from({ length: 4 }, (_, at) =>
    requirement(
      `R${at}`,
      `B${at}`,
      r.whole(1, 9) * 100_000 + r.whole(0, 9_999),
      r.whole(2, 9) * 1_000_000 + r.whole(0, 99),
      at === 3 ? { creditType: 'NutrientMitigationPhosphorous' } : {},
    ),
  ),
  groups: [],
})

const idOf = (at: number): string => `X${String(at).padStart(3, '0')}`

const needs = (many: number, create: (id: string, at: number) => MatchRequirement): MatchRequirement[] =>
  Array.from({ length: many }, (_, at) => create(idOf(at), at))

const withNeeds = (round: Round, own: readonly MatchRequirement[]): Round => ({
  ...round,
  requirements: [...round.requirements, ...own],
})

const oddTotal = (round: Round): void => {
  const supplies = round.projects.map(({ services }) => services[0]!.supply[0]!)
  const total = supplies.reduce((sum, { units }) => sum + units, 0)
  supplies[0]!.units += 1 - (total % 2)
}

/**
 * Plain small markets, each with what one more organisation enters to make it hard. The number is of its bids, offers
 * or groups.
 */
const FAMILIES = {
  /** Needs in even ten-thousandths, each worth a penny for two; the supplies are odd. */
  even: (r: RandomNumberGenerator, many: number): Round => {
    const round = plainMarket(r)
    oddTotal(round)
    return withNeeds(
      round,
      needs(many, id => {
        const units = 2 * r.whole(200_000, 400_000)
        return requirement(id, 'X', units, units * 10)
      }),
    )
  },
  /** Bids of a constant and a price for each unit. */
  correlated: (r: RandomNumberGenerator, many: number): Round =>
    withNeeds(
      plainMarket(r),
      needs(many, id => {
        const units = r.whole(100_000, 400_000)
        return requirement(id, 'X', units, units * 10 + 1_000_000)
      }),
    ),
  /** Bids at one price for each unit. */
  proportional: (r: RandomNumberGenerator, many: number): Round =>
    withNeeds(
      plainMarket(r),
      needs(many, id => {
        const units = r.whole(100_000, 400_000)
        return requirement(id, 'X', units, units * 10)
      }),
    ),
  /** Equal bids. */
  equal: (r: RandomNumberGenerator, many: number): Round =>
    withNeeds(
      plainMarket(r),
      needs(many, id => requirement(id, 'X', 100_000, 700_000)),
    ),
  /** Equal offers, of two goods each. */
  equalOffers: (r: RandomNumberGenerator, many: number): Round => {
    const round = plainMarket(r)
    const offers = Array.from({ length: many }, (_, at) =>
      project(idOf(at), 'X', 600_001, [
        nutrient(`${idOf(at)}-0`, 70_000),
        nutrient(`${idOf(at)}-1`, 30_000, true),
      ]),
    )
    const buyers = Array.from({ length: Math.min(12, many) }, (_, at) =>
      requirement(`Y${at}`, `Y${at}`, 100_000 + at, 1_000_000 + at),
    )
    return withNeeds({ ...round, projects: [...round.projects, ...offers] }, buyers)
  },
  /** AND groups over four catchments, in each of which half of the needs can be met (a market split problem). */
  split: (r: RandomNumberGenerator, many: number): Round => {
    const round = plainMarket(r)
    const catchments = ['K0', 'K1', 'K2', 'K3']
    const totals = catchments.map(() => 0)
    const groups: MatchGroup[] = []
    const own = Array.from({ length: many }, (_, at) => {
      const members = catchments.map((subcatchmentId, of) => {
        const units = r.whole(1, 99) * 1_000
        totals[of]! += units
        return requirement(`${idOf(at)}${of}`, 'X', units, units * 10, { subcatchmentId })
      })
      const memberIds = members.map(({ id }) => id)
      groups.push({ id: `g${at}`, name: 'g', of: 'requirement', type: 'AND', ownerId: 'X', memberIds })
      return members
    }).flat()
    const supplies = catchments.map((catchment, of) =>
      project(`Q${of}`, `T${of}`, 1_000, [nutrient(`Q${of}-0`, Math.floor(totals[of]! / 2))], catchment),
    )
    return {
      projects: [...round.projects, ...supplies],
      requirements: [...round.requirements, ...own],
      groups,
    }
  },
}

/** Name of a family of rounds that one organisation makes hard. */
export type StallingFamily = keyof typeof FAMILIES

/** All families. */
export const STALLING_FAMILIES = Object.keys(FAMILIES) as StallingFamily[]

/** A round that one organisation, X, makes hard by a number of bids, offers or groups. */
export const createStallingRound = (family: StallingFamily, many: number, seed: number): MatchProblem => ({
  version: 1,
  roundId: `${family}-${many}-${seed}`,
  ampEnd: '2030-03-31',
  reserve: null,
  ...FAMILIES[family](createSeededRandom(seed * 7_919 + many), many),
})

/** The same round with units in tens and money in steps of £10,000, bid at four instants, so that many matches tie. */
export const withTies = (round: MatchProblem): MatchProblem => {
  const step = (amount: number, of: number): number => Math.max(of, Math.round(amount / of) * of)
  const instant = (at: number): string => `2026-10-0${1 + ((at * 7) % 4)}T09:00:00.000Z`
  return {
    ...round,
    projects: round.projects.map((one, at) => ({
      ...one,
      offer: step(one.offer, 1_000_000),
      offeredAt: instant(at),
      services: one.services.map(service => ({
        ...service,
        supply: service.supply.map(part => ({ ...part, units: step(part.units, 100_000) })),
      })),
    })),
    requirements: round.requirements.map((one, at) => ({
      ...one,
      bid: step(one.bid, 1_000_000),
      ongoingUnits: step(one.ongoingUnits, 100_000),
      bidAt: instant(at),
    })),
  }
}
