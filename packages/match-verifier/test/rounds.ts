import type {
  MatchProblem,
  MatchProject,
  MatchRequirement,
} from '@credit-market/matching/problem/match-problem'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'

type Nutrient = 'NutrientMitigationPhosphorous' | 'NutrientMitigationNitrogen'
const [P, N] = ['NutrientMitigationPhosphorous', 'NutrientMitigationNitrogen'] as const

const [wetland] = TIED_ROUND.projects
const [, homes] = TIED_ROUND.requirements

/** A project with one service for each nutrient; units in ten-thousandths, the offer in pence. */
const project = (id: string, of: Partial<Record<Nutrient, number>>, offer: number): MatchProject => ({
  ...wetland!,
  id,
  name: `Wetland ${id}`,
  supplierId: `supplier ${id}`,
  offer,
  services: Object.entries(of).map(([creditType, units]) => ({
    ...wetland!.services[0]!,
    id: `${id}-${creditType === P ? 'P' : 'N'}`,
    creditType: creditType === P ? P : N,
    supply: [{ start: '2027-01-01', end: null, units }],
  })),
})

const requirement = (
  id: string,
  creditType: Nutrient,
  ongoingUnits: number,
  bid: number,
  buyerId = `buyer ${id}`,
): MatchRequirement => ({
  ...homes!,
  id,
  name: `Houses ${id}`,
  buyerId,
  creditType,
  ongoingUnits,
  bid,
  bidAt: `2026-10-02T09:00:${String(Number(id.slice(1)) + 10)}.000Z`,
})

/**
 * A round with two nutrients, joined by one project that yields both. Its single part has 13 winners, too many to value
 * every coalition again. One offer and two bids lose; two items of one owner are in a group.
 */
export const CONNECTED_ROUND: MatchProblem = {
  ...TIED_ROUND,
  roundId: 'connected',
  projects: [
    project('B1', { [P]: 33_000, [N]: 33_000 }, 9_000_000),
    project('P1', { [P]: 44_000 }, 5_100_000),
    project('P2', { [P]: 33_000 }, 4_300_000),
    project('N1', { [N]: 44_000 }, 5_700_000),
    project('N2', { [N]: 33_000 }, 4_900_000),
    project('Q9', { [N]: 33_000 }, 30_000_000),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  requirements: [
    requirement('R1', P, 20_000, 6_100_000),
    requirement('R2', P, 20_000, 5_500_000),
    requirement('R3', P, 30_000, 8_300_000),
    requirement('R4', P, 30_000, 7_700_000),
    requirement('T1', N, 20_000, 6_700_000),
    requirement('T2', N, 20_000, 5_900_000),
    requirement('T3', N, 30_000, 8_900_000),
    requirement('T4', N, 30_000, 7_300_000),
    requirement('Z1', P, 20_000, 1_100_000),
    requirement('Z2', N, 10_000, 900_000, 'buyer T4'),
  ],
  groups: [
    {
      id: 'G1',
      name: 'Either',
      of: 'requirement',
      type: 'XOR',
      ownerId: 'buyer T4',
      memberIds: ['T4', 'Z2'],
    },
  ],
}

/** A round of one nutrient with 24 winners, so many that the engine draws their coalitions. */
export const CROWDED_ROUND: MatchProblem = {
  ...TIED_ROUND,
  roundId: 'crowded',
  reserve: null,
  projects: Array.from({ length: 12 }, (_, at) =>
    project(`P${at + 10}`, { [P]: 20_000 }, 1_000_000 + 130_000 * at),
  ),
  requirements: [
    ...Array.from({ length: 12 }, (_, at) => requirement(`R${at + 10}`, P, 20_000, 6_000_000 - 170_000 * at)),
    requirement('R30', P, 20_000, 800_000),
  ],
  groups: [],
}

/**
 * The crowded round with a second nutrient: the engine draws the winners of the first one and takes all sets of those
 * who trade only the second one.
 */
export const PARTLY_CROWDED_ROUND: MatchProblem = {
  ...CROWDED_ROUND,
  roundId: 'partly crowded',
  projects: [
    project('B1', { [P]: 20_000, [N]: 40_000 }, 4_000_000),
    project('N1', { [N]: 20_000 }, 1_900_000),
    ...CROWDED_ROUND.projects,
  ],
  requirements: [
    ...CROWDED_ROUND.requirements,
    ...Array.from({ length: 3 }, (_, at) => requirement(`T${at + 10}`, N, 20_000, 5_000_000 - 210_000 * at)),
  ],
}

/** The crowded round in which five buyers bid the same and four suppliers offer the same. */
export const PARTLY_EQUAL_ROUND: MatchProblem = {
  ...CROWDED_ROUND,
  roundId: 'partly equal',
  projects: CROWDED_ROUND.projects.map((one, at) => (at < 8 ? one : { ...one, offer: 2_000_000 })),
  requirements: CROWDED_ROUND.requirements.map((one, at) => (at > 4 ? one : { ...one, bid: 5_500_000 })),
}

/** 44 winners of only three kinds: equal suppliers, equal buyers, and two buyers who pay more. */
export const EQUAL_ROUND: MatchProblem = {
  ...CROWDED_ROUND,
  roundId: 'equal',
  projects: Array.from({ length: 22 }, (_, at) => project(`P${at + 10}`, { [P]: 20_000 }, 2_000_000)),
  requirements: [
    ...Array.from({ length: 24 }, (_, at) => requirement(`R${at + 10}`, P, 20_000, 5_000_000)),
    ...Array.from({ length: 2 }, (_, at) => requirement(`T${at + 40}`, P, 20_000, 6_000_000)),
  ],
}
