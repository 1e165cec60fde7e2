import { type Change, create } from '#actions/kit/changes'
import type { Credit } from '#domain/credit/credit'
import type { MatchProject, MatchRequirement } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { aService } from '../builders/market.ts'
import { SAMPLES } from '../store/samples.ts'
import { sampleRow } from './world.ts'

const AT = '2026-05-01T12:00:00.000Z'
const costs = { maintenance: 0, marketOperator: 1_000_000, complianceMonitoring: 0, performanceMonitoring: 0 }

const place = { ncaId: null, lpaId: null, subcatchmentId: 'Parrett' }
const nothing = { module: 'NA', broadHabitat: 'NA', habitatType: null, distinctiveness: null } as const

const offered = (id: string, supplierId: string, offer: number): MatchProject => ({
  id,
  name: id,
  supplierId,
  offer,
  costs,
  offeredAt: AT,
  ...place,
  services: [
    {
      id: `${id}-service`,
      creditType: 'NutrientMitigationPhosphorous',
      ...nothing,
      supply: [{ start: '2026-01-01', end: null, units: 50_000 }],
    },
  ],
})

const bid: MatchRequirement = {
  id: 'old-homes',
  name: 'old-homes',
  buyerId: 'builder',
  kind: 'Buyer',
  creditType: 'NutrientMitigationPhosphorous',
  ongoingUnits: 40_000,
  additionalUnits: 0,
  bid: 20_000_000,
  bidOngoingOnly: null,
  divisible: false,
  redemptionDate: '2026-01-01',
  bidAt: AT,
  ...nothing,
  ...place,
}

const lost = { won: false, value: 0, share: 0, payment: 0 } as const
const won = { won: true, reason: null, critical: null } as const

/** The farm won with 100,000 pounds against the estate’s 190,000; the builder had bid 200,000. */
const solution: MatchSolution = {
  version: 1,
  problemHash: 'a'.repeat(64),
  engine: {
    name: 'engine',
    version: '1',
    solver: 'solver',
    options: { gap: 0 },
    seed: 7,
    batches: [],
    criticalPrices: null,
  },
  rule: 'Lindsay2018',
  surplus: 9_000_000,
  proven: true,
  exact: true,
  shareHalfWidth: null,
  tie: { decidedBy: 1, alternatives: 0, note: '' },
  projects: [
    {
      ...won,
      id: 'old-sedge',
      organisationId: 'farm',
      value: 11_000_000,
      share: 4_500_000,
      payment: -15_500_000,
      sentence: 'It won.',
    },
    {
      ...lost,
      id: 'old-reed',
      organisationId: 'estate',
      reason: 'price',
      sentence: 'Its price was too high.',
      critical: 10_000_000,
    },
  ],
  requirements: [
    {
      ...won,
      id: 'old-homes',
      organisationId: 'builder',
      value: 20_000_000,
      share: 4_500_000,
      payment: 15_500_000,
      sentence: 'It won.',
      fraction: 10_000,
      ongoingOnly: false,
      ongoingUnits: 40_000,
      additionalUnits: 0,
    },
  ],
  organisations: [
    { organisationId: 'farm', value: -11_000_000, share: 4_500_000, payment: -15_500_000, halfWidth: 0 },
    { organisationId: 'builder', value: 20_000_000, share: 4_500_000, payment: 15_500_000, halfWidth: 0 },
  ],
  flows: [
    {
      projectId: 'old-sedge',
      serviceId: 'old-sedge-service',
      requirementId: 'old-homes',
      start: '2026-01-01',
      end: null,
      units: 40_000,
      reserved: 6_000,
    },
  ],
  groups: [],
  warnings: [],
  comparison: {
    vcg: [{ organisationId: 'farm', value: -11_000_000, share: 9_000_000, payment: -20_000_000 }],
    payAsBid: [],
  },
}

const project = (id: string, supplierId: string, offer: number, status: 'Matched' | 'Unmatched'): Change =>
  sampleRow('project', {
    id,
    name: id,
    supplierId,
    roundId: 'settled',
    agentId: null,
    groupId: null,
    unchangedSinceRoundId: null,
    endedAs: null,
    offer,
    costs,
    status,
  })

const credit = (id: string, part: Partial<Credit>, first: number, units: number): Change =>
  create('credit', {
    roundId: 'settled',
    projectId: 'old-sedge',
    serviceId: 'old-sedge-service',
    requirementId: null,
    type: 'NutrientMitigationPhosphorous',
    status: 'RightsCreated',
    isReserved: false,
    isPermanent: true,
    ...nothing,
    ...part,
    id,
    units,
    unitsPerPeriod: [{ start: '2026-01-01', end: null, units, first }],
  })

/** A matched round in the given status: one supplier and the buyer won, the other supplier lost. */
export const matchedRound = (status: 'Matched' | 'Settled'): Change[] => [
  sampleRow('round', { id: 'settled', name: 'Round 0', marketId: 'levels', status }),
  project('old-sedge', 'farm', 10_000_000, 'Matched'),
  project('old-reed', 'estate', 19_000_000, 'Unmatched'),
  sampleRow('service', {
    ...aService({ id: 'old-sedge-service', projectId: 'old-sedge', units: 50_000 }),
    standardId: 'BsiFlex704',
  }),
  sampleRow('requirement', {
    id: 'old-homes',
    name: 'old-homes',
    buyerId: 'builder',
    roundId: 'settled',
    agentId: null,
    groupId: null,
    status: 'RightsCreated',
    bid: 20_000_000,
  }),
  credit('sold', { requirementId: 'old-homes' }, 1, 40_000),
  credit('reserved', { isReserved: true }, 40_001, 6_000),
  credit('unused', { status: 'Unused' }, 46_001, 4_000),
  sampleRow('matchResult', {
    id: 'old-match',
    roundId: 'settled',
    problem: {
      ...SAMPLES.matchResult.problem,
      roundId: 'settled',
      reserve: { basisPoints: 1500, appliesTo: 'allDemand' },
      projects: [offered('old-sedge', 'farm', 10_000_000), offered('old-reed', 'estate', 19_000_000)],
      requirements: [bid],
      groups: [],
    },
    solution,
    unconfirmed: [],
  }),
]
