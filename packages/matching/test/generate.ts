import { addDays, addYears, type Day, type Instant } from '@credit-market/values/dates'
import type { BroadHabitat, Distinctiveness } from '@credit-market/habitat-metric/habitat'
import type {
  MatchGroup,
  MatchPlace,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchService,
} from '../src/problem/match-problem.ts'
import { createSeededRandom, type RandomNumberGenerator } from '../src/pricing/random.ts'

/**
 * Named sizes of generated rounds: projects and requirements, the areas of each region, and the number of possible
 * owners of each kind of item, per item. Regions trade within themselves only.
 */
export const ROUND_SIZES = {
  tiny: { projects: 4, requirements: 4, regions: [1], owners: 0.75 },
  small: { projects: 10, requirements: 15, regions: [1], owners: 0.75 },
  real: { projects: 80, requirements: 120, regions: [2, 1, 1], owners: 2.4 },
  large: { projects: 500, requirements: 800, regions: [16, 7, 3], owners: 2.4 },
  huge: {
    projects: 2_000,
    requirements: 3_000,
    regions: [8, 7, 6, 6, 5, 5, 4, 4, 4, 3, 3, 3, 2],
    owners: 2.4,
  },
} as const

export type RoundSizeName = keyof typeof ROUND_SIZES

const TODAY: Day = '2026-11-21'
const AMP_END: Day = '2030-03-31'

const HABITATS: readonly { broad: BroadHabitat; type: string; level: Distinctiveness }[] = [
  { broad: 'Grassland', type: 'ModifiedGrassland', level: 'Low' },
  { broad: 'Grassland', type: 'OtherNeutralGrassland', level: 'Medium' },
  { broad: 'Grassland', type: 'LowlandMeadows', level: 'VeryHigh' },
  { broad: 'HeathlandScrub', type: 'MixedScrub', level: 'Medium' },
  { broad: 'WoodlandAndForest', type: 'OtherWoodlandBroadleaved', level: 'Medium' },
  { broad: 'Wetland', type: 'Reedbeds', level: 'High' },
]

const units = (r: RandomNumberGenerator, from: number, to: number): number =>
  r.whole(from * 10, to * 10) * 1_000

const pounds = (amount: number): number => Math.round(amount / 100) * 10_000

const at = (r: RandomNumberGenerator): Instant =>
  `2026-10-${String(r.whole(1, 28)).padStart(2, '0')}T${String(r.whole(8, 17)).padStart(2, '0')}:00:00.000Z`

const nutrientService = (r: RandomNumberGenerator, id: string, fixedTerm: boolean): MatchService => {
  const start = addDays(TODAY, fixedTerm ? r.whole(30, 200) : r.whole(200, 500))
  const end = fixedTerm ? addYears(start, r.whole(3, 5)) : null
  const amount = fixedTerm ? units(r, 8, 26) : units(r, 4, 20)
  return {
    id,
    creditType: 'NutrientMitigationPhosphorous',
    module: 'NA',
    broadHabitat: 'NA',
    habitatType: null,
    distinctiveness: null,
    supply: [{ start, end, units: amount }],
  }
}

const habitatService = (r: RandomNumberGenerator, id: string): MatchService => {
  const { broad, type, level } = r.pick(HABITATS)
  const supply = [{ start: addDays(TODAY, r.whole(60, 400)), end: null, units: units(r, 3, 25) }]
  return {
    id,
    creditType: 'Biodiversity',
    module: 'Area',
    broadHabitat: broad,
    habitatType: type,
    distinctiveness: level,
    supply,
  }
}

/** Location and owner. */
interface Site extends MatchPlace {
  ownerId: string
}

/**
 * A site in any area of any region. Planning authorities and character areas overlap, so that the areas of a region
 * are connected in a chain; owners stay in their region.
 */
const site = (r: RandomNumberGenerator, regions: readonly number[], owner: string, owners: number): Site => {
  const areas = regions.flatMap((size, region) =>
    Array.from({ length: size }, (_, area) => ({ region: region + 1, area })),
  )
  const { region, area } = r.pick(areas)
  const own = Math.ceil((owners * regions[region - 1]!) / areas.length)
  return {
    subcatchmentId: `C${region}-${area}`,
    ncaId: `N${region}-${Math.floor(area / 2)}`,
    lpaId: `L${region}-${area}`,
    ownerId: `${owner}${region}-${String(r.whole(1, own)).padStart(4, '0')}`,
  }
}

