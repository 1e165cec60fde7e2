import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckRow, EvidenceRow, WorkbenchView } from '#contract/project/check-schedule'
import type { ProjectView } from '#contract/project/project'
import { addDays, addYears, type Day, utcDayOf } from '@credit-market/values/dates'
import { sendCheckReminders } from '#server/notifications/remind-checks'
import { runJobs } from '#server/tasks/schedule'
import { sampleDocument } from '../builders/paper.ts'
import { type Person, world, type World } from '../builders/world.ts'

const YEARS = [2, 5, 10, 15, 20, 25, 30]
const TERMS = ['OneYear', 'TwoYears', 'ThreeYears', 'FourYears', 'FiveYears']
const KINDS = ['compliance', 'performance'] as const

let market: World
let operator: Person
let began: Day
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  began = utcDayOf(market.runtime.now())
})
afterAll(() => market.close())

interface Listed<R> {
  items: R[]
  total: number
}
const checks = (person: Person, words: string): Promise<Listed<CheckRow>> =>
  person.get<Listed<CheckRow>>(`/api/checks?${words}`)

const at = (day: Day): void => market.setClock(`${day}T09:00:00.000Z`)

interface Planned {
  project: string
  supplierId: string
  lpaId: string | null
  kind: (typeof KINDS)[number]
  year: number
  due: Day
}

/** The due checks of each verified project, from the first date of its verified delivery and its term. */
const planned = async (): Promise<Planned[]> => {
  const { db } = market.store
  const passes = await db.selectFrom('verification').selectAll().where('isPass', '=', true).execute()
  const projects = await db.selectFrom('project').selectAll().execute()
  return projects.flatMap(({ id, supplierId, lpaId, isFixedTerm, mitigationDurations }) => {
    const [first] = passes
      .filter(({ projectId }) => projectId === id)
      .map(({ date }) => date)
      .toSorted()
    if (!first) return []
    const term = isFixedTerm ? Math.max(...mitigationDurations.map(one => TERMS.indexOf(one) + 1)) : 30
    return YEARS.filter(year => year <= term).flatMap(year =>
      KINDS.map(kind => ({ project: id, supplierId, lpaId, kind, year, due: addYears(first, year) })),
    )
  })
}
const keyOf = ({ project, kind, year }: Pick<Planned, 'project' | 'kind' | 'year'>): string =>
  `${project}-${kind}-${year}`

describe('thirty years of a market', () => {
  it('remind once of each due check, list late ones, and lose none', async () => {
    const { db } = market.store
    const all = await planned()
    expect(all.length).toBeGreaterThan(30)
    const done = new Map<string, Day>()
    for (const kind of KINDS)
      for (const { projectId, forYear, date } of await db.selectFrom(`${kind}Check`).selectAll().execute())
        if (forYear !== null) done.set(`${projectId}-${kind}-${forYear}`, date)
    const last = all
      .map(({ due }) => due)
      .toSorted()
      .at(-1)!
    for (let day = began; day <= addDays(last, 40); day = addDays(day, 29)) {
      at(day)
      await runJobs({ runtime: market.runtime, files: market.files }, [sendCheckReminders])
      // Every other check is done when due, and the rest never.
      const [next] = all.filter(
        one =>
          one.kind === 'compliance' &&
          one.year % 5 === 0 &&
          !done.has(keyOf(one)) &&
          one.due <= addDays(day, 20) &&
          !all.some(
            other =>
              other.project === one.project &&
              other.kind === one.kind &&
              other.year < one.year &&
              !done.has(keyOf(other)),
          ),
      )
      if (next) {
        await operator.does(
          'AddComplianceCheck',
          { kind: 'project', id: next.project },
          { date: day, name: 'Ada Ash', organisation: 'Field surveys', isCompliant: true },
          sampleDocument('complianceReport'),
        )
        done.set(keyOf(next), day)
      }
      if (day.slice(5, 7) !== '06') continue
      const { items } = await checks(operator, 'state=late')
      expect(items.map(({ id }) => id).toSorted(), `late on ${day}`).toEqual(
        all
          .filter(one => one.due < day && !((done.get(keyOf(one)) ?? '9999') <= day))
          .map(keyOf)
          .toSorted(),
      )
    }
    const readers = await db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.id as organisationId', 'organisation.type', 'organisation.lpaId'])
      .where('user.active', '=', true)
      .execute()
    const letters = await db
      .selectFrom('mailOutbox')
      .select(['userId', 'letter', 'facts'])
      .where('letter', 'in', ['compliance-check-due', 'performance-check-due'])
      .execute()
    const told = letters
      .map(
        ({ userId, letter, facts: { page = '', year } }) =>
          `${page.slice(page.lastIndexOf('/') + 1)}-${letter.split('-')[0]}-${year} ${userId}`,
      )
      .toSorted()
    const expected = all
      .filter(one => one.due >= began && !((done.get(keyOf(one)) ?? '9999') < addDays(one.due, -30)))
      .flatMap(one =>
        readers
          .filter(
            ({ organisationId, type, lpaId }) =>
              type === 'OPER' || organisationId === one.supplierId || (type === 'LPA' && lpaId === one.lpaId),
          )
          .map(({ id }) => `${keyOf(one)} ${id}`),
      )
      .toSorted()
    expect(told).toEqual(expected)
    at(began)
  })
})

