import type {
  MatchGroup,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchReserve,
  MatchService,
} from '../src/problem/match-problem.ts'
import { createSeededRandom, type RandomNumberGenerator } from '../src/pricing/random.ts'
import { generateRound } from './generate.ts'

/** The published limits: a hundred thousand units, and a billion pounds in pence. */
const MOST_UNITS = 1_000_000_000
const MOST_PENCE = 100_000_000_000

const within = (value: number, most: number): number => Math.min(most, Math.max(1, Math.round(value)))

/** A random number whose order of magnitude is uniform. */
const anySize = (r: RandomNumberGenerator, most: number): number => within(most ** r.next(), most)

type Good = Pick<MatchService, 'creditType' | 'module' | 'broadHabitat' | 'habitatType' | 'distinctiveness'>

const nutrient = (creditType: Good['creditType']): Good => ({
  creditType,
  module: 'NA',
  broadHabitat: 'NA',
  habitatType: null,
  distinctiveness: null,
})

const habitat = (from: Omit<Good, 'creditType' | 'module'>, module: Good['module'] = 'Area'): Good => ({
  creditType: 'Biodiversity',
  module,
  ...from,
})

const GOODS: readonly Good[] = [
  nutrient('NutrientMitigationNitrogen'),
  nutrient('NutrientMitigationPhosphorous'),
  habitat({ broadHabitat: 'Grassland', habitatType: 'ModifiedGrassland', distinctiveness: 'Low' }),
  habitat({ broadHabitat: 'Grassland', habitatType: 'OtherNeutralGrassland', distinctiveness: 'Medium' }),
  habitat({ broadHabitat: 'Grassland', habitatType: 'LowlandMeadows', distinctiveness: 'VeryHigh' }),
  habitat({ broadHabitat: 'Wetland', habitatType: 'Reedbeds', distinctiveness: 'High' }),
  habitat({ broadHabitat: 'HeathlandScrub', habitatType: 'MixedScrub', distinctiveness: 'Medium' }),
  habitat({ broadHabitat: 'Hedgerow', habitatType: 'NativeHedgerow', distinctiveness: 'Medium' }, 'Linear'),
  habitat({ broadHabitat: 'Lakes', habitatType: 'Ditches', distinctiveness: 'Medium' }, 'River'),
]

/** Random generator and amounts that all of a round's items share. */
interface Setting {
  r: RandomNumberGenerator
  goods: readonly Good[]
  reserve: MatchReserve | null
  ampEnd: string | null
  /** Units of all services so far, so that needs can be equal, or slightly more or less. */
  supplies: { good: Good; units: number }[]
  /** Amounts of money so far, to create ties. */
  money: number[]
  isTied: boolean
  sizeOf: () => number
  /** Remaining number of bids that may be divisible into a great many parts. */
  left: { large: number; small: number }
}

const place = ({ r }: Setting) => ({
  ncaId: r.chance(0.7) ? 'N1' : 'N2',
  lpaId: r.chance(0.7) ? 'L1' : 'L2',
  subcatchmentId: r.chance(0.85) ? 'C1' : 'C2',
})

const moment = (r: RandomNumberGenerator): string => `2026-10-0${r.whole(1, 3)}T09:00:00.000Z`

/** A sum of money: like an earlier one, a simple part or sum of those, a penny away from that, or any at all. */
const money = ({ r, money: known, isTied }: Setting, ease = 1): number => {
  const like = (): number => (known.length === 0 ? anySize(r, MOST_PENCE) : r.pick(known))
  const drawn = [
    like,
    () => like() + like(),
    () => like() / r.whole(2, 3),
    () => like() * (0.5 + 2 * r.next()),
    () => like() * (0.5 + 2 * r.next()),
    () => anySize(r, MOST_PENCE),
  ]
  const amount = (isTied ? r.pick(drawn.slice(0, 3)) : r.pick(drawn))()
  const pence = within(amount * ease + (isTied || r.chance(0.6) ? 0 : r.whole(-1, 1)), MOST_PENCE)
  known.push(pence)
  return pence
}

const supplyOf = (setting: Setting): MatchService['supply'] => {
  const { r, sizeOf } = setting
  const start = r.pick(['2027-01-01', '2027-01-01', '2027-01-01', '2027-06-01', '2028-01-01'])
  const units = sizeOf()
  if (r.chance(0.7)) return [{ start, end: null, units }]
  const end = r.pick(['2029-01-01', '2029-06-01', '2031-01-01'])
  const later = { start: end, end: null, units: r.chance(0.5) ? units + r.whole(-1, 1) : sizeOf() }
  return [{ start, end, units }, ...(r.chance(0.5) && later.units > 0 ? [later] : [])]
}

