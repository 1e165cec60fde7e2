import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BalanceSheet } from '#contract/kit/balance'
import type { CreditRow } from '#contract/credit/credit'
import type { ProjectRow } from '#contract/project/project'
import type { ListPage } from '#contract/kit/resource'
import { toUnits } from '@credit-market/values/units'
import { CREDIT_STATUSES, hasCreditEnded, isBeforeSettlement } from '#domain/credit/credit'
import { utcDayOf } from '@credit-market/values/dates'
import { readCsvRows } from '#server/demonstration/step'
import { listLedgerFaults } from '#server/store/ledger-check'
import { readStatusesInRound } from '../builders/rounds.ts'
import { world, type World } from '../builders/world.ts'

const EARLIER = ['RD-SOM-A', 'RD-SOL-A', 'RD-SOM-B'] as const
const SETTLED = [...EARLIER, 'RD-SOM-0']

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

const creditsIn = async (roundIds: readonly string[]) =>
  (await Promise.all(roundIds.map(roundId => market.store.read.list('credit', { roundId })))).flat()

const requirementsIn = async (roundIds: readonly string[]) =>
  (await Promise.all(roundIds.map(roundId => market.store.read.list('requirement', { roundId })))).flat()

it('every unit of every settled round is accounted for', async () => {
  expect(await listLedgerFaults(market.store.db)).toEqual([])
})

describe.each(SETTLED)('the settled round %s', roundId => {
  const round = { kind: 'round' as const, id: roundId }
  const told = (table: 'demo_projects' | 'demo_requirements', id: string) =>
    Object.fromEntries(
      readCsvRows(table)
        .filter(row => row.roundId === roundId)
        .map(row => [row[id], row.status]),
    )

  it('has the statuses of its tables', async () => {
    expect(await readStatusesInRound(market, 'project', round)).toEqual(told('demo_projects', 'projectId'))
    expect(await readStatusesInRound(market, 'requirement', round)).toEqual(
      told('demo_requirements', 'requirementId'),
    )
  })
})

it('every project has an outline, and a screened one offers ground of a settled one again', async () => {
  const { rows } = await sql<{ projects: number; outlines: number }>`select
    (select count(*)::int from project) as projects,
    (select count(project_id)::int from site_boundary) as outlines`.execute(market.store.db)
  expect(rows).toEqual([{ projects: 82, outlines: 82 }])
  const overlaps = await market.store.read.list('siteOverlap', {})
  expect(overlaps.map(({ projectId, otherId }) => `${projectId} ${otherId}`).toSorted()).toEqual([
    'P125 P308',
    'P308 P125',
  ])
})

describe('the settled rounds of earlier years', () => {
  it('contain at least 25 projects and 40 requirements, most of which won', async () => {
    const all = await Promise.all(
      EARLIER.map(async id => ({
        projects: Object.values(await readStatusesInRound(market, 'project', { kind: 'round', id })),
        requirements: Object.values(await readStatusesInRound(market, 'requirement', { kind: 'round', id })),
      })),
    )
    for (const [one, least] of [
      ['projects', 25],
      ['requirements', 40],
    ] as const) {
      const statuses = all.flatMap(round => round[one])
      const lost = statuses.filter(status => status === 'Unmatched').length
      expect(statuses.length).toBeGreaterThanOrEqual(least)
      expect(lost).toBeGreaterThan(0)
      expect(lost).toBeLessThan(statuses.length / 4)
    }
  })

  it.each(EARLIER)('have at least five winners on either side, so that totals can be shown: %s', async id => {
    const match = await market.store.read.latest('matchResult', { roundId: id })
    const { projects = [], requirements = [] } = match?.solution ?? {}
    const winners = (items: { won: boolean; organisationId: string }[]) =>
      new Set(items.filter(({ won }) => won).map(({ organisationId }) => organisationId))
    expect(winners(projects).size).toBeGreaterThanOrEqual(5)
    expect(winners(requirements).size).toBeGreaterThanOrEqual(5)
    expect([match?.solution?.proven, match?.solution?.exact]).toEqual([true, true])
  })

  it('bridge a need with fixed-term credits until a wetland delivers', async () => {
    const credits = (await creditsIn(['RD-SOM-A'])).filter(({ requirementId }) => requirementId === 'R309')
    const [bridge] = credits.filter(({ projectId }) => projectId === 'P307')
    const [wetland] = credits.filter(({ projectId }) => projectId === 'P306')
    const service = await market.store.read.one('service', 'P306-V1')
    expect(bridge?.isPermanent).toBe(false)
    expect(bridge?.unitsPerPeriod.map(({ end }) => end)).toContain(service?.mitigationBegins)
    expect(wetland?.unitsPerPeriod[0]?.start).toBe(service?.mitigationBegins)
    expect(wetland?.unitsPerPeriod.at(-1)?.end).toBeNull()
  })
})