describe('an unscheduled inspection', () => {
  it('is recorded, and leaves the next scheduled check due', async () => {
    const { items } = await checks(operator, 'state=ahead&kind=compliance')
    const next = items[0]!
    const project = { kind: 'project', id: next.project.id } as const
    at(addDays(next.due, -30))
    const visit = { date: addDays(next.due, -30), name: 'Ada Ash', organisation: 'Field surveys' }
    const record = (more: object) =>
      operator.does(
        'AddComplianceCheck',
        project,
        { ...visit, isCompliant: true, ...more },
        sampleDocument('complianceReport'),
      )
    const stands = async () =>
      (await operator.get<ProjectView>(`/api/project/${project.id}`)).checks.find(({ id }) => id === next.id)
    await record({ outOfTurn: true })
    expect(await stands()).toMatchObject({ state: 'due', doneOn: null })
    await record({})
    expect(await stands()).toMatchObject({ state: 'done', doneOn: visit.date })
    at(began)
  })
})

describe('evidence', () => {
  const evidence = (person: Person, words = ''): Promise<Listed<EvidenceRow>> =>
    person.get<Listed<EvidenceRow>>(`/api/evidence?${words}`)

  it('is requested by the planning authority of the area, supplied by the owner, and shown as at a date', async () => {
    at(began)
    const { id, supplierId, lpaId } = await market.store.db
      .selectFrom('project')
      .selectAll()
      .where('status', '=', 'Monitoring')
      .where('lpaId', 'is not', null)
      .orderBy('ordinal')
      .limit(1)
      .executeTakeFirstOrThrow()
    const people = await market.store.db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.id as organisationId', 'organisation.lpaId'])
      .execute()
    const authority = people.find(one => one.lpaId === lpaId)!
    const other = people.find(one => one.lpaId !== null && one.lpaId !== lpaId)!
    const owner = people.find(one => one.organisationId === supplierId)!
    const project = { kind: 'project', id } as const
    const due = addDays(began, 14)
    const asked = { what: 'Photographs of the planting', due }
    expect((await market.as(other.id).tries('AskForEvidence', project, asked)).status).toBe(404)
    expect((await market.as(owner.id).tries('AskForEvidence', project, asked)).status).toBe(403)
    const tooSoon = await market.as(authority.id).tries('AskForEvidence', project, { ...asked, due: began })
    expect(tooSoon).toMatchObject({ status: 422, body: [{ field: 'due', message: 'Must be after today' }] })
    await market.as(authority.id).does('AskForEvidence', project, asked)
    const [row] = (await evidence(market.as(authority.id), 'state=asked')).items
    expect(row).toMatchObject({ ...asked, project: { id }, askedOn: began, suppliedOn: null })
    const elsewhere = (await evidence(market.as(other.id))).items
    expect(elsewhere.filter(one => one.project.id === id)).toEqual([])
    const sent = await market.store.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('letter', '=', 'evidence-asked')
      .execute()
    const letters = sent.filter(({ facts }) => facts.what === asked.what)
    expect(letters.map(({ userId }) => `${userId}`).toSorted()).toEqual(
      people
        .filter(one => one.organisationId === supplierId)
        .map(one => one.id)
        .toSorted(),
    )
    expect(letters[0]).toMatchObject({ facts: { what: asked.what, day: due } })

    // Another request about the same project is a separate item, which waits for its own answer.
    await market.as(authority.id).does('AskForEvidence', project, { what: 'A map', due: addDays(due, 60) })

    at(addDays(due, 1))
    expect((await evidence(market.as(authority.id), 'state=late')).total).toBe(1)
    const { items } = await market
      .as(authority.id)
      .get<{ items: { id: string; clock: { action: string } }[] }>('/api/overdue')
    expect(items.some(step => step.id === id && step.clock.action === 'SupplyEvidence')).toBe(true)
    await market
      .as(owner.id)
      .does(
        'SupplyEvidence',
        project,
        { request: row!.id, note: 'From the north' },
        sampleDocument('evidence'),
      )
    const open = await market.as(owner.id).get<{ items: { notice: string; text: string[] }[] }>('/api/inbox')
    expect(open.items.flatMap(one => (one.notice === 'evidence-asked' ? one.text[1] : []))).toEqual([
      '“A map”',
    ])
    const shown = await market.as(authority.id).get<ProjectView>(`/api/project/${id}`)
    expect(shown.evidence.filter(({ what }) => what === asked.what)).toMatchObject([
      { state: 'received', note: 'From the north', suppliedOn: addDays(due, 1) },
    ])
    const before = await evidence(market.as(authority.id), `on=${due}`)
    expect(before.items).toMatchObject([
      { state: 'asked', suppliedOn: null, document: null },
      { what: 'A map', state: 'asked' },
    ])
    const { headers, body } = await market.as(authority.id).send('/api/evidence?format=csv')
    expect(headers.get('content-type')).toContain('text/csv')
    expect(body).toContain('Photographs of the planting')
    at(began)
  })
})

describe('the workbench', () => {
  it('counts what is in the area at a date, by the status on that date', async () => {
    at(began)
    const [authority] = await market.store.db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.lpaId'])
      .where('organisation.lpaId', 'is not', null)
      .orderBy('user.id')
      .execute()
    const seen = await market.as(authority!.id).get<WorkbenchView>(`/api/workbench?on=${began}`)
    const now = await market.store.db
      .selectFrom('project')
      .select('status')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('lpaId', '=', authority!.lpaId)
      .where('status', '<>', 'Draft')
      .groupBy('status')
      .execute()
    const sorted = (counts: readonly { status: string; count: number }[]) =>
      counts.map(({ status, count }) => `${status} ${count}`).toSorted()
    expect(seen.projects.length).toBeGreaterThan(0)
    expect(sorted(seen.projects)).toEqual(sorted(now))
    const long = await market.as(authority!.id).get<WorkbenchView>('/api/workbench?on=2001-01-01')
    expect(long).toMatchObject({ projects: [], requirements: [], evidence: [] })
    expect((await market.as('umbershaw.su14').send('/api/workbench')).status).toBe(404)
  })
})
