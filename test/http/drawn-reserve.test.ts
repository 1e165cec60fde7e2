import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRow, CaseView } from '#contract/case/case'
import type { CreditRow } from '#contract/credit/credit'
import type { ListPage } from '#contract/kit/resource'
import { isOnDay } from '#domain/case/unit-blocks'
import type { Credit } from '#domain/credit/credit'
import { matchNeedOf } from '#domain/project/match-need'
import { listLedgerFaults } from '#server/store/ledger-check'
import { checkServiceEligibility } from '@credit-market/matching/model/eligible'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { toUnits } from '@credit-market/values/units'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let today: string
let failing: string
let id: string
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  today = utcDayOf(market.runtime.now())
  const { read } = market.store
  const [credits, projects, cases, drawn] = await Promise.all([
    read.list('credit', { isPermanent: true }),
    read.list('project', { status: ['Verified', 'Monitoring'] }),
    read.list('case', {}),
    read.list('unitReplacement', {}),
  ])
  // Projects that neither failed before nor replace units of another.
  const lending = credits.filter(one => drawn.some(({ creditId }) => creditId === one.id))
  const calm = projects.filter(one => [...cases, ...lending].every(({ projectId }) => projectId !== one.id))
  const isDelivered = ({ unitsPerPeriod }: Credit) => unitsPerPeriod.some(period => isOnDay(period, today))
  const reserve = credits.filter(one => one.isReserved && one.status === 'Issued' && isDelivered(one))
  for (const one of credits.filter(credit => credit.status === 'Redeemed' && isDelivered(credit))) {
    const sources = await Promise.all(reserve.map(source => mayReplace(one, source)))
    if (calm.some(({ id: its }) => its === one.projectId) && sources.includes(true)) failing ??= one.projectId
  }
})
afterAll(() => market.close())

/** Says by the engine's own rule, and by nothing else of the product, whether units of one credit may replace those of another. */
const mayReplace = async (failed: Credit, source: Credit): Promise<boolean> => {
  const { read } = market.store
  const [requirement, place, round, other] = await Promise.all([
    read.one('requirement', failed.requirementId ?? ''),
    read.one('project', source.projectId),
    read.one('round', failed.roundId),
    read.one('round', source.roundId),
  ])
  const need = requirement && matchNeedOf(requirement)
  const service = { ...source, creditType: source.type, supply: source.unitsPerPeriod }
  return (
    !!need &&
    !!place &&
    failed.projectId !== source.projectId &&
    round?.marketId === other?.marketId &&
    checkServiceEligibility(need, service, place) === true
  )
}

const subject = (of = id): Subject<'case'> => ({ kind: 'case', id: of })
const read = (of = id) => operator.get<CaseView>(`/api/case/${of}`)
const replacements = () => market.store.read.list('unitReplacement', { caseId: id, endedAt: null })
const page = async (path: string): Promise<string> => {
  const answer = await fetch(`${market.url}${path}`)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}
const creditOf = (creditId: string) => operator.get<CreditRow>(`/api/credit/${creditId}`)
const currentCertificates = (requirementId: string) =>
  market.store.read.list('certificate', { subjectId: requirementId, state: 'Current' })

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

/** The first replacement, with the credits of both sides. */
const firstReplacement = async () => {
  const [one] = await replacements()
  const failure = await market.store.read.one('unitFailure', one!.failureId)
  const failed = await market.store.read.one('credit', failure!.creditId)
  const source = await market.store.read.one('credit', one!.creditId)
  return { replacement: one!, failed: failed!, source: source! }
}

