import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRow } from '#contract/case/case'
import type { CreditRow } from '#contract/credit/credit'
import type { ListPage } from '#contract/kit/resource'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { parseSubmittedProof } from '#proof/given'
import type { MarketKeys } from '#proof/market-keys'
import { verifySubmittedProof } from '#proof/told'
import { verifyWithNode } from '../builders/log-of-receipts.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

interface Relied {
  certificate: string
  requirement: string
  project: string
}

let market: World
let operator: Person
let relied: Relied
let today: string
let id: string
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  today = utcDayOf(market.runtime.now())
  const { db } = market.store
  const certified = await db
    .selectFrom('certificate')
    .innerJoin('credit', 'credit.requirementId', 'certificate.subjectId')
    .innerJoin('project', 'project.id', 'credit.projectId')
    .select(['certificate.number', 'credit.requirementId', 'credit.projectId'])
    .where('certificate.state', '=', 'Current')
    .where('credit.isPermanent', '=', true)
    .where('certificate.kind', 'in', ['issue', 'redemption'])
    .where('project.status', 'in', ['Monitoring', 'Verified'])
    .orderBy('certificate.ordinal')
    .execute()
  const open = await db.selectFrom('case').select('projectId').where('endedAt', 'is', null).execute()
  const one = certified.find(({ projectId }) => !open.some(other => other.projectId === projectId))!
  relied = { certificate: one.number, requirement: one.requirementId ?? '', project: one.projectId }
})
afterAll(() => market.close())

const subject = (): Subject<'case'> => ({ kind: 'case', id })
const page = async (path: string) => {
  const answer = await fetch(`${market.url}${path}`)
  expect([path, answer.status]).toEqual([path, 200])
  return { text: await answer.text(), cache: answer.headers.get('cache-control') }
}
const creditsOf = async () =>
  (await operator.get<ListPage<CreditRow>>(`/api/credits?requirementId=${relied.requirement}&limit=200`))
    .items

/** Result of the offline check of the signed status of the certificate. */
const readOfflineVerdict = async () => {
  const keys = JSON.parse((await page('/verify/keys')).text) as MarketKeys
  const { text } = await page(`/certificates/${relied.certificate}.status.json`)
  const { title, troubles } = await verifySubmittedProof(parseSubmittedProof(text), {
    ...{ keys, verify: verifyWithNode },
  })
  return { title, troubles: troubles.map(({ what }) => what).join(' ') }
}

/** Everything in which a stranger or a member reads whether the units of the requirement can be relied on. */
const everything = async () => {
  const { certificate, requirement, project } = relied
  const credits = await creditsOf()
  const failing = credits.find(({ project: its }) => its?.id === project)!
  const [serial = ''] = failing.serials
  const unique = `on=${today}`
  const texts = await Promise.all([
    page(`/verify/${certificate}`),
    page(`/certificates/${certificate}`),
    page(`/register/credits/${serial}?${unique}`),
  ])
  const answers = await Promise.all([
    operator.get(`/api/public/credits/${serial}`),
    operator.get(`/api/credit/${failing.id}`),
    operator.get(`/api/requirement/${requirement}`),
    operator.get(`/api/project/${project}`),
  ])
  const csv = await operator.send(`/api/public/registry/credits/download?requirementId=${requirement}`)
  return { texts, answers, csv: String(csv.body), failing }
}

