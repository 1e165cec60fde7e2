import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRow, CaseView } from '#contract/case/case'
import type { HomeView } from '#contract/desk/home'
import type { QueueView } from '#contract/desk/queue'
import type { ListPage, NextStep } from '#contract/kit/resource'
import type { ActivityItem } from '#contract/subject/subject'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { endPastRectifications } from '#server/jobs/end-rectifications'
import { runJobs } from '#server/tasks/schedule'
import { sampleDocument } from '../builders/paper.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

/** A sold project, its owner, a requirement that holds its units, and people who are not concerned. */
interface Parties {
  project: string
  requirement: string
  operator: Person
  owner: Person
  holder: Person
  stranger: Person
  /** Users by organisation. */
  userOf: (organisationId: string) => string
  today: string
}

let market: World
let parties: Parties
beforeAll(async () => {
  market = await world({ works: false })
  const { db } = market.store
  const users = await db.selectFrom('user').select(['id', 'organisationId']).orderBy('ordinal').execute()
  const userOf = (organisationId: string) =>
    users.find(one => one.organisationId === organisationId)?.id ?? ''
  const held = await db
    .selectFrom('credit')
    .innerJoin('project', 'project.id', 'credit.projectId')
    .innerJoin('requirement', 'requirement.id', 'credit.requirementId')
    .select(['projectId', 'requirementId', 'supplierId', 'buyerId', 'project.roundId'])
    .where('project.status', 'in', ['Monitoring', 'Verified'])
    .where('projectId', 'not in', eb =>
      eb
        .selectFrom('case')
        .select('projectId')
        .where('projectId', 'is not', null)
        .$castTo<{ projectId: string }>(),
    )
    .orderBy('credit.ordinal')
    .execute()
  const { projectId, requirementId, supplierId, buyerId } = held.find(
    one => userOf(one.supplierId) !== '' && userOf(one.buyerId) !== '',
  )!
  const concerned = new Set(held.filter(one => one.projectId === projectId).map(one => one.buyerId))
  const agents = await db.selectFrom('agentAuthority').select('agentId').execute()
  const other = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'PARTICIPANT')
    .where('id', '<>', supplierId)
    .orderBy('ordinal')
    .execute()
  const stranger = other.find(
    ({ id }) => userOf(id) !== '' && !concerned.has(id) && !agents.some(one => one.agentId === id),
  )!
  parties = {
    project: projectId,
    requirement: requirementId ?? '',
    operator: market.as('operator'),
    owner: market.as(userOf(supplierId)),
    holder: market.as(userOf(buyerId)),
    stranger: market.as(userOf(stranger.id)),
    userOf,
    today: utcDayOf(market.runtime.now()),
  }
})
afterAll(() => market.close())

const subject = (id: string): Subject<'case'> => ({ kind: 'case', id })
const read = (who: Person, id: string) => who.get<CaseView>(`/api/case/${id}`)
const openCases = async (who: Person) =>
  (await who.get<ListPage<CaseRow>>('/api/cases?status=Reported&status=Confirmed&status=Remedying&limit=200'))
    .items
const newest = async (who: Person) => (await who.get<ListPage<CaseRow>>('/api/cases?limit=1')).items[0]!.id
const inboxOf = (userId: string, id: string) =>
  market.store.db
    .selectFrom('inboxItem')
    .select('kind')
    .where('userId', '=', userId)
    .where('subjectKind', '=', 'case')
    .where('subjectId', '=', id)
    .orderBy('createdAt')
    .execute()

describe('a failed compliance check', () => {
  it('of the demonstration has opened a case, and a later one that passed has closed it', async () => {
    const cases = await market.store.read.list('case', { reporter: 'system' })
    const of = (projectId: string) => cases.find(one => one.projectId === projectId)
    expect(of('P001')).toMatchObject({ status: 'Closed', type: 'DeliveryFailure' })
    expect(of('P408')).toMatchObject({ status: 'Remedying', what: 'Pigs kept again on two of the fields' })
    expect(of('P408')?.rectifyBy).not.toBeNull()
    const [check] = (await market.store.read.list('complianceCheck', { projectId: 'P408' })).toReversed()
    expect(await market.store.read.one('filedDocument', check?.reportId ?? '')).toMatchObject({
      ...{ ownerKind: 'project', ownerId: 'P408' },
    })
  })
})

