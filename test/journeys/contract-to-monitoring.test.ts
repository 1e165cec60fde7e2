import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type Day } from '@credit-market/values/dates'
import type { ProjectRecords } from '#contract/project/project-records'
import type { DocumentItem } from '#contract/subject/subject'
import type { ListPage } from '#contract/kit/resource'
import type { ProjectRow, ProjectView } from '#contract/project/project'
import type { RequirementRow } from '#contract/requirement/requirement'
import { ALL_JOBS } from '#server/jobs/jobs'
import { runJobs } from '#server/tasks/schedule'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { sampleDocument } from '../builders/paper.ts'
import {
  agreeToDeclarations,
  openMatchedRound,
  openSecondRound,
  SECOND_ROUND,
  SOMERSET_ROUND,
  joinSecondRound,
  widenSecondRound,
} from '../builders/rounds.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
const project: Subject = { kind: 'project', id: '' }
const requirement: Subject = { kind: 'requirement', id: '' }

beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false })
  operator = market.as('operator')
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  const sold = await market.store.read.list('credit', { roundId: SOMERSET_ROUND.id ?? '', isPermanent: true })
  const credit = sold.find(one => one.requirementId !== null)
  project.id = credit?.projectId
  requirement.id = credit?.requirementId ?? ''
})
afterAll(() => market.close())

const visit = { date: '2026-06-15', name: 'Ines Plover', organisation: 'Plover Field Surveys' }
const shown = (): Promise<ProjectView> => operator.get<ProjectView>(`/api/project/${project.id}`)
const kept = <R extends keyof ProjectRecords>(record: R) =>
  operator.get<ProjectRecords[R]>(`/api/project/${project.id}/${record}`)
const documentsOf = async ({ kind, id }: Subject) =>
  (await operator.get<ListPage<DocumentItem>>(`/api/files?ownerType=${kind}&ownerId=${id}`)).items
const runJobsOn = async (day: Day) => {
  const present = market.runtime.now()
  await runJobs({ ...market, runtime: { ...market.runtime, now: () => `${day}T09:00:00.000Z` } }, ALL_JOBS)
  market.setClock(present)
}
const unsold = async () =>
  (await market.store.read.list('credit', { projectId: project.id ?? '', requirementId: null })).map(
    ({ status }) => status,
  )

it('a project is contracted once its agreements are filed, for permanent credits also under section 106', async () => {
  const contract = () => operator.tries('Contract', project, { confirmed: true })
  const issues = async () => (await operator.form('Contract', project)).given.issues
  const refused = { status: 422, body: [{ message: 'Fix the above issues before trying again' }] }
  expect(await contract()).toMatchObject(refused)
  expect(await operator.tries('SetNatureBasedAgreement', project, {})).toMatchObject({
    status: 422,
    body: [{ field: 'agreementRef', message: 'Give the reference of the agreement, or file the agreement' }],
  })
  await operator.does('SetNatureBasedAgreement', project, {}, sampleDocument('natureBasedAgreement'))
  expect(await issues()).toEqual([
    'Give the reference of the section 106 agreement or covenant, or file the deed. Permanent credits need a deed',
  ])
  expect(await contract()).toMatchObject(refused)
  await operator.does('SetSection106Agreement', project, {}, sampleDocument('section106Agreement'))
  const named = async () => (await operator.form('Contract', project)).given.agreement
  expect(await named()).toBe(sampleDocument('natureBasedAgreement').natureBasedAgreement?.name)
  await operator.does('SetNatureBasedAgreement', project, { agreementRef: 'NBPA/2026/014' })
  expect(await named()).toBe('NBPA/2026/014')
  expect((await contract()).status).toBe(200)
  expect(await shown()).toMatchObject({ status: 'Contracted', agreementRef: 'NBPA/2026/014' })
})

it('a generated schedule is not an agreement: a contract needs the signed one, named or filed', async () => {
  const { db } = market.store
  const other = await db
    .selectFrom('project')
    .select('id')
    .where('status', '=', 'Matched')
    .where('id', '<>', project.id ?? '')
    .executeTakeFirstOrThrow()
  const its = { kind: 'project', id: other.id } as const
  await operator.does('SetNatureBasedAgreement', its, { agreementRef: 'NBPA/2026/015' })
  await db.updateTable('project').set({ agreementRef: null }).where('id', '=', other.id).execute()
  expect((await operator.form('Contract', its)).given.issues).toContain(
    'Give the reference of the nature-based project agreement, or file the agreement',
  )
})

const failed = { isPass: false, failReason: 'The inlet is dry', cureBy: '2027-03-01' }

