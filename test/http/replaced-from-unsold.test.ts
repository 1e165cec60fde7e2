import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRow, CaseView } from '#contract/case/case'
import type { ListPage } from '#contract/kit/resource'
import { isOnDay } from '#domain/case/unit-blocks'
import { listLedgerFaults } from '#server/store/ledger-check'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let today: string
let id: string
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  today = utcDayOf(market.runtime.now())
  const { read } = market.store
  const [credits, projects, open] = await Promise.all([
    read.list('credit', { isPermanent: true, status: 'Redeemed' }),
    read.list('project', { status: ['Verified', 'Monitoring'] }),
    read.list('case', { endedAt: null }),
  ])
  const delivered = credits.filter(({ unitsPerPeriod }) => unitsPerPeriod.some(one => isOnDay(one, today)))
  const calm = projects.filter(
    one =>
      open.every(({ projectId }) => projectId !== one.id) &&
      delivered.some(({ projectId }) => projectId === one.id),
  )
  for (const project of calm) {
    if (id !== undefined) break
    const reported = await fail(project.id)
    const { messages } = await operator.rehearses('ReplaceFromUnsold', subject(reported), answers)
    if (messages.length === 0) id = reported
    else await operator.does('Close', subject(reported), { outcome: 'Restored', reason: 'It was repaired' })
  }
})
afterAll(() => market.close())

const answers = { price: 1250.5, reason: 'The owner cannot, and the reserve is empty' }
const subject = (of = id): Subject<'case'> => ({ kind: 'case', id: of })
const fail = async (projectId: string): Promise<string> => {
  await operator.does(
    'ReportConcern',
    { kind: 'project', id: projectId },
    { type: 'DeliveryFailure', since: addDays(today, -3), what: 'The sluice is broken' },
  )
  const reported = (await operator.get<ListPage<CaseRow>>('/api/cases?limit=1')).items[0]!.id
  const services = await market.store.read.list('service', { projectId, status: 'Certified' })
  await operator.does('Confirm', subject(reported), {
    ...{ reason: 'Nothing is left', failedSince: addDays(today, -2) },
    services: services.map(service => ({ id: service.id, left: 0 })),
  })
  return reported
}

describe('replacing failed units from unsold ones', () => {
  it('asks for a price', async () => {
    expect(
      await operator.tries('ReplaceFromUnsold', subject(), { reason: 'The owner cannot' }),
    ).toMatchObject({ status: 422 })
  })

  it('takes only issued units of verified projects that no one holds, and records their price', async () => {
    await operator.does('ReplaceFromUnsold', subject(), answers)
    const drawn = await market.store.read.list('unitReplacement', { caseId: id, endedAt: null })
    expect(drawn.length).toBeGreaterThan(0)
    for (const one of drawn) {
      const source = await market.store.read.one('credit', one.creditId)
      expect(source).toMatchObject({ isReserved: false, requirementId: null, status: 'Issued' })
      const project = await market.store.read.one('project', source?.projectId ?? '')
      expect(['Verified', 'Monitoring']).toContain(project?.status)
      expect(one.pricePerUnit).toBe(125_050)
    }
    expect(await listLedgerFaults(market.store.db)).toEqual([])
  })

  it('shows the price to the market operator only', async () => {
    const { replacements } = await operator.get<CaseView>(`/api/case/${id}`)
    expect(new Set(replacements.map(({ pricePerUnit }) => pricePerUnit))).toEqual(new Set([1250.5]))
    const one = await market.store.read.one('case', id)
    const users = await market.store.read.list('user', {
      organisationId: [one?.ownerId ?? '', ...(one?.concernedIds ?? [])],
      active: true,
    })
    expect(users.length).toBeGreaterThan(0)
    for (const user of users) {
      const text = JSON.stringify(await market.as(user.id).get(`/api/case/${id}`))
      expect(text).toContain(replacements[0]?.serial)
      expect(text).not.toContain('1250.5')
    }
  })

  it('is checked by the integrity check: a unit of the reserve has no price, an unsold one has', async () => {
    const [one] = await market.store.read.list('unitReplacement', { caseId: id, endedAt: null })
    const { db } = market.store
    await db.transaction().execute(async tx => {
      await tx
        .updateTable('unitReplacement')
        .set({ endedAt: market.runtime.now() })
        .where('id', '=', one!.id)
        .execute()
      await tx
        .insertInto('unitReplacement')
        .values({ ...one!, id: 'without-a-price', pricePerUnit: null })
        .execute()
    })
    expect(await listLedgerFaults(db)).toEqual([
      `Units replace units that are not theirs to replace, or not as many: ${one?.serial}`,
    ])
  })
})