const projectOf = (setting: Setting, at: number): MatchProject => {
  const { r, goods, supplies } = setting
  const id = `P${at}`
  const services = Array.from({ length: r.pick([1, 1, 2]) }, (_, k): MatchService => {
    const good = r.pick(goods)
    const supply = supplyOf(setting)
    supplies.push({ good, units: supply[0]!.units })
    return { id: `${id}-${k}`, ...good, supply }
  })
  const cost = () => (r.chance(0.2) ? r.whole(0, 3) : 0)
  return {
    id,
    name: id,
    supplierId: r.chance(0.9) ? `S${r.whole(0, 3)}` : 'B0',
    ...place(setting),
    offer: money(setting, r.pick([1, 1, 0.3])),
    costs: {
      maintenance: cost(),
      marketOperator: cost(),
      complianceMonitoring: cost(),
      performanceMonitoring: cost(),
    },
    services,
    offeredAt: moment(r),
  }
}

/** Units like those of one or two supplies, or a simple part of them, minus the reserve; often a ten-thousandth off. */
const needLike = ({ r, supplies, reserve }: Setting, units: number): number => {
  const raised = reserve === null || reserve.appliesTo === 'supply' ? 1 : 1 + reserve.basisPoints / 10_000
  const much = r.chance(0.25) ? units + r.pick(supplies).units : units
  const part = much / raised / r.pick([1, 1, 1, 2, 3, 3, 1 + 4 * r.next()])
  return within(r.pick([Math.floor, Math.ceil])(part) + r.pick([0, 0, 0, 1, -1]), MOST_UNITS)
}

const requirementOf = (setting: Setting, at: number): MatchRequirement => {
  const { r, supplies, ampEnd, left } = setting
  const { good, units } = r.pick(supplies)
  const isNutrient = good.creditType !== 'Biodiversity'
  const kind = !isNutrient && r.chance(0.3) ? 'Investor' : 'Buyer'
  const isSmall = left.small > 0 && r.chance(0.7)
  const isLarge = !isSmall && left.large > 0 && r.chance(0.7)
  const divisible = isSmall || isLarge
  if (divisible) left[isSmall ? 'small' : 'large'] -= 1
  const like = isLarge ? within(units * (0.7 + 2 * r.next()), MOST_UNITS) : needLike(setting, units)
  const needed = isSmall ? r.whole(1, 12) : like
  const shape = isNutrient ? r.pick(['ongoing', 'both', 'both', 'additional']) : 'ongoing'
  const ongoing = shape === 'additional' ? 0 : shape === 'both' ? Math.ceil(needed * r.next()) : needed
  const additional = shape === 'ongoing' ? 0 : Math.max(1, needed - ongoing)
  const bid = money(setting)
  const hasPlace = r.chance(0.6)
  const { ncaId, lpaId, subcatchmentId } = place(setting)
  const redemption = r.pick(['2027-01-01', '2027-06-01', '2028-03-01', '2028-03-01', '2029-06-01'])
  const id = `R${at}`
  return {
    id,
    name: id,
    buyerId: `B${r.whole(0, 4)}`,
    kind,
    ...good,
    broadHabitat: kind === 'Investor' && r.chance(0.5) ? 'NA' : good.broadHabitat,
    ncaId: hasPlace && !isNutrient ? ncaId : null,
    lpaId: hasPlace && !isNutrient ? lpaId : null,
    subcatchmentId: hasPlace && isNutrient ? subcatchmentId : null,
    ongoingUnits: ongoing,
    additionalUnits: additional,
    bid,
    bidOngoingOnly: ongoing > 0 && r.chance(0.4) && isNutrient ? within(bid * r.next(), bid) : null,
    divisible,
    redemptionDate: ongoing === 0 && ampEnd !== null && redemption >= ampEnd ? '2027-01-01' : redemption,
    bidAt: moment(r),
  }
}

/** Groups of two or three items of one owner, each in one group at most. */
const groupsOf = (
  r: RandomNumberGenerator,
  of: MatchGroup['of'],
  items: readonly { id: string; ownerId: string }[],
) => {
  const owners = [...new Set(items.map(({ ownerId }) => ownerId))]
  return owners.flatMap((ownerId): MatchGroup[] => {
    const own = items.filter(item => item.ownerId === ownerId)
    if (own.length < 2 || r.chance(0.2)) return []
    const id = `${of} ${ownerId}`
    const memberIds = own.slice(0, r.whole(2, 3)).map(item => item.id)
    return [{ id, name: id, of, type: r.pick(['XOR', 'AND']), ownerId, memberIds }]
  })
}