it('a failed verification leaves everything unissued; the next one, passed, issues what was not sold', async () => {
  const verify = (answers: object) =>
    operator.does('Verify', project, { ...visit, ...answers }, sampleDocument('verificationReport'))
  const before = await unsold()
  await verify(failed)
  expect((await shown()).status).toBe('FailedVerification')
  expect(await unsold()).toEqual(before)
  await verify({ isPass: true, notes: 'Wet at last' })
  expect((await shown()).status).toBe('Verified')
  expect(new Set(await unsold())).toEqual(new Set(before.length > 0 ? ['Issued'] : []))
  const { items } = await kept('verification')
  expect(items).toMatchObject([{ isPass: true, failReason: null, notes: 'Wet at last' }, failed])
  expect(new Set(items.map(({ report }) => report?.id)).size).toBe(2)
})

it('compliance checks start the monitoring; a failed one is listed until another passes', async () => {
  const check = (answers: object) =>
    operator.does('AddComplianceCheck', project, { ...visit, ...answers }, sampleDocument('complianceReport'))
  const listed = async () =>
    (await operator.get<ListPage<ProjectRow>>('/api/projects?nonCompliant=true')).items.find(
      ({ id }) => id === project.id,
    )
  const nextAction = { action: 'Rectify', date: '2026-08-01' }
  await check({ isCompliant: false, failReason: 'Guards missing', nextAction })
  expect((await shown()).status).toBe('Monitoring')
  expect(await listed()).toMatchObject({ nextCompliance: nextAction })
  await operator.does('AddPerformanceCheck', project, visit, sampleDocument('performanceReport'))
  await check({ isCompliant: true })
  expect(await listed()).toBeUndefined()
  expect(await kept('compliance')).toMatchObject({
    items: [
      { isCompliant: true, nextAction: null },
      { isCompliant: false, nextAction },
    ],
  })
  expect((await kept('performance')).total).toBe(1)
  expect((await kept('screening')).items).toMatchObject([{ outcome: 'Screened' }])
  expect((await kept('certification')).items).toMatchObject([{ outcome: 'Certified' }])
})

it('due dates are announced once: redemption to the buyer, compliance to the operator and the planning authority', async () => {
  const { store } = market
  const letters = () =>
    store.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('letter', 'in', ['redemption-due', 'compliance-late'])
      .orderBy('id')
      .execute()
  const late = {
    isCompliant: false,
    failReason: 'Guards missing',
    nextAction: { action: 'Rectify', date: '2026-06-30' },
  }
  await operator.does(
    'AddComplianceCheck',
    project,
    { ...visit, ...late },
    sampleDocument('complianceReport'),
  )
  const need = await store.read.one('requirement', requirement.id ?? '')
  await runJobsOn(addDays(need?.redemptionDate ?? '', -30))
  const first = await letters()
  const { name } = await shown()
  await runJobsOn(addDays(need?.redemptionDate ?? '', -30))
  expect(await letters()).toEqual(first)
  expect(first).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        letter: 'redemption-due',
        userId: expect.stringMatching(`${need?.buyerId}`.toLowerCase()),
        facts: expect.objectContaining({
          where: expect.stringMatching(/, .*[Rr]ound/),
          page: `/credit-requirements/${requirement.id}`,
          day: need?.redemptionDate,
        }),
      }),
      ...['operator', 'lpa.somerset'].map(userId =>
        expect.objectContaining({
          ...{ letter: 'compliance-late', userId },
          facts: expect.objectContaining({
            where: expect.stringMatching(/^Somerset Levels.*, .*[Rr]ound/),
            thing: name,
            page: `/projects/${project.id}`,
            action: 'Rectify',
            day: '2026-06-30',
          }),
        }),
      ),
    ]),
  )
})

it('a replaced document is kept with the reason, and a check shows the better report', async () => {
  const replace = (tag: string, reason: string) =>
    operator.does('ReplaceDocument', project, { tag, reason }, sampleDocument('replacementFile'))
  await replace('NatureBasedAgreement', 'A page was missing')
  await replace('VerificationReport', 'The wrong site')
  const documents = await documentsOf(project)
  expect(documents.filter(({ replaced }) => replaced)).toMatchObject([
    { tag: 'VerificationReport', reason: 'The wrong site' },
    { tag: 'NatureBasedAgreement', reason: 'A page was missing' },
  ])
  const better = documents.find(({ tag, replaced }) => tag === 'VerificationReport' && !replaced)
  expect((await kept('verification')).items[0]?.report?.id).toBe(better?.id)
})

