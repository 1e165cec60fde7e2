import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { ProjectView } from '#contract/project/project'
import type { QueueView } from '#contract/desk/queue'
import type { RequirementView } from '#contract/requirement/requirement'
import type { OverdueStep } from '#contract/kit/step-clock'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { readUsualWaitingTimes } from '#server/next/usual-time'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, world, type World } from '../builders/world.ts'

interface Overdue {
  items: OverdueStep[]
  total: number
}

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false })
  operator = market.as('operator')
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
})
afterAll(() => market.close())

const oneIn = async <T>(kind: 'project' | 'requirement', status: string): Promise<T> => {
  const { id } = await market.store.db
    .selectFrom(kind)
    .select('id')
    .where('roundId', '=', SOMERSET_ROUND.id!)
    .where('status', '=', status as never)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirstOrThrow()
  return operator.get<T>(`/api/${kind}/${id}`)
}

describe('due dates', () => {
  it('of a matched project and of created rights have an assignee, a start and a due date', async () => {
    const now = market.runtime.now()
    const project = await oneIn<ProjectView>('project', 'Matched')
    const begins = project.services.map(({ mitigationBegins }) => mitigationBegins).toSorted()
    expect(project.clock).toMatchObject({ action: 'Contract', turn: 'operator', since: now, due: begins[0] })
    const requirement = await oneIn<RequirementView>('requirement', 'RightsCreated')
    expect(requirement.clock).toMatchObject({
      action: 'AllocateRights',
      turn: 'operator',
      since: now,
      due: requirement.redemptionDate,
    })
  })

  it('end with the lifecycle', async () => {
    const { clock } = await oneIn<ProjectView>('project', 'Unmatched')
    expect(clock).toBeNull()
  })

  it('end when the owner let the window close', async () => {
    const { status, clock } = await operator.get<RequirementView>('/api/requirement/R215')
    expect({ status, clock }).toEqual({ status: 'Draft', clock: null })
  })

  it('take the median of the last ninety days of the audit trail as usual', async () => {
    const entries = await market.store.db
      .selectFrom('activity')
      .select(['id', 'subjectId', 'fromStatus', 'toStatus', 'at'])
      .where('subjectKind', '=', 'project')
      .orderBy('id')
      .execute()
    const from = addDays(utcDayOf(market.runtime.now()), -90)
    const approved = entries.filter(one => one.fromStatus === 'Registered' && one.toStatus === 'Screened')
    expect(approved.length).toBeGreaterThan(3)
    const days = approved
      .flatMap(one => {
        const entered = entries.findLast(
          other => other.subjectId === one.subjectId && other.toStatus === 'Registered' && other.id < one.id,
        )
        return entered && one.at > from ? [(Date.parse(one.at) - Date.parse(entered.at)) / 86_400_000] : []
      })
      .toSorted((a, b) => a - b)
    const middle = (days.length - 1) / 2
    const median = (days[Math.floor(middle)]! + days[Math.ceil(middle)]!) / 2
    const usual = await readUsualWaitingTimes(market.store.db, market.runtime.now())
    expect(usual('project', 'Registered')).toBeCloseTo(median, 6)
    expect(usual('project', 'FailedVerification')).toBeNull()
  })

  it('have no usual duration before three cases', async () => {
    const since = addDays(utcDayOf(market.runtime.now()), -90)
    const { rows } = await sql<{ status: string; count: number }>`
      select from_status as status, count(*)::int as count from activity
      where subject_kind = 'project' and from_status <> to_status and at > ${since}::date group by 1`.execute(
      market.store.db,
    )
    const rare = rows.filter(({ count }) => count < 3)
    expect(rare.length).toBeGreaterThan(0)
    const usual = await readUsualWaitingTimes(market.store.db, market.runtime.now())
    for (const { status } of rare) expect([status, usual('project', status)]).toEqual([status, null])
  })

  it('are in the queue and on home pages', async () => {
    const { items } = await operator.get<QueueView>('/api/queue?act=project.Contract')
    expect(items.length).toBeGreaterThan(0)
    for (const row of items) expect(row.since).toBe(market.runtime.now())
    const people = await market.store.db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select('user.id')
      .where('organisation.type', '=', 'PARTICIPANT')
      .execute()
    const homes = await Promise.all(people.map(({ id }) => market.as(id).get<HomeView>('/api/home')))
    const things = homes
      .flatMap(({ next }) => next)
      .filter(({ on }) => ['project', 'requirement'].includes(on.kind) && on.id !== null)
    expect(things.length).toBeGreaterThan(0)
    for (const thing of things) expect(thing.since, thing.text).toBeDefined()
  })
})

describe('overdue steps', () => {
  it('are listed for the operator from the day after the due date', async () => {
    const { redemptionDate, id } = await oneIn<RequirementView>('requirement', 'RightsCreated')
    market.setClock(`${redemptionDate}T12:00:00.000Z`)
    const on = await operator.get<Overdue>('/api/overdue')
    expect(on.items.some(row => row.id === id)).toBe(false)
    market.setClock(`${addDays(redemptionDate!, 1)}T12:00:00.000Z`)
    const after = await operator.get<Overdue>('/api/overdue')
    expect(after.items.find(row => row.id === id)?.clock).toMatchObject({
      action: 'AllocateRights',
      due: redemptionDate,
    })
    const dues = after.items.map(({ clock }) => clock.due ?? '')
    expect(dues).toEqual(dues.toSorted())
    const { overdue } = await operator.get<HomeView>('/api/home')
    expect(overdue).toBe(after.total)
  })

  it('are listed for a planning authority in its own area only, and for no one else', async () => {
    const { items } = await operator.get<Overdue>('/api/overdue')
    const lpas = await market.store.db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.lpaId'])
      .where('organisation.lpaId', 'is not', null)
      .execute()
    const areas = new Map(
      [
        ...(await market.store.db.selectFrom('project').select(['id', 'lpaId']).execute()),
        ...(await market.store.db.selectFrom('requirement').select(['id', 'lpaId']).execute()),
      ].map(row => [row.id, row.lpaId]),
    )
    const told: number[] = []
    for (const { id, lpaId } of lpas) {
      const seen = await market.as(id).get<Overdue>('/api/overdue')
      told.push(seen.total)
      expect(seen.items.map(row => row.id).toSorted()).toEqual(
        items
          .filter(row => areas.get(row.id) === lpaId)
          .map(row => row.id)
          .toSorted(),
      )
    }
    expect(Math.max(...told)).toBeGreaterThan(0)
    const { status } = await market.as('umbershaw.su14').send('/api/overdue')
    expect(status).toBe(404)
  })
})
