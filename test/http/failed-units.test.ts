import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRow, CaseView } from '#contract/case/case'
import type { CreditRow } from '#contract/credit/credit'
import type { ListPage } from '#contract/kit/resource'
import { ORDER_OF_CLAIMS } from '#domain/case/order-of-claims'
import { holdingOf } from '#domain/credit/balance'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { unitsToNumber } from '@credit-market/values/units'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let project: string
let today: string
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  today = utcDayOf(market.runtime.now())
  const { db } = market.store
  const sold = await db
    .selectFrom('credit')
    .innerJoin('project', 'project.id', 'credit.projectId')
    .select(['projectId', 'isReserved', 'requirementId'])
    .where('project.status', 'in', ['Monitoring', 'Verified'])
    .orderBy('credit.ordinal')
    .execute()
  const open = await db.selectFrom('case').select('projectId').where('endedAt', 'is', null).execute()
  // A project with units that are sold and others in reserve.
  project = sold.find(
    one =>
      one.requirementId !== null &&
      sold.some(other => other.projectId === one.projectId && other.isReserved) &&
      !open.some(({ projectId }) => projectId === one.projectId),
  )!.projectId
})
afterAll(() => market.close())

const subject = (id: string): Subject<'case'> => ({ kind: 'case', id })
const read = (id: string) => operator.get<CaseView>(`/api/case/${id}`)
const credits = async () =>
  (await operator.get<ListPage<CreditRow>>(`/api/credits?projectId=${project}&registry=true&limit=200`)).items
const assurances = async () => new Set((await credits()).map(({ assurance }) => assurance))
const settled = async () =>
  (await market.store.read.list('credit', { projectId: project })).filter(
    ({ status }) => holdingOf({ status, isReserved: false, requirementId: null }) !== null,
  )
const report = async (): Promise<string> => {
  await operator.does(
    'ReportConcern',
    { kind: 'project', id: project },
    {
      ...{ type: 'DeliveryFailure', since: addDays(today, -20), what: 'Half of the planting is gone' },
    },
  )
  return (await operator.get<ListPage<CaseRow>>('/api/cases?limit=1')).items[0]!.id
}
/** Capacity for a fraction of the units that each service has today. */
const capacity = async (fraction: number) => {
  const all = await market.store.read.list('service', { projectId: project, status: 'Certified' })
  const held = await credits()
  return all.map(({ id, type }) => ({
    id,
    left: Math.floor(
      held.filter(one => one.creditType === type).reduce((sum, { units }) => sum + units, 0) * fraction,
    ),
  }))
}