it('the agreement and the certificate of a requirement are filed, the certificate with its date', async () => {
  await operator.does('SetCreditSupplyAgreement', requirement, {}, sampleDocument('file'))
  const wrong = await operator.tries(
    'SetCreditAllocationCertificate',
    requirement,
    { date: '2026-02-30' },
    sampleDocument('file'),
  )
  expect(wrong).toMatchObject({ status: 422, body: [{ field: 'date', message: 'Not a valid date' }] })
  await operator.does(
    'SetCreditAllocationCertificate',
    requirement,
    { date: '2026-06-15' },
    sampleDocument('file'),
  )
  expect(await operator.get(`/api/requirement/${requirement.id}`)).toMatchObject({
    certificateDate: '2026-06-15',
  })
  expect((await documentsOf(requirement)).map(({ tag }) => tag)).toEqual(
    expect.arrayContaining(['CreditSupplyAgreement', 'CreditAllocationCertificate']),
  )
  const late = await operator.get<ListPage<RequirementRow>>('/api/requirements?lateRedemptions=true')
  const redeemed = late.items.filter(({ status }) => status === 'CreditsRedeemed')
  expect(redeemed.map(({ id }) => id)).toEqual(['R305'])
})

it('the records of a project are visible only to readers of the project', async () => {
  for (const record of ['compliance', 'performance', 'screening', 'certification', 'verification']) {
    const path = `/api/project/${project.id}/${record}`
    expect([record, (await market.as('lpa.somerset').send(path)).status]).toEqual([record, 200])
    expect([record, (await market.as('mina.bu13').send(path)).status]).toEqual([record, 404])
  }
})

const remindedOfRegistration = async (supplier: Person) => {
  const { store } = market
  const interest = { marketRoundId: SECOND_ROUND.id, capacities: ['Supplier'] }
  await supplier.does('ExpressInterest', { kind: 'organisation', id: 'SU11' }, interest)
  const round = await store.read.one('round', SECOND_ROUND.id ?? '')
  await runJobsOn(addDays(round?.suppliersEnd ?? '', -7))
  const letters = await store.db
    .selectFrom('mailOutbox')
    .select(['userId', 'facts'])
    .where('letter', '=', 'registration-closes')
    .execute()
  expect(letters).toMatchObject([
    {
      userId: 'withybank.su11',
      facts: { where: expect.stringContaining(', '), day: round?.suppliersEnd },
    },
  ])
}

it('an unsuccessful project registers again in another round, and its old round keeps its history', async () => {
  const loser: Subject = { kind: 'project', id: 'P124' }
  const who = 'withybank.su11'
  await openSecondRound(market)
  const again = market.as(who)
  expect((await again.form('Reregister', loser)).given.rounds).toEqual([])
  const next = async () => (await again.get<{ next: object[] }>(`/api/project/${loser.id}`)).next
  expect(await next()).toMatchObject([
    { action: 'Reregister', missing: 'Not registered as a supplier in any open market rounds' },
  ])
  const { next: atHome } = await again.get<{ next: object[] }>('/api/home')
  expect(atHome).not.toContainEqual(expect.objectContaining({ action: 'Reregister' }))
  await remindedOfRegistration(again)
  await joinSecondRound(market, who, { kind: 'organisation', id: 'SU11' }, 'Supplier')
  const misfit = 'This market round does not trade biodiversity units. Choose another market round'
  expect((await next())[0]).toMatchObject({ missing: misfit })
  const unfit = { marketRoundId: SECOND_ROUND.id, hasChanged: false }
  const refused = await again.tries('Reregister', loser, unfit)
  expect(refused.body).toContainEqual({ field: 'marketRoundId', message: misfit })
  await widenSecondRound(market)
  expect((await next())[0]).not.toHaveProperty('missing')
  const form = await again.form('Reregister', loser)
  const asked = form.declarations.filter(({ roundId }) => roundId === SECOND_ROUND.id)
  const declarations = asked.map(({ id }) => ({ id, answer: true }))
  expect(asked).toHaveLength(1)
  const wrong = await again.tries('Reregister', loser, { marketRoundId: SECOND_ROUND.id, hasChanged: true })
  expect((wrong.body as { field: string }[]).map(({ field }) => field)).toEqual([
    'landholderInfo',
    'declarations',
  ])
  await again.does('Reregister', loser, { marketRoundId: SECOND_ROUND.id, hasChanged: false, declarations })
  expect(await again.get(`/api/project/${loser.id}`)).toMatchObject({
    status: 'Provisional',
    round: { id: SECOND_ROUND.id },
    screeningComment: null,
  })
  expect((await operator.form('CompleteRegistration', loser)).given).toMatchObject({ canSkip: false })
  expect(await agreeToDeclarations(operator, 'CompleteRegistration', loser)).toEqual([])
})

it('the audit trail has every step from the contract to the monitoring', () =>
  expectSoundAuditTrail(market.store))