describe('drawing on the reserve', () => {
  it('is offered once a failure is confirmed, and says before what it does for whom', async () => {
    id = await fail(failing)
    const { sentences } = await operator.rehearses('DrawOnReserve', subject(), { reason: 'The owner cannot' })
    expect(sentences.some(one => /failed units held for .+ are replaced by units of /.test(one))).toBe(true)
    expect(await replacements()).toEqual([])
    const [units] = (await read()).failedUnits
    expect(units).toMatchObject({ replaced: 0, inDoubt: 0, uncovered: units?.failed })
  })

  it('replaces units only by sound ones of the reserve that the engine accepts, one for one', async () => {
    const before = await market.store.read.list('certificate', { state: 'Current' })
    await operator.does('DrawOnReserve', subject(), { reason: 'The owner cannot' })
    const drawn = await replacements()
    expect(drawn.length).toBeGreaterThan(0)
    for (const one of drawn) {
      const [source, failure] = await Promise.all([
        market.store.read.one('credit', one.creditId),
        market.store.read.one('unitFailure', one.failureId),
      ])
      const failed = await market.store.read.one('credit', failure?.creditId ?? '')
      expect(source).toMatchObject({ isReserved: true, requirementId: null, status: 'Issued' })
      expect(await mayReplace(failed!, source!)).toBe(true)
      expect(one.lastUnit - one.firstUnit).toBe(one.failedLast - one.failedFirst)
      const certificates = await currentCertificates(failed?.requirementId ?? '')
      const stage = certificates.find(({ supersedesId }) => before.some(old => old.id === supersedesId))
      expect(stage?.content).toContain(one.serial)
    }
    expect(await listLedgerFaults(market.store.db)).toEqual([])
  })

  it('leaves no failed unit that a free one of the reserve could still replace', async () => {
    expect(await operator.tries('DrawOnReserve', subject(), { reason: 'Again' })).toMatchObject({
      status: 422,
    })
  })

  it('adds up: each failed unit is in doubt, replaced or without cover', async () => {
    for (const { failed, inDoubt, replaced, uncovered } of (await read()).failedUnits) {
      expect(replaced).toBeGreaterThan(0)
      expect(toUnits(inDoubt) + toUnits(replaced) + toUnits(uncovered)).toBe(toUnits(failed))
    }
  })

  it('links the old and the new certificate, and says at both what replaced the units', async () => {
    const { replacement, failed } = await firstReplacement()
    const all = await market.store.read.list('certificate', { subjectId: failed.requirementId ?? '' })
    const current = all.find(
      one => one.state === 'Current' && one.content.includes(replacement.serial) && one.supersedesId !== null,
    )
    const old = all.find(({ id: its }) => its === current?.supersedesId)
    expect(old).toMatchObject({
      state: 'Superseded',
      endedReason: 'Units rested on a failed project and were replaced',
    })
    const [ofOld, ofNew] = await Promise.all([
      page(`/verify/${old?.number}`),
      page(`/verify/${current?.number}`),
    ])
    expect(ofOld).toContain('has not been valid since')
    expect(ofOld).toContain(`/verify/${current?.number}`)
    expect(ofOld).toMatch(new RegExp(`replaced by[^]*${replacement.serial}`))
    expect(ofNew).toContain(old?.number)
    expect(ofNew).toContain(replacement.serial)
  })

  it('says in the register, in the API and in downloads what replaces what', async () => {
    const { replacement, failed, source } = await firstReplacement()
    const credit = await creditOf(failed.id)
    const own = credit.unsound.find(({ replacedBy }) => replacedBy === replacement.serial)
    expect(own?.assurance).toBe('replaced')
    const [ofFailed, ofSource] = await Promise.all([
      page(`/register/credits/${own?.serial}`),
      page(`/register/credits/${replacement.serial}`),
    ])
    expect(ofFailed).toContain(replacement.serial)
    expect(ofSource).toContain(own?.serial)
    expect((await creditOf(source.id)).replacing).toContainEqual(
      expect.objectContaining({ serial: replacement.serial, replaces: own?.serial }),
    )
    const csv = await operator.send(
      `/api/public/registry/credits/download?requirementId=${failed.requirementId}`,
    )
    expect(String(csv.body)).toContain(replacement.serial)
  })

  it('leaves no holder, planning authority or supplier concerned without a message', async () => {
    const { failed, source } = await firstReplacement()
    const { db, read: rows } = market.store
    const [requirement, place, other] = await Promise.all([
      rows.one('requirement', failed.requirementId ?? ''),
      rows.one('project', failed.projectId),
      rows.one('project', source.projectId),
    ])
    const organisations = await rows.list('organisation', {})
    const concerned = organisations.filter(
      one =>
        one.id === requirement?.buyerId ||
        one.id === place?.supplierId ||
        one.id === other?.supplierId ||
        (one.type === 'LPA' && [requirement?.lpaId, place?.lpaId, other?.lpaId].includes(one.lpaId)),
    )
    const people = await rows.list('user', {
      organisationId: concerned.map(one => one.id),
      active: true,
    })
    const items = await db
      .selectFrom('inboxItem')
      .select('userId')
      .where('kind', 'in', ['units-replaced', 'holding-units-replaced', 'units-drawn'])
      .execute()
    expect(people.length).toBeGreaterThan(2)
    expect(people.filter(one => !items.some(({ userId }) => userId === one.id)).map(one => one.id)).toEqual(
      [],
    )
  })

  it('cannot be changed, deleted or doubled in the database', async () => {
    const { db } = market.store
    const { replacement } = await firstReplacement()
    const { id: first } = replacement
    await expect(db.deleteFrom('unitReplacement').where('id', '=', first).execute()).rejects.toThrow(
      /not taken away/,
    )
    await expect(
      db.updateTable('unitReplacement').set({ endDay: '2099-01-01' }).where('id', '=', first).execute(),
    ).rejects.toThrow(/does not change/)
    await expect(
      db
        .insertInto('unitReplacement')
        .values({ ...replacement, id: 'another' })
        .execute(),
    ).rejects.toThrow(/unit_replaces_once/)
    await expect(
      db
        .insertInto('unitReplacement')
        .values({ ...replacement, id: 'another', failedLast: replacement.failedLast + 1 })
        .execute(),
    ).rejects.toThrow(/units_replace_one_for_one|have failed/)
  })

  it('leaves units in doubt while the project that replaces them is in doubt', async () => {
    const { replacement, failed, source } = await firstReplacement()
    await operator.does(
      'ReportConcern',
      { kind: 'project', id: source.projectId },
      { type: 'DeliveryFailure', since: addDays(today, -1), what: 'The reeds have died' },
    )
    const own = (await creditOf(failed.id)).unsound.find(one => one.replacedBy === replacement.serial)
    expect(own?.assurance).toBe('inDoubt')
    const [second] = (await operator.get<ListPage<CaseRow>>('/api/cases?limit=1')).items
    expect(await market.store.read.one('case', second!.id)).toMatchObject({
      concernedIds: expect.arrayContaining([
        (await market.store.read.one('requirement', failed.requirementId ?? ''))?.buyerId,
      ]) as string[],
    })
    await operator.does('Dismiss', subject(second?.id), { reason: 'They are alive' })
    const [again] = (await creditOf(failed.id)).unsound.filter(one => one.replacedBy === replacement.serial)
    expect(again?.assurance).toBe('replaced')
  })

  it('ends when the replacing units fail, after the rest of the reserve; its holder is then without cover', async () => {
    const { replacement, failed, source } = await firstReplacement()
    const second = await fail(source.projectId)
    expect(await market.store.read.one('unitReplacement', replacement.id)).toMatchObject({
      endedAt: expect.any(String) as string,
    })
    const { unsound } = await creditOf(failed.id)
    expect(unsound.some(one => one.replacedBy === replacement.serial)).toBe(false)
    expect(unsound.some(one => one.assurance === 'failed')).toBe(true)
    expect(await listLedgerFaults(market.store.db)).toEqual([])
    const [current] = await currentCertificates(failed.requirementId ?? '')
    expect(await page(`/verify/${current?.number}`)).toMatch(
      /has not been valid since .*rest on a failed project/,
    )
    await operator.does('Close', subject(second), {
      outcome: 'Restored',
      reason: 'The land is flooded again',
    })
  })

  it('can be drawn again, and ends when the failed units are delivered again', async () => {
    await operator.does('DrawOnReserve', subject(), { reason: 'The reserve is sound again' })
    const { replacement, failed, source } = await firstReplacement()
    await operator.does('Close', subject(), { outcome: 'Restored', reason: 'The sluice is repaired' })
    expect(await replacements()).toEqual([])
    expect((await creditOf(failed.id)).unsound).toEqual([])
    expect((await creditOf(source.id)).replacing).toEqual([])
    for (const { number, content } of await currentCertificates(failed.requirementId ?? '')) {
      expect(content).not.toContain(replacement.serial)
      expect(await page(`/verify/${number}`)).not.toMatch(/not valid since|in doubt/i)
    }
    expect(await listLedgerFaults(market.store.db)).toEqual([])
  })
})