describe('units that failed', () => {
  it('are valid everywhere before anything is reported', async () => {
    const { texts, answers, csv } = await everything()
    for (const { text } of texts) expect(text).not.toMatch(/in doubt|not been valid since/i)
    expect(await readOfflineVerdict()).toEqual({
      ...{ title: 'Signed: this certificate was valid', troubles: '' },
    })
    for (const answer of answers)
      expect(JSON.stringify(answer)).not.toMatch(/"assurance":"(?:inDoubt|failed)"/)
    expect(csv).toContain('Sound')
  })

  it('are in doubt everywhere at once when a failure is reported', async () => {
    await operator.does(
      'ReportConcern',
      { kind: 'project', id: relied.project },
      {
        ...{ type: 'DeliveryFailure', since: addDays(today, -3), what: 'The outlet is broken' },
      },
    )
    id = (await operator.get<ListPage<CaseRow>>('/api/cases?limit=1')).items[0]!.id
    const { texts, answers, csv, failing } = await everything()
    for (const { text, cache } of texts) {
      expect(text).toMatch(/in doubt/i)
      expect(text).not.toContain('This certificate is valid')
      expect(cache).toBe('no-store')
    }
    expect(failing.assurance).toBe('inDoubt')
    expect((await readOfflineVerdict()).title).toBe('Signed: units of this certificate were in doubt')
    for (const answer of answers) expect(JSON.stringify(answer)).toContain('"assurance":"inDoubt"')
    expect(csv).toContain('In doubt')
  })

  it('are said to have failed everywhere at once when the failure is confirmed', async () => {
    const services = await market.store.read.list('service', {
      projectId: relied.project,
      status: 'Certified',
    })
    await operator.does('Confirm', subject(), {
      ...{ reason: 'Nothing is left', failedSince: addDays(today, -2) },
      services: services.map(service => ({ id: service.id, left: 0 })),
    })
    const { texts, answers, csv, failing } = await everything()
    const [verified, certificate, register] = texts
    expect(verified?.text).toContain('This certificate is not valid: units have failed')
    for (const one of [verified, certificate]) {
      expect(one?.text).toMatch(
        /has not been valid since .*: units that it certifies rest on a failed project/,
      )
      expect(one?.text).not.toContain('This certificate is valid')
    }
    expect(register?.text).toContain('Failed')
    expect(failing.assurance).toBe('failed')
    const offline = await readOfflineVerdict()
    expect(offline.title).toBe('Signed: this certificate was not valid')
    expect(offline.troubles).toContain(failing.unsound[0]?.serial)
    for (const { serial } of failing.unsound) expect(verified?.text).toContain(serial)
    for (const answer of answers) expect(JSON.stringify(answer)).toContain('"assurance":"failed"')
    expect(csv).toContain('Failed')
    expect(csv).toContain(failing.unsound[0]?.serial)
  })

  it('leave no holder without a message, nor its planning authority, nor the owner', async () => {
    const { db } = market.store
    const people = await db
      .selectFrom('unitFailure')
      .innerJoin('credit', 'credit.id', 'unitFailure.creditId')
      .innerJoin('requirement', 'requirement.id', 'credit.requirementId')
      .innerJoin('project', 'project.id', 'credit.projectId')
      .innerJoin('organisation', eb =>
        eb.on(on =>
          on.or([
            on('organisation.id', '=', on.ref('requirement.buyerId')),
            on('organisation.id', '=', on.ref('project.supplierId')),
            on('organisation.lpaId', '=', on.ref('requirement.lpaId')),
            on('organisation.lpaId', '=', on.ref('project.lpaId')),
          ]),
        ),
      )
      .innerJoin('user', 'user.organisationId', 'organisation.id')
      .select(['user.id', 'organisation.type'])
      .distinct()
      .where('caseId', '=', id)
      .where('user.active', '=', true)
      .execute()
    const told = await db
      .selectFrom('inboxItem')
      .select('userId')
      .where('subjectKind', '=', 'case')
      .where('subjectId', '=', id)
      .where('kind', 'in', ['case-changed', 'holding-case-changed'])
      .execute()
    expect(new Set(people.map(({ type }) => type)).size).toBeGreaterThan(1)
    const missed = people.filter(person => !told.some(({ userId }) => userId === person.id))
    expect(missed).toEqual([])
  })

  it('write an entry into the audit trail of everyone whose units fail, so that webhooks report it', async () => {
    const { db } = market.store
    const entries = await db
      .selectFrom('activity')
      .select(['subjectKind', 'subjectId'])
      .where('action', '=', 'Confirm')
      .execute()
    const touched = new Set(entries.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`))
    for (const one of [`requirement ${relied.requirement}`, `project ${relied.project}`, `case ${id}`])
      expect(touched).toContain(one)
  })

  it('are sound again everywhere at once when the capacity is delivered again', async () => {
    await operator.does('Close', subject(), { outcome: 'Restored', reason: 'The outlet is repaired' })
    const { texts, answers } = await everything()
    for (const { text } of texts) expect(text).not.toMatch(/in doubt|not valid since/i)
    for (const answer of answers)
      expect(JSON.stringify(answer)).not.toMatch(/"assurance":"(?:inDoubt|failed)"/)
  })
})