describe('credits', () => {
  it('exist in every status, and in reserve', async () => {
    const credits = await market.store.read.list('credit', {})
    expect(CREDIT_STATUSES.filter(status => !credits.some(credit => credit.status === status))).toEqual([])
    expect(credits.some(({ isReserved }) => isReserved)).toBe(true)
  })

  it('have retired if they ended after issue or redemption, each by the clock on its last day', async () => {
    const today = utcDayOf(market.runtime.now())
    const ended = (await creditsIn(SETTLED)).filter(
      credit => !isBeforeSettlement(credit.status) && hasCreditEnded(credit, today),
    )
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['Retired']))
    const changes = await market.store.db.selectFrom('creditLedger').selectAll().execute()
    for (const credit of ended) {
      const retired = changes.find(
        ({ creditId, toStatus }) => creditId === credit.id && toStatus === 'Retired',
      )
      expect(utcDayOf(retired?.at ?? '')).toBe(credit.unitsPerPeriod.at(-1)?.end)
    }
  })

  it('were redeemed in time except one, and those of investors retired with it', async () => {
    const redeemed = (await requirementsIn(EARLIER)).filter(({ redeemedAt }) => redeemedAt !== null)
    const late = redeemed.filter(
      ({ redeemedAt, redemptionDate }) =>
        redeemedAt && redemptionDate && utcDayOf(redeemedAt) > redemptionDate,
    )
    expect(redeemed.length).toBeGreaterThan(20)
    expect(late.map(({ id }) => id)).toEqual(['R305'])
    const investors = redeemed.filter(({ type }) => type === 'Investor')
    expect(investors.map(({ status }) => status)).toEqual(['Retired', 'Retired'])
  })

  it('were issued only after some of their units were delivered', async () => {
    const changes = await market.store.db.selectFrom('creditLedger').selectAll().execute()
    const credits = await creditsIn(SETTLED)
    const services = new Map((await market.store.read.list('service', {})).map(one => [one.id, one]))
    for (const { requirementId, at } of changes.filter(({ toStatus }) => toStatus === 'Issued')) {
      if (requirementId === null) continue
      const supplied = credits.filter(credit => credit.requirementId === requirementId)
      const delivered = supplied.map(({ serviceId }) => services.get(serviceId)?.mitigationBegins ?? '')
      expect(delivered.toSorted()[0]! <= utcDayOf(at), requirementId).toBe(true)
    }
    const told = await market.store.db
      .selectFrom('activity')
      .select('message')
      .where('action', 'in', ['IssueCredits', 'RedeemCredits'])
      .execute()
    expect(told.filter(({ message }) => message.includes('before delivery begins'))).toEqual([])
  })
})

describe('checks', () => {
  it('include a failed verification and a failed compliance check, each followed by one that passed; one is open', async () => {
    const { read } = market.store
    const verifications = (id: string) =>
      read.list('verification', { projectId: id }).then(all => all.map(({ isPass }) => isPass))
    expect([await verifications('P407'), await verifications('P506')]).toEqual([
      [false, true],
      [false, true],
    ])
    const checks = (id: string) =>
      read.list('complianceCheck', { projectId: id }).then(all => all.map(({ isCompliant }) => isCompliant))
    expect(await checks('P301')).toEqual([false, true])
    expect((await checks('P408')).at(-1)).toBe(false)
  })
})

it("the pilot's units are the certified ones, in lists, downloads and the public register", async () => {
  const operator = market.as('operator')
  const on = 'on=2026-11-22'
  const { types } = await operator.get<BalanceSheet>(
    `/api/credits/balance?registry=true&projectId=P001&${on}`,
  )
  const { onDay } = types.find(({ creditType }) => creditType === 'Biodiversity')!
  expect(onDay).toMatchObject({ total: 10.25, unsold: 3.65, reserve: 0.6, issued: 6 })
  for (const path of ['/api/projects', '/api/public/registry/projects']) {
    const { items } = await operator.get<ListPage<ProjectRow>>(`${path}?limit=200&${on}`)
    expect(items.find(({ id }) => id === 'P001')?.credits).toMatchObject([{ units: 10.25 }, { units: 4.2 }])
  }
  const rows = await operator.get<ListPage<CreditRow>>(`/api/credits?registry=true&projectId=P001&${on}`)
  const sold = rows.items.find(({ creditType }) => creditType === 'Biodiversity')
  expect(await operator.get(`/api/public/credits/${sold?.serials[0]}`)).toMatchObject({
    biodiversitySupply: 'fromDelivery',
  })
  expect(rows.items.reduce((sum, row) => sum + toUnits(row.units), 0)).toBe(toUnits(10.25) + toUnits(4.2))
})
