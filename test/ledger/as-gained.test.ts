import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Change, create, move, remove } from '#actions/kit/changes'
import { addDays } from '#domain/dates'
import type { MatchFlow } from '#domain/match-solution'
import { matchProblemOf } from '#domain/freeze'
import { DURATIONS } from '#domain/project'
import { BIODIVERSITY_SUPPLIES, type BiodiversitySupply } from '#domain/round'
import { type Service, supplyOf } from '#domain/service'
import { settle } from '#domain/settlement'
import { aProject, aService } from '../builders/market.ts'
import { ledgerFaults } from '#server/store/ledger-check'
import { like, startWorld } from '../http/world.ts'

const NOW = '2026-06-01T12:00:00.000Z'
const ROUNDS: Record<BiodiversitySupply, string> = { fromDelivery: 'in-full', asGained: 'as-gained' }

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
    counts: fc.constantFrom(...BIODIVERSITY_SUPPLIES),
    duration: fc.constantFrom(...DURATIONS),
    mitigationBegins: fc.integer({ min: 0, max: 4_000 }).map(days => addDays('2024-02-28', days)),
    baselineUnitsLost: fc.integer({ min: 0, max: 30 }),
    gainsPerYear: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 12 }),
  }),
  { minLength: 300, maxLength: 300 },
)

const project = (id: string, roundId: string) =>
  like('project', {
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
    ...BIODIVERSITY_SUPPLIES.map(counts =>
      like('round', { id: ROUNDS[counts], name: counts, marketId: 'levels', biodiversitySupply: counts }),
    ),
    project('growing', 'as-gained'),
    like('service', GROWING),
  )
})
afterAll(() => world.close())

const apply = (changes: Change[]) =>
  world.store.transaction(tx => tx.apply(changes, { now: NOW, newId: () => 'unused' }))

const creditOf = async (serviceId: string) => world.store.read.list('credit', { serviceId })

describe('biodiversity that counts as it is gained, in the ledger', () => {
  it('the database reads the supply of three hundred random services as the matching engine does', async () => {
    const [sample = []] = fc.sample(some, { numRuns: 1, seed: 49 })
    const services = sample.map(({ counts, ...service }, at) => ({
      counts,
      service: meadow(`m${at}`, service),
    }))
    await apply(
      services.flatMap(({ counts, service }) => [
        project(service.projectId, ROUNDS[counts]),
        like('service', service),
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

  it('a round that changes how biodiversity counts changes the credits of what is not certified with it', async () => {
    const draft = meadow('later', { status: 'Draft', gainsPerYear: [10_000, 10_000] })
    await apply([project('later', 'in-full'), like('service', draft)])
    expect((await creditOf(draft.id))[0]?.units).toBe(20_000)
    await sql`update round set biodiversity_supply = 'asGained' where id = 'in-full'`.execute(world.store.db)
    expect((await creditOf(draft.id))[0]?.unitsPerPeriod.map(({ units }) => units)).toEqual([10_000, 20_000])
    await sql`update round set biodiversity_supply = 'fromDelivery' where id = 'in-full'`.execute(
      world.store.db,
    )
  })

  /** What settlement makes of the meadow, of which so many units are sold for ever from a day on. */
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
    const problem = matchProblemOf({ ...market, participations: [] })
    return settle({ ...market, problem, solution: won as never }).credits
  }

  it('more than has been gained by then cannot be sold', async () => {
    await expect(sold(40_000, '2026-06-01')).rejects.toThrow('beyond its supply')
  })

  it('what is sold of a growing supply and what is not add up to what was certified', async () => {
    const credits = await sold(40_000, '2027-01-01')
    await apply([
      like('requirement', {
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
      move('project', { id: 'growing', status: 'Certified' }, 'Matched', {
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
    expect(await ledgerFaults(world.store.db)).toEqual([])
  })
})
