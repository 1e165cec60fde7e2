import { addDays, addYears, type Day, type Instant } from '#domain/dates'
import type { BroadHabitat, Distinctiveness } from '#domain/habitat'
import type {
  MatchGroup,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchService,
} from '#domain/match-problem'
import { random, type Random } from './random.ts'

/** Named sizes of made-up rounds: projects and requirements. */
export const SIZES = {
  tiny: { projects: 4, requirements: 4, areas: 1 },
  small: { projects: 10, requirements: 15, areas: 1 },
  real: { projects: 80, requirements: 120, areas: 4 },
  large: { projects: 500, requirements: 800, areas: 12 },
  huge: { projects: 2_000, requirements: 3_000, areas: 40 },
} as const

/** The name of a size. */
export type Size = keyof typeof SIZES

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

const units = (r: Random, from: number, to: number): number => r.whole(from * 10, to * 10) * 1_000

const pounds = (amount: number): number => Math.round(amount / 100) * 10_000

const at = (r: Random): Instant =>
  `2026-10-${String(r.whole(1, 28)).padStart(2, '0')}T${String(r.whole(8, 17)).padStart(2, '0')}:00:00.000Z`

const nutrientService = (r: Random, id: string, fixedTerm: boolean): MatchService => {
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

const habitatService = (r: Random, id: string): MatchService => {
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

const project = (r: Random, at_: number, areas: number, suppliers: number): MatchProject => {
  const id = `P${String(at_).padStart(4, '0')}`
  const area = r.whole(1, areas)
  const kind = r.next()
  const nutrient = kind < 0.75
  const services = [
    ...(nutrient ? [nutrientService(r, `${id}-N`, kind < 0.25)] : []),
    ...(kind > 0.6 ? [habitatService(r, `${id}-B`)] : []),
  ]
  const worth = services.reduce((sum, { creditType, supply }) => {
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
    supplierId: `S${String(r.whole(1, suppliers)).padStart(4, '0')}`,
    ncaId: `N${area}`,
    lpaId: `L${area}`,
    subcatchmentId: `C${area}`,
    offer: pounds(worth * 0.75),
    costs: {
      maintenance: pounds(worth * 0.08),
      marketOperator: pounds(worth * 0.03),
      complianceMonitoring: 90_000,
      performanceMonitoring: 90_000,
    },
    services,
    offeredAt: at(r),
  }
}

const requirement = (r: Random, at_: number, areas: number, buyers: number): MatchRequirement => {
  const id = `R${String(at_).padStart(4, '0')}`
  const area = r.whole(1, areas)
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
    buyerId: `B${String(r.whole(1, buyers)).padStart(4, '0')}`,
    kind: investor ? 'Investor' : 'Buyer',
    creditType: nutrient ? 'NutrientMitigationPhosphorous' : 'Biodiversity',
    ncaId: nutrient ? null : `N${area}`,
    lpaId: nutrient ? null : `L${area}`,
    subcatchmentId: nutrient ? `C${area}` : null,
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

/** Groups of two of one owner's items in one area, none in two groups. */
const groups = (r: Random, of: MatchGroup['of'], items: readonly Owned[], most: number): MatchGroup[] => {
  const holdings = new Map<string, Owned[]>()
  for (const item of items) {
    const key = `${item.ownerId} ${item.area}`
    holdings.set(key, [...(holdings.get(key) ?? []), item])
  }
  return [...holdings.values()]
    .filter(held => held.length >= 2 && r.chance(0.3))
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

/** A made-up but realistic round of a named size; the same seed gives the same round. */
export const generateRound = (size: Size, seed: number): MatchProblem => {
  const r = random(seed)
  const { projects: many, requirements: most, areas } = SIZES[size]
  const projects = Array.from({ length: many }, (_, n) => project(r, n + 1, areas, Math.ceil(many * 0.75)))
  const requirements = Array.from({ length: most }, (_, n) =>
    requirement(r, n + 1, areas, Math.ceil(most * 0.7)),
  )
  const owned = {
    project: projects.map(({ id, supplierId, subcatchmentId }) => ({
      id,
      ownerId: supplierId,
      area: subcatchmentId,
    })),
    requirement: requirements.map(({ id, buyerId, subcatchmentId, ncaId }) => ({
      id,
      ownerId: buyerId,
      area: subcatchmentId ?? ncaId,
    })),
  }
  return {
    version: 1,
    roundId: `${size}-${seed}`,
    ampEnd: AMP_END,
    reserve: r.chance(0.5) ? { basisPoints: 1_000, appliesTo: 'allDemand' } : null,
    projects,
    requirements,
    groups: [
      ...groups(r, 'project', owned.project, many / 8),
      ...groups(r, 'requirement', owned.requirement, most / 8),
    ],
  }
}
