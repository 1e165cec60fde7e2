import { expect, it } from 'vitest'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { freezeMatchProblem } from './freeze.ts'
import type { MatchFlow } from '@credit-market/matching/problem/match-solution'
import { settleRound } from './settlement.ts'
import type { Round } from '../round/round.ts'

const flow = (more: Partial<MatchFlow> = {}): MatchFlow => ({
  projectId: 'wetland',
  serviceId: 'wetland-phosphorous',
  requirementId: 'brook-homes-phosphorous',
  start: '2026-01-01',
  end: null,
  units: 20_000,
  reserved: 3_000,
  ...more,
})

const settled = (flows: MatchFlow[], round: Partial<Round> = {}, units = 100_000) => {
  const projects = [
    aProject(),
    aProject({ id: 'meadow', supplierId: 'mere-estate' }),
    aProject({ id: 'late', status: 'ApprovedRound', offer: null, offeredAt: null }),
    aProject({ id: 'draft', status: 'Draft' }),
    aProject({ id: 'failed', status: 'FailedScreening' }),
  ]
  const services = [aService({ units }), aService({ id: 'meadow-phosphorous', projectId: 'meadow' })]
  const requirements = [
    aRequirement(),
    aRequirement({ id: 'town-homes', buyerId: 'town-homes' }),
    aRequirement({ id: 'silent', status: 'Registered', bid: null, bidAt: null }),
  ]
  const market = {
    projects,
    services,
    requirements,
    projectGroups: [],
    requirementGroups: [],
    grouped: [],
    participations: [],
  }
  const won = (ids: string[], all: { id: string }[]) =>
    all.map(({ id }) => ({ id, won: ids.includes(id) })) as never
  return settleRound({
    ...market,
    problem: freezeMatchProblem({ ...market, round: aRound(round) }),
    solution: {
      projects: won(['wetland'], projects),
      requirements: won(
        flows.map(({ requirementId }) => requirementId),
        requirements,
      ),
      flows,
    },
  })
}

it('a settlement makes offered projects matched or unmatched, and drafts unmatched', () => {
  const { projects } = settled([flow()])
  expect(projects.map(({ project, to }) => [project.id, to])).toEqual([
    ['wetland', 'Matched'],
    ['meadow', 'Unmatched'],
    ['late', 'Unmatched'],
    ['draft', 'Unmatched'],
  ])
})

it('requirements that won any fraction have rights created, and all others are unmatched', () => {
  const { requirements } = settled([flow()])
  expect(requirements.map(({ requirement, to }) => [requirement.id, to])).toEqual([
    ['brook-homes-phosphorous', 'RightsCreated'],
    ['town-homes', 'Unmatched'],
    ['silent', 'Unmatched'],
  ])
})

it('a winning service is split into sold, reserved and unused', () => {
  const { credits } = settled([
    flow(),
    flow({ requirementId: 'town-homes', start: '2027-06-01', end: '2030-03-31', units: 50_000, reserved: 0 }),
  ])
  expect(
    credits.map(({ requirementId, status, isReserved, units, unitsPerPeriod }) => ({
      requirementId,
      status,
      isReserved,
      units,
      unitsPerPeriod,
    })),
  ).toEqual([
    {
      requirementId: 'brook-homes-phosphorous',
      status: 'RightsCreated',
      isReserved: false,
      units: 20_000,
      unitsPerPeriod: [{ start: '2026-01-01', end: null, units: 20_000, first: 1 }],
    },
    {
      requirementId: 'town-homes',
      status: 'RightsCreated',
      isReserved: false,
      units: 50_000,
      unitsPerPeriod: [{ start: '2027-06-01', end: '2030-03-31', units: 50_000, first: 23_001 }],
    },
    {
      requirementId: null,
      status: 'RightsCreated',
      isReserved: true,
      units: 3_000,
      unitsPerPeriod: [{ start: '2026-01-01', end: null, units: 3_000, first: 20_001 }],
    },
    {
      requirementId: null,
      status: 'Unused',
      isReserved: false,
      units: 77_000,
      unitsPerPeriod: [
        { start: '2026-01-01', end: '2027-06-01', units: 77_000, first: 23_001 },
        { start: '2027-06-01', end: '2030-03-31', units: 27_000, first: 73_001 },
        { start: '2030-03-31', end: null, units: 77_000, first: 23_001 },
      ],
    },
  ])
})

const DAYS = ['2026-01-01', '2027-05-31', '2027-06-01', '2030-03-30', '2030-03-31', '2040-01-01']

it.each([
  ['no reserve', {}, 0],
  [
    'a reserve on demand',
    { hasReserve: true, reserveBasisPoints: 1_500, reserveAppliesTo: 'allDemand' as const },
    3_333,
  ],
  [
    'a reserve on supply',
    { hasReserve: true, reserveBasisPoints: 1_333, reserveAppliesTo: 'supply' as const },
    0,
  ],
])(
  'settled with %s, sold, reserved and unused add up to the supply in every period',
  (_, round, reserved) => {
    const { credits } = settled(
      [
        flow({ reserved }),
        flow({
          requirementId: 'town-homes',
          start: '2027-06-01',
          end: '2030-03-31',
          units: 33_333,
          reserved,
        }),
      ],
      round,
    )
    for (const day of DAYS) {
      const held = credits
        .flatMap(({ unitsPerPeriod }) => unitsPerPeriod)
        .filter(({ start, end }) => start <= day && (end === null || day < end))
      expect(held.reduce((sum, { units }) => sum + units, 0)).toBe(100_000)
    }
  },
)

it('a reserve on supply keeps its part of everything that a winning project supplies', () => {
  const reserve = { hasReserve: true, reserveBasisPoints: 1_500, reserveAppliesTo: 'supply' as const }
  const { credits } = settled([flow({ reserved: 0 })], reserve)
  expect(credits.filter(({ isReserved }) => isReserved).map(({ units }) => units)).toEqual([15_000])
})

it('a fractional reserve on supply is rounded up, so that it is never short', () => {
  const reserve = { hasReserve: true, reserveBasisPoints: 1_333, reserveAppliesTo: 'supply' as const }
  const { credits } = settled([flow({ units: 86_669, reserved: 13_330 })], reserve, 99_999)
  expect(credits.map(({ isReserved, units }) => [isReserved, units])).toEqual([
    [false, 86_669],
    [true, 13_330],
  ])
})

it('a settlement never sells more than the supply', () => {
  expect(() => settled([flow({ units: 98_000 })])).toThrow('sold beyond its supply')
})

it('fixed-term credits keep the years of their term', () => {
  const project = aProject()
  const services = [aService({ duration: 'ThreeYears' })]
  const market = { projects: [project], services, requirements: [aRequirement()] }
  const none = { projectGroups: [], requirementGroups: [], grouped: [], participations: [] }
  const { credits } = settleRound({
    ...market,
    problem: freezeMatchProblem({ ...market, ...none, round: aRound() }),
    solution: { projects: [{ id: 'wetland', won: true }] as never, requirements: [], flows: [] },
  })
  expect(credits).toMatchObject([
    {
      status: 'Unused',
      isPermanent: false,
      years: 3,
      unitsPerPeriod: [{ start: '2026-01-01', end: '2029-01-01', units: 100_000, first: 1 }],
    },
  ])
})