const project = (r: RandomNumberGenerator, at_: number, { ownerId, ...place }: Site): MatchProject => {
  const id = `P${String(at_).padStart(4, '0')}`
  const kind = r.next()
  const nutrient = kind < 0.75
  const services = [
    ...(nutrient ? [nutrientService(r, `${id}-N`, kind < 0.25)] : []),
    ...(kind > 0.6 ? [habitatService(r, `${id}-B`)] : []),
  ]
  const value = services.reduce((sum, { creditType, supply }) => {
    const price =
      creditType === 'Biodiversity'
        ? r.whole(15, 28)
        : supply[0]!.end === null
          ? r.whole(20, 34)
          : r.whole(3, 7)
    return sum + (supply[0]!.units / 10_000) * price * 1_000
  }, 0)
  return {
    id,
    name: `Project ${at_}`,
    supplierId: ownerId,
    ...place,
    offer: pounds(value * 0.75),
    costs: {
      maintenance: pounds(value * 0.08),
      marketOperator: pounds(value * 0.03),
      complianceMonitoring: 90_000,
      performanceMonitoring: 90_000,
    },
    services,
    offeredAt: at(r),
  }
}

const requirement = (r: RandomNumberGenerator, at_: number, place: Site): MatchRequirement => {
  const id = `R${String(at_).padStart(4, '0')}`
  const nutrient = r.chance(0.6)
  const investor = !nutrient && r.chance(0.2)
  const { broad, type, level } = r.pick(HABITATS)
  const ongoing = nutrient ? units(r, 1, 8) : units(r, 2, investor ? 20 : 12)
  const additional = nutrient && r.chance(0.7) ? units(r, 1, 14) : 0
  const price = r.whole(22, 42) * 1_000
  const bid = pounds((ongoing / 10_000) * price + (additional / 10_000) * r.whole(5, 9) * 1_000)
  const typed = level === 'High' || level === 'VeryHigh'
  return {
    id,
    name: `Requirement ${at_}`,
    buyerId: place.ownerId,
    kind: investor ? 'Investor' : 'Buyer',
    creditType: nutrient ? 'NutrientMitigationPhosphorous' : 'Biodiversity',
    ncaId: nutrient ? null : place.ncaId,
    lpaId: nutrient ? null : place.lpaId,
    subcatchmentId: nutrient ? place.subcatchmentId : null,
    ongoingUnits: ongoing,
    additionalUnits: additional,
    bid,
    bidOngoingOnly: additional > 0 && r.chance(0.6) ? pounds((ongoing / 10_000) * price) : null,
    divisible: investor || (!nutrient && r.chance(0.3)),
    module: nutrient ? 'NA' : 'Area',
    broadHabitat: nutrient ? 'NA' : broad,
    habitatType: nutrient || !typed ? null : type,
    distinctiveness: nutrient ? null : level,
    redemptionDate: addDays(TODAY, r.whole(240, 700)),
    bidAt: at(r),
  }
}

interface Owned {
  id: string
  ownerId: string
  area: string | null
}

/** Groups of two items of one owner in one area, none in two groups. */
const groups = (
  r: RandomNumberGenerator,
  of: MatchGroup['of'],
  items: readonly Owned[],
  most: number,
): MatchGroup[] => {
  const holdings = new Map<string, Owned[]>()
  for (const item of items) {
    const key = `${item.ownerId} ${item.area}`
    holdings.set(key, [...(holdings.get(key) ?? []), item])
  }
  return [...holdings.values()]
    .filter(held => held.length >= 2 && r.chance(0.6))
    .slice(0, most)
    .map((held, at_) => ({
      id: `${of}-${at_}`,
      name: `Group ${at_}`,
      of,
      type: r.chance(0.6) ? ('XOR' as const) : ('AND' as const),
      ownerId: held[0]!.ownerId,
      memberIds: held.slice(0, 2).map(({ id }) => id),
    }))
}

/** A generated but realistic round of a named size; the same seed gives the same round. */
export const generateRound = (size: RoundSizeName, seed: number): MatchProblem => {
  const r = createSeededRandom(seed)
  const { projects: many, requirements: most, regions, owners } = ROUND_SIZES[size]
  const projects = Array.from({ length: many }, (_, n) =>
    project(r, n + 1, site(r, regions, 'S', many * owners)),
  )
  const requirements = Array.from({ length: most }, (_, n) =>
    requirement(r, n + 1, site(r, regions, 'B', most * owners)),
  )
  const supplied = projects.map(item => ({ ...item, ownerId: item.supplierId, area: item.subcatchmentId }))
  const wanted = requirements.map(item => ({
    ...item,
    ownerId: item.buyerId,
    area: item.subcatchmentId ?? item.lpaId,
  }))
  return {
    version: 1,
    roundId: `${size}-${seed}`,
    ampEnd: AMP_END,
    reserve: r.chance(0.5) ? { basisPoints: 1_000, appliesTo: 'allDemand' } : null,
    projects,
    requirements,
    groups: [...groups(r, 'project', supplied, many / 8), ...groups(r, 'requirement', wanted, most / 8)],
  }
}
