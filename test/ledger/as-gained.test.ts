import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Change, create, changeStatus, remove } from '#actions/kit/changes'
import { addDays } from '@credit-market/values/dates'
import type { MatchFlow } from '@credit-market/matching/problem/match-solution'
import { freezeMatchProblem } from '#domain/match/freeze'
import { PROJECT_DURATIONS } from '#domain/project/project'
import { BIODIVERSITY_SUPPLY_RULES, type BiodiversitySupplyRule } from '#domain/round/round'
import { type Service, supplyOf } from '#domain/project/service'
import { settleRound } from '#domain/match/settlement'
import { aProject, aService } from '../builders/market.ts'
import { listLedgerFaults } from '#server/store/ledger-check'
import { sampleRow, startWorld } from '../http/world.ts'

const NOW = '2026-06-01T12:00:00.000Z'
const ROUNDS: Record<BiodiversitySupplyRule, string> = { fromDelivery: 'in-full', asGained: 'as-gained' }

const FREE = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }

const meadow = (id: string, service: Partial<Service>): Service =>
  aService({
    id: `${id}-service`,
    projectId: id,
    type: 'Biodiversity',
    module: 'Area',
    broadHabitat: 'Grassland',
    units: null,
    standardId: 'BsiFlex704',
    ...service,
  })

const some = fc.array(
  fc.record({
    counts: fc.constantFrom(...BIODIVERSITY_SUPPLY_RULES),
    duration: fc.constantFrom(...PROJECT_DURATIONS),
    mitigationBegins: fc.integer({ min: 0, max: 4_000 }).map(days => addDays('2024-02-28', days)),
    baselineUnitsLost: fc.integer({ min: 0, max: 30 }),
    gainsPerYear: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 12 }),
  }),
  { minLength: 300, maxLength: 300 },
)

const project = (id: string, roundId: string) =>
  sampleRow('project', {
    id,
    name: id,
    supplierId: 'farm',
    roundId,
    agentId: null,
    groupId: null,
    unchangedSinceRoundId: null,
    costs: null,
    offer: null,
    offeredAt: null,
    status: 'Certified',
  })

/** A meadow that gains two units at delivery, and three more after a year. */
const GROWING = meadow('growing', { mitigationBegins: '2026-01-01', gainsPerYear: [20_000, 30_000] })

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld(
    ...BIODIVERSITY_SUPPLY_RULES.map(counts =>
      sampleRow('round', {
        id: ROUNDS[counts],
        name: counts,
        marketId: 'levels',
        biodiversitySupply: counts,
      }),
    ),
    project('growing', 'as-gained'),
    sampleRow('service', GROWING),
  )
})
afterAll(() => world.close())

const apply = (changes: Change[]) =>
  world.store.transaction(tx => tx.apply(changes, { now: NOW, newId: () => 'unused' }))

const creditOf = async (serviceId: string) => world.store.read.list('credit', { serviceId })

describe('biodiversity counted as gained, in the ledger', () => {
  it('has the same supply in the database as in the matching engine, for three hundred random services', async () => {
    const [sample = []] = fc.sample(some, { numRuns: 1, seed: 49 })
    const services = sample.map(({ counts, ...service }, at) => ({
      counts,
      service: meadow(`m${at}`, service),
    }))
    await apply(
      services.flatMap(({ counts, service }) => [
        project(service.projectId, ROUNDS[counts]),
        sampleRow('service', service),
      ]),
    )
    for (const { counts, service } of services) {
      const [credit] = await creditOf(service.id)
      const supply = supplyOf(service, counts).filter(({ units }) => units > 0)
      expect([service.id, credit?.unitsPerPeriod]).toEqual([
        service.id,
        supply.map(period => ({ ...period, first: 1 })),
      ])
    }
  })

  it('updates uncertified credits when a round changes how biodiversity counts', async () => {
    const draft = meadow('later', { status: 'Draft', gainsPerYear: [10_000, 10_000] })
    await apply([project('later', 'in-full'), sampleRow('service', draft)])
    expect((await creditOf(draft.id))[0]?.units).toBe(20_000)
    await sql`update round set biodiversity_supply = 'asGained' where id = 'in-full'`.execute(world.store.db)
    expect((await creditOf(draft.id))[0]?.unitsPerPeriod.map(({ units }) => units)).toEqual([10_000, 20_000])
    await sql`update round set biodiversity_supply = 'fromDelivery' where id = 'in-full'`.execute(
      world.store.db,
    )
  })

  /** The result of a settlement in which this many units of the meadow are sold for ever from a date. */
  const sold = async (units: number, start: string) => {
    const round = await world.store.read.one('round', 'as-gained')
    const offered = aProject({ id: 'growing', supplierId: 'farm', roundId: 'as-gained', status: 'Offered' })
    const market = {
      round: round!,
      projects: [offered],
      services: [GROWING],
      requirements: [],
      projectGroups: [],
      requirementGroups: [],
      grouped: [],
      participations: [],
    }
    const flow: MatchFlow = {
      projectId: 'growing',
      serviceId: GROWING.id,
      requirementId: 'sheds',
      start,
      end: null,
      units,
      reserved: 0,
    }
    const won = { projects: [{ id: 'growing', won: true }], requirements: [], flows: [flow] }
    const problem = freezeMatchProblem({ ...market, participations: [] })
    return settleRound({ ...market, problem, solution: won as never }).credits
  }

  it('cannot be sold beyond what has been gained by then', async () => {
    await expect(sold(40_000, '2026-06-01')).rejects.toThrow('beyond its supply')
  })

  it('adds up to the certified units, sold and unsold, for a growing supply', async () => {
    const credits = await sold(40_000, '2027-01-01')
    await apply([
      sampleRow('requirement', {
        id: 'sheds',
        buyerId: 'builder',
        roundId: 'as-gained',
        agentId: null,
        groupId: null,
        redeemedAt: null,
        status: 'RightsCreated',
      }),
      remove('credit', { id: GROWING.id }),
      ...credits.map((credit, at) => create('credit', { ...credit, id: `part-${at}` })),
      changeStatus('project', { id: 'growing', status: 'Certified' }, 'Matched', {
        offer: 1,
        offeredAt: NOW,
        costs: FREE,
      }),
    ])
    const held = await creditOf(GROWING.id)
    expect(held.map(({ status, unitsPerPeriod }) => [status, unitsPerPeriod])).toEqual([
      ['RightsCreated', [{ start: '2027-01-01', end: null, units: 40_000, first: expect.any(Number) }]],
      [
        'Unused',
        [
          { start: '2026-01-01', end: '2027-01-01', units: 20_000, first: 1 },
          { start: '2027-01-01', end: null, units: 10_000, first: expect.any(Number) },
        ],
      ],
    ])
    expect(await listLedgerFaults(world.store.db)).toEqual([])
  })
})
