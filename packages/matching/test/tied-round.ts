import type { MatchProblem, MatchProject, MatchRequirement } from '../src/problem/match-problem.ts'

const NOWHERE = { ncaId: null, lpaId: null, subcatchmentId: null }
const NUTRIENT = {
  creditType: 'NutrientMitigationPhosphorous',
  module: 'NA',
  broadHabitat: 'NA',
  habitatType: null,
  distinctiveness: null,
} as const

const project = (id: string, supplierId: string, units: number, offer: number): MatchProject => ({
  id,
  name: `Wetland ${id}`,
  supplierId,
  ...NOWHERE,
  subcatchmentId: 'Parrett',
  offer,
  costs: {
    maintenance: 30_000,
    marketOperator: 20_000,
    complianceMonitoring: 10_000,
    performanceMonitoring: 0,
  },
  services: [{ id: `${id}-N`, ...NUTRIENT, supply: [{ start: '2027-01-01', end: null, units }] }],
  offeredAt: '2026-10-01T09:00:00.000Z',
})

const requirement = (
  id: string,
  buyerId: string,
  units: number,
  bid: number,
  more: Partial<MatchRequirement> = {},
): MatchRequirement => ({
  id,
  name: `Houses ${id}`,
  buyerId,
  kind: 'Buyer',
  ...NUTRIENT,
  ...NOWHERE,
  subcatchmentId: 'Parrett',
  ongoingUnits: units,
  additionalUnits: 0,
  bid,
  bidOngoingOnly: null,
  divisible: false,
  redemptionDate: '2027-06-01',
  bidAt: `2026-10-02T0${id.slice(1)}:00:00.000Z`,
  ...more,
})

const MEADOW = {
  creditType: 'Biodiversity',
  module: 'Area',
  broadHabitat: 'Grassland',
  habitatType: 'OtherNeutralGrassland',
  distinctiveness: 'Medium',
} as const

/**
 * A round of two places that exercises the whole verifier: a tie of two bids that differ only in their times, a
 * group, a reserve, losses for four reasons, and an organisation on both sides.
 */
export const TIED_ROUND: MatchProblem = {
  version: 1,
  roundId: 'tied',
  ampEnd: '2030-03-31',
  reserve: { basisPoints: 1_000, appliesTo: 'allDemand' },
  projects: [
    project('P1', 'Avalon', 88_000, 6_000_000),
    project('P2', 'Brue', 22_000, 3_000_000),
    project('P3', 'Brue', 33_000, 5_000_000),
    {
      ...project('P4', 'Cary', 0, 2_000_000),
      lpaId: 'Mendip',
      services: [{ id: 'P4-B', ...MEADOW, supply: [{ start: '2026-12-01', end: null, units: 55_000 }] }],
    },
  ],
  requirements: [
    requirement('R1', 'Dunster', 30_000, 5_000_000, {
      additionalUnits: 10_000,
      bidOngoingOnly: 3_000_000,
    }),
    requirement('R2', 'Exe', 20_000, 2_500_000),
    requirement('R3', 'Frome', 20_000, 2_500_000),
    requirement('R4', 'Glaston', 20_000, 2_500_000),
    requirement('R5', 'Huntspill', 40_000, 1_000_000),
    requirement('R6', 'Isle', 20_000, 900_000, { subcatchmentId: 'Axe' }),
    requirement('R7', 'Isle', 30_000, 3_100_000, { ...MEADOW, lpaId: 'Mendip', subcatchmentId: null }),
    requirement('R8', 'Cary', 20_000, 2_200_000, { ...MEADOW, lpaId: 'Mendip', subcatchmentId: null }),
    requirement('R9', 'Dunster', 10_000, 1_000_000, { redemptionDate: '2026-12-01' }),
  ],
  groups: [
    {
      id: 'G1',
      name: 'Either',
      of: 'project',
      type: 'XOR',
      ownerId: 'Brue',
      memberIds: ['P2', 'P3'],
    },
  ],
}