const reserveOf = (r: RandomNumberGenerator): MatchReserve | null => {
  if (r.chance(0.45)) return null
  const appliesTo = r.pick(['allDemand', 'ongoingDemand', 'supply'] as const)
  const basisPoints = r.pick([1, 333, 1_000, 1_234, 3_333, 5_000, 9_999, 10_000])
  return { appliesTo, basisPoints: appliesTo === 'supply' ? Math.min(9_999, basisPoints) : basisPoints }
}

/**
 * A small round at the edges of the limits: all magnitudes together, needs and supplies that differ by a
 * ten-thousandth, thirds, ties, odd reserves, groups of all kinds, parts of few grains and of very many.
 */
export const createExtremeRound = (seed: number): MatchProblem => {
  const r = createSeededRandom(seed * 7_919 + 101)
  const one = anySize(r, MOST_UNITS)
  const sizes = [
    () => anySize(r, MOST_UNITS),
    () => within(one + r.whole(-1, 1), MOST_UNITS),
    () => r.whole(1, 20),
    () => within(one * r.next(), MOST_UNITS),
  ]
  const left = r.pick([
    { large: 0, small: 0 },
    { large: 1, small: 0 },
    { large: 2, small: 0 },
    { large: 1, small: 2 },
    { large: 0, small: 3 },
  ])
  const same = left.small > 0 && r.chance(0.7) ? () => r.whole(1, 20) : r.pick(sizes)
  const setting: Setting = {
    r,
    goods: Array.from({ length: r.pick([1, 1, 2, 3]) }, () => r.pick(GOODS)),
    reserve: reserveOf(r),
    ampEnd: r.chance(0.5) ? '2029-06-01' : null,
    supplies: [],
    money: [],
    isTied: r.chance(0.3),
    sizeOf: r.chance(0.5) ? same : () => r.pick(sizes)(),
    left,
  }
  const projects = Array.from({ length: r.whole(2, 4) }, (_, at) => projectOf(setting, at))
  const requirements = Array.from({ length: r.whole(2, 5) }, (_, at) => requirementOf(setting, at))
  const groups = r.chance(0.4)
    ? [
        ...groupsOf(
          r,
          'project',
          projects.map(({ id, supplierId }) => ({ id, ownerId: supplierId })),
        ),
        ...groupsOf(
          r,
          'requirement',
          requirements.map(({ id, buyerId }) => ({ id, ownerId: buyerId })),
        ),
      ]
    : []
  const { reserve, ampEnd } = setting
  return { version: 1, roundId: `extreme-${seed}`, ampEnd, reserve, projects, requirements, groups }
}

/** A small round of everyday sizes and prices; half of them with money in steps, so that ties are common. */
export const createOrdinaryRound = (seed: number): MatchProblem => {
  const r = createSeededRandom(seed * 7_919 + 13)
  const round = generateRound('tiny', seed)
  const coarse = r.chance(0.5)
  const rounded = (pence: number): number => (coarse ? Math.round(pence / 4_000_000) * 4_000_000 : pence)
  const ease = r.chance(0.8) ? 0.4 : 1
  const appliesTo = r.pick(['allDemand', 'ongoingDemand', 'supply'] as const)
  let divisible = r.pick([0, 1, 2])
  const nothing = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }
  return {
    ...round,
    reserve: r.chance(0.4) ? { basisPoints: r.pick([500, 1_000, 2_000]), appliesTo } : null,
    projects: round.projects.map(project => ({
      ...project,
      offer: rounded(project.offer * ease * r.pick([0.3, 0.6, 1])),
      costs: coarse ? nothing : project.costs,
    })),
    requirements: round.requirements.map(need => {
      const inPart = need.creditType === 'Biodiversity' && (divisible -= 1) >= 0
      const times = inPart ? r.whole(1, 3) : 1
      return {
        ...need,
        divisible: inPart,
        ongoingUnits: need.ongoingUnits * times,
        redemptionDate: r.chance(0.6) ? '2028-06-01' : need.redemptionDate,
        bid: rounded(need.bid * times),
        bidOngoingOnly: need.bidOngoingOnly === null ? null : rounded(need.bidOngoingOnly),
      }
    }),
  }
}

/** The same round with another price of one item: a project's offer, or a requirement's bid. */
export const withItemPrice = (round: MatchProblem, id: string, price: number): MatchProblem => ({
  ...round,
  projects: round.projects.map(one => (one.id === id ? { ...one, offer: price } : one)),
  requirements: round.requirements.map(one => (one.id === id ? { ...one, bid: price } : one)),
})