describe('a concern of a holder', () => {
  let id: string

  it('opens a case, of which the owner, the holders and the authorities get a message', async () => {
    const { project, requirement, holder, operator, userOf, today } = parties
    await holder.does(
      'ReportConcern',
      { kind: 'requirement', id: requirement },
      {
        ...{ type: 'DeliveryFailure', project, since: addDays(today, -9) },
        what: 'The reeds have died back along the whole outlet',
      },
    )
    id = await newest(operator)
    const one = await market.store.read.one('case', id)
    expect(one).toMatchObject({ status: 'Reported', projectId: project, reporter: 'holder' })
    const { ownerId = '', concernedIds = [], lpaId = null, concernedLpaIds = [] } = one ?? {}
    const authorities = await market.store.read.list('organisation', {
      type: 'LPA',
      lpaId: [...concernedLpaIds, ...(lpaId === null ? [] : [lpaId])],
    })
    const people = [ownerId, ...concernedIds, ...authorities.map(authority => authority.id)]
      .map(userOf)
      .filter(Boolean)
    expect(people.length).toBeGreaterThan(2)
    for (const person of people)
      expect([person, person === one?.reportedBy, (await inboxOf(person, id)).length]).toEqual([
        person,
        person === one?.reportedBy,
        person === one?.reportedBy ? 0 : 1,
      ])
  })

  it('is read by those whom it concerns, and by no one else', async () => {
    const { owner, holder, operator, stranger } = parties
    for (const who of [owner, holder, operator]) {
      expect((await read(who, id)).what).toContain('reeds')
      expect((await openCases(who)).map(one => one.id)).toContain(id)
    }
    expect((await stranger.send(`/api/case/${id}`)).status).toBe(404)
    expect((await openCases(stranger)).map(one => one.id)).not.toContain(id)
    expect((await market.stranger.send(`/api/case/${id}`)).status).toBe(401)
  })

  it('does not tell the owner who reported it, neither on the page nor in the history', async () => {
    const { owner, holder, operator } = parties
    const reportedFor = (await read(operator, id)).reportedFor
    expect(reportedFor).not.toBeNull()
    expect((await read(holder, id)).reportedFor).toBe(reportedFor)
    expect((await read(owner, id)).reportedFor).toBeNull()
    const seen = await owner.send(`/api/activity?subjectType=case&subjectId=${id}`)
    expect((seen.body as ListPage<ActivityItem>).items).toHaveLength(1)
    expect(JSON.stringify(seen.body)).not.toContain(reportedFor)
  })

  it('shows each reader the units that it holds, and counts the others', async () => {
    const { owner, holder, operator, requirement } = parties
    const [all, own] = [await read(operator, id), await read(holder, id)]
    expect(all.othersRelying).toBe(0)
    expect(own.reliance.map(one => one.requirement?.id)).toContain(requirement)
    expect(own.reliance.length + own.othersRelying).toBe(all.reliance.length)
    expect((await read(owner, id)).reliance.every(one => one.requirement === null)).toBe(true)
  })

  it('is first on the home pages, and waits in the queue', async () => {
    const { owner, holder, operator } = parties
    for (const who of [owner, holder, operator])
      expect((await who.get<HomeView>('/api/home')).next[0]?.link).toBe(`/case/${id}`)
    const queue = await operator.get<QueueView>('/api/queue?act=case.Confirm')
    expect(queue.items.map(one => one.id)).toContain(id)
    expect(queue.acts.find(one => one.id === 'case.Confirm')?.stage).toBe('case')
  })

  it('is named on the pages of the project and of the requirement', async () => {
    const { owner, holder, operator, project, requirement } = parties
    const links = async (who: Person, path: string) =>
      (await who.get<{ next: NextStep[] }>(path)).next.map(({ link }) => link)
    expect(await links(owner, `/api/project/${project}`)).toContain(`/case/${id}`)
    expect(await links(operator, `/api/project/${project}`)).toContain(`/case/${id}`)
    expect(await links(holder, `/api/requirement/${requirement}`)).toContain(`/case/${id}`)
  })

  it('cannot be reported twice, nor about something that only the operator decides', async () => {
    const { project, requirement, holder, stranger, today } = parties
    const on: Subject<'requirement'> = { kind: 'requirement', id: requirement }
    const values = { project, since: today, what: 'Again' }
    expect(await holder.tries('ReportConcern', on, { ...values, type: 'DeliveryFailure' })).toMatchObject({
      status: 422,
    })
    expect(await holder.tries('ReportConcern', on, { ...values, type: 'IssuedInError' })).toMatchObject({
      status: 422,
    })
    expect((await stranger.tries('ReportConcern', on, { ...values, type: 'Dispute' })).status).toBe(404)
  })

  it('is decided by the operator alone', async () => {
    const { owner, holder } = parties
    for (const who of [owner, holder])
      for (const action of ['Confirm', 'Dismiss', 'SetRectification', 'Close'] as const)
        expect((await who.tries(action, subject(id), { reason: 'No' })).status).toBe(403)
  })

  it('is put right by a day, and open again by itself once that day has passed', async () => {
    const { operator, holder, today } = parties
    const runs = () => runJobs({ runtime: market.runtime, files: market.files }, [endPastRectifications])
    const rectifyBy = addDays(today, 30)
    await operator.does('SetRectification', subject(id), { rectifyBy, reason: 'The outlet is raised' })
    await runs()
    expect(await read(holder, id)).toMatchObject({ status: 'Remedying', rectifyBy })
    market.setClock(`${addDays(rectifyBy, 1)}T09:00:00.000Z`)
    await runs()
    expect(await read(market.as('operator'), id)).toMatchObject({ status: 'Reported', rectifyBy: null })
  })

  it('is dismissed with a reason, which everyone whom it concerns gets, and never opened again', async () => {
    const { userOf } = parties
    const operator = market.as('operator')
    await operator.does('Dismiss', subject(id), { reason: 'The reeds have grown back' })
    const one = await market.store.read.one('case', id)
    for (const organisationId of [one?.ownerId ?? '', ...(one?.concernedIds ?? [])])
      if (userOf(organisationId) !== '')
        expect((await inboxOf(userOf(organisationId), id)).map(({ kind }) => kind)).toContain(
          organisationId === one?.ownerId ? 'case-changed' : 'holding-case-changed',
        )
    expect((await operator.tries('Confirm', subject(id), { reason: 'Again' })).status).toBe(409)
    const { requirement, project, today } = parties
    const values = { ...{ type: 'DeliveryFailure', project }, since: today, what: 'Again' }
    const holder = market.as(one?.reportedBy ?? '')
    expect(
      await holder.tries('ReportConcern', { kind: 'requirement', id: requirement }, values),
    ).toMatchObject({
      ...{ status: 422, body: [{ field: 'type' }] },
    })
    await expect(
      market.store.db
        .updateTable('case')
        .set({ status: 'Reported', endedAt: null })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow(/not opened again/)
  })
})

describe('a case that the operator opens', () => {
  it('is confirmed and closed, each with a reason', async () => {
    const operator = market.as('operator')
    const { requirement } = parties
    await operator.does(
      'ReportConcern',
      { kind: 'requirement', id: requirement },
      {
        ...{ type: 'BuyerDefault', since: parties.today, what: 'The invoice is unpaid' },
      },
    )
    const id = await newest(operator)
    expect(await read(operator, id)).toMatchObject({
      type: 'BuyerDefault',
      project: null,
      status: 'Reported',
    })
    await operator.does('Confirm', subject(id), { reason: 'The bank has returned the payment' })
    await operator.does('Close', subject(id), { reason: 'It has been paid' })
    expect(await read(operator, id)).toMatchObject({ status: 'Closed', reason: 'It has been paid' })
  })
})

describe('a dispute', () => {
  it('hears both sides, each until its day, before the operator decides it', async () => {
    const [operator, { project, today }] = [market.as('operator'), parties]
    const values = { type: 'Dispute', since: today, what: 'The units were promised for last spring' }
    await operator.does('ReportConcern', { kind: 'project', id: project }, values)
    const on = subject(await newest(operator))
    const decision = { reason: 'By the contract', finding: 'Each', follows: 'Both wait until May' }
    expect((await operator.tries('Confirm', on, decision)).status).toBe(422)
    const now = utcDayOf(market.runtime.now())
    const days = { ownerPapersBy: addDays(now, 5), otherPapersBy: addDays(now, 9) }
    await operator.does('AskForPapers', on, { ...days, reason: 'What was agreed on, and when' })
    const { ownerId, concernedIds } = (await market.store.read.one('case', on.id ?? ''))!
    const [owner, holder] = [ownerId, concernedIds.find(id => parties.userOf(id) !== '')!].map(id =>
      market.as(parties.userOf(id)),
    )
    await owner!.does('FilePaper', on, {}, sampleDocument('paper'))
    expect((await operator.tries('Confirm', on, decision)).status).toBe(422)
    await holder!.does('FilePaper', on, {}, sampleDocument('paper'))
    await operator.does('Confirm', on, decision)
    expect(await read(owner!, on.id ?? '')).toMatchObject({ status: 'Confirmed', ...decision })
  })
})
