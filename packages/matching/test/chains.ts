import { addDays, type Day } from '@credit-market/values/dates'
import type { BroadHabitat, Distinctiveness } from '@credit-market/habitat-metric/habitat'
import type {
  MatchPlace,
  MatchProblem,
  MatchProject,
  MatchRequirement,
} from '../src/problem/match-problem.ts'
import { createSeededRandom, type RandomNumberGenerator } from '../src/pricing/random.ts'

interface Habitat {
  broad: BroadHabitat
  type: string
  level: Distinctiveness
}

const HABITATS: readonly Habitat[] = [
  { broad: 'CropLand', type: 'CerealCrops', level: 'Low' },
  { broad: 'Grassland', type: 'ModifiedGrassland', level: 'Low' },
  { broad: 'CropLand', type: 'ArableFieldMargins', level: 'Medium' },
  { broad: 'Grassland', type: 'OtherNeutralGrassland', level: 'Medium' },
  { broad: 'HeathlandScrub', type: 'MixedScrub', level: 'Medium' },
  { broad: 'WoodlandAndForest', type: 'OtherWoodlandBroadleaved', level: 'Medium' },
  { broad: 'Grassland', type: 'LowlandCalcareousGrassland', level: 'High' },
  { broad: 'HeathlandScrub', type: 'LowlandHeathland', level: 'High' },
  { broad: 'Wetland', type: 'Reedbeds', level: 'High' },
  { broad: 'WoodlandAndForest', type: 'LowlandMixedDeciduous', level: 'High' },
  { broad: 'Grassland', type: 'LowlandMeadows', level: 'VeryHigh' },
]

/** Value of a unit of each level, in pence per ten-thousandth. */
const PRICE: Readonly<Record<Distinctiveness, number>> = {
  Low: 200,
  Medium: 270,
  High: 400,
  VeryHigh: 560,
}

const FIRST: Day = '2027-01-01'
const CHANGED = '2026-10-01T09:00:00.000Z'

/** Random quantities around a centre, most of them between a third and three times the centre. */
const units = (r: RandomNumberGenerator, middle: number): number => {
  const bell = (r.next() + r.next() + r.next() + r.next() - 2) * Math.sqrt(3)
  return Math.max(1, Math.round((middle * Math.exp(0.75 * bell)) / 100)) * 100
}

const around = (r: RandomNumberGenerator, from: number, to: number): number => from + (to - from) * r.next()

/** A place in any of the areas; planning authorities straddle character areas, so that all are connected. */
const placeIn = (r: RandomNumberGenerator, areas: number): MatchPlace => {
  const area = r.whole(0, areas - 1)
  const straddles = area % 2 === 1 && r.chance(0.5) ? 1 : 0
  return { ncaId: `N${Math.floor(area / 2) + straddles}`, lpaId: `L${area}`, subcatchmentId: `C${area}` }
}

const idOf = (letter: string, at: number): string => `${letter}${String(at).padStart(4, '0')}`

const projectIn = (r: RandomNumberGenerator, at: number, areas: number, owners: number): MatchProject => {
  const id = idOf('P', at)
  const many = r.chance(0.5) ? 1 : r.whole(2, 3)
  const offered = Array.from({ length: many }, (_, service) => {
    const { broad, type, level } = r.pick(HABITATS)
    const amount = units(r, 22_000)
    const start = addDays(FIRST, 30 * r.whole(0, 8))
    return {
      worth: amount * PRICE[level],
      service: {
        id: `${id}-${service}`,
        creditType: 'Biodiversity' as const,
        module: 'Area' as const,
        broadHabitat: broad,
        habitatType: type,
        distinctiveness: level,
        supply: [{ start, end: null, units: amount }],
      },
    }
  })
  const worth = offered.reduce((sum, one) => sum + one.worth, 0)
  return {
    id,
    name: `Project ${at}`,
    supplierId: idOf('S', r.whole(1, owners)),
    ...placeIn(r, areas),
    offer: Math.round((worth * around(r, 0.42, 1.02)) / 100) * 100,
    costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 },
    services: offered.map(({ service }) => service),
    offeredAt: CHANGED,
  }
}

const requirementIn = (
  r: RandomNumberGenerator,
  at: number,
  areas: number,
  owners: number,
): MatchRequirement => {
  const { broad, type, level } = r.pick(HABITATS)
  const amount = units(r, 10_000)
  const month = r.whole(0, 17)
  return {
    id: idOf('R', at),
    name: `Requirement ${at}`,
    buyerId: idOf('B', r.whole(1, owners)),
    kind: 'Buyer',
    creditType: 'Biodiversity',
    ...placeIn(r, areas),
    subcatchmentId: null,
    ongoingUnits: amount,
    additionalUnits: 0,
    bid: Math.round((amount * PRICE[level] * around(r, 0.45, 1.85)) / 100) * 100,
    bidOngoingOnly: null,
    divisible: r.chance(0.25),
    module: 'Area',
    broadHabitat: broad,
    habitatType: level === 'High' || level === 'VeryHigh' ? type : null,
    distinctiveness: level,
    redemptionDate: addDays(FIRST, 15 + 30 * month),
    bidAt: CHANGED,
  }
}

/**
 * A generated round of biodiversity alone whose areas overlap in one chain, so that no place is isolated; the same
 * seed gives the same round.
 */
export const generateOverlapChainRound = (
  areas: number,
  projects: number,
  requirements: number,
  seed: number,
): MatchProblem => {
  const r = createSeededRandom(seed)
  return {
    version: 1,
    roundId: `chain-${areas}-${projects}x${requirements}-${seed}`,
    ampEnd: null,
    reserve: null,
    projects: Array.from({ length: projects }, (_, at) => projectIn(r, at, areas, projects)),
    requirements: Array.from({ length: requirements }, (_, at) => requirementIn(r, at, areas, requirements)),
    groups: [],
  }
}