describe('a delivery failure', () => {
  let id: string

  it('puts all units of the project in doubt as soon as it is reported', async () => {
    expect(await assurances()).toEqual(new Set(['sound']))
    id = await report()
    expect(await assurances()).toEqual(new Set(['inDoubt']))
    for (const { serials, unsound } of await credits()) {
      const doubted = unsound.map(({ serial }) => serial)
      expect(serials).toEqual(expect.arrayContaining(doubted))
      expect(doubted).toContain(serials.at(-1))
    }
  })

  it('is not confirmed with a capacity at which nothing fails', async () => {
    const services = (await capacity(1)).map(({ id: service }) => ({ id: service, left: 1_000_000 }))
    expect(
      await operator.tries('Confirm', subject(id), { reason: 'Inspected', failedSince: today, services }),
    ).toMatchObject({ status: 422 })
  })

  it('says before it is confirmed how many units of whom fail', async () => {
    const { sentences } = await operator.rehearses('Confirm', subject(id), {
      ...{ reason: 'Inspected', failedSince: addDays(today, -10), services: await capacity(0.5) },
    })
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/^[\d.,]+ of [\d.,]+ units held for .+ fail$/)
    expect((await read(id)).status).toBe('Reported')
  })

  it('fails the units that no longer fit, the last claims first, each with a serial', async () => {
    const services = await capacity(0.5)
    await operator.does('Confirm', subject(id), {
      ...{ reason: 'Inspected', failedSince: addDays(today, -10), services },
    })
    const held = await settled()
    const failures = await market.store.read.list('unitFailure', { caseId: id })
    expect(failures.length).toBeGreaterThan(0)
    const rank = (creditId: string) => {
      const credit = held.find(one => one.id === creditId)!
      return ORDER_OF_CLAIMS.findIndex(holdings => holdings.includes(holdingOf(credit)!))
    }
    const lost = (creditId: string) =>
      failures
        .filter(one => one.creditId === creditId)
        .reduce((sum, one) => sum + one.lastUnit - one.firstUnit + 1, 0)
    for (const service of services) {
      const its = held.filter(one => one.serviceId === service.id)
      for (const one of its)
        for (const other of its)
          if (rank(one.id) < rank(other.id) && lost(one.id) > 0) expect(lost(other.id)).toBeGreaterThan(0)
    }
    for (const { serial, firstUnit, lastUnit } of failures) {
      expect(serial).toMatch(new RegExp(`-${firstUnit}-${lastUnit}$`))
      const found = await operator.get<CreditRow>(`/api/public/credits/${serial}`)
      expect(failures.filter(one => one.creditId === found.id).map(one => one.serial)).toContain(serial)
    }
    for (const row of await credits()) {
      expect(row.assurance).toBe(lost(row.id) > 0 ? 'failed' : 'sound')
      const most = Math.max(0, ...row.unsound.map(({ units }) => units))
      expect(most).toBeLessThanOrEqual(unitsToNumber(held.find(one => one.id === row.id)!.units))
    }
    expect(await read(id)).toMatchObject({ status: 'Confirmed', failedSince: addDays(today, -10) })
  })

  it('is in doubt while there is a day by which it is put right, and never sound', async () => {
    await operator.does('SetRectification', subject(id), {
      ...{ rectifyBy: addDays(today, 40), reason: 'The owner plants again' },
    })
    const rows = await credits()
    expect(
      new Set(rows.filter(({ unsound }) => unsound.length > 0).map(({ assurance }) => assurance)),
    ).toEqual(new Set(['inDoubt']))
  })

  it('stays failed after the case is closed, unless the capacity is delivered again', async () => {
    await operator.does('Close', subject(id), { outcome: 'Lost', reason: 'The land was sold' })
    expect((await assurances()).has('failed')).toBe(true)
    const before = await market.store.read.list('unitFailure', { caseId: id })
    const second = await report()
    await operator.does('Confirm', subject(second), {
      ...{ reason: 'More is gone', failedSince: today, services: await capacity(0.2) },
    })
    const further = await market.store.read.list('unitFailure', { caseId: second })
    expect(further.length).toBeGreaterThan(0)
    for (const one of further)
      for (const other of before.filter(({ creditId }) => creditId === one.creditId))
        expect(one.lastUnit < other.firstUnit || one.firstUnit > other.lastUnit).toBe(true)
    await operator.does('Close', subject(second), {
      outcome: 'Restored',
      reason: 'It has been planted again',
    })
    const unsound = (await credits()).flatMap(row => row.unsound.map(({ serial }) => serial))
    expect(unsound.toSorted()).toEqual(before.map(({ serial }) => serial).toSorted())
  })

  it('cannot be changed, deleted, or doubled in the database', async () => {
    const { db } = market.store
    const [one] = await market.store.read.list('unitFailure', { caseId: id })
    const { serial: _serial, ...row } = one!
    await expect(db.deleteFrom('unitFailure').where('id', '=', row.id).execute()).rejects.toThrow(
      /not taken away/,
    )
    await expect(
      db.updateTable('unitFailure').set({ lastUnit: row.firstUnit }).where('id', '=', row.id).execute(),
    ).rejects.toThrow(/does not change/)
    await expect(
      db
        .insertInto('unitFailure')
        .values({ ...row, id: 'another', serial: one!.serial })
        .execute(),
    ).rejects.toThrow(/unit_fails_once/)
    await expect(
      db
        .insertInto('unitFailure')
        .values({ ...row, id: 'another', serial: one!.serial, lastUnit: row.lastUnit + 1_000_000_000 })
        .execute(),
    ).rejects.toThrow(/one block/)
  })
})
