import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AvailableAction } from '#contract/kit/resource'
import type { ActionLink } from '#contract/kit/form'
import type { Preparation } from '#contract/project/preparation'
import type { Registration } from '#contract/nouns/registration'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { decideCertification } from '../builders/lives.ts'
import { sampleDocument } from '../builders/paper.ts'
import {
  agreeToDeclarations,
  runMatch,
  openSecondRound,
  SECOND_ROUND,
  joinSecondRound,
} from '../builders/rounds.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let supplier: Person
let buyer: Person
beforeAll(async () => {
  market = await world()
  operator = market.as('operator')
  supplier = market.as('fallowmarten.su22')
  buyer = market.as('mina.bu13')
  await openSecondRound(market)
})
afterAll(() => market.close())

const farm: Subject = { kind: 'organisation', id: 'SU22' }
const developer: Subject = { kind: 'organisation', id: 'BU13' }
const project: Subject = { kind: 'project', id: '' }
const requirement: Subject = { kind: 'requirement', id: '' }
const statusOf = async (who: Person, { kind, id }: Subject) =>
  (await who.get<{ status: string }>(`/api/${kind}/${id}`)).status

const statesOf = async (who: Person, { kind, id }: Subject) => {
  const { preparation } = await who.get<{ preparation: Preparation }>(`/api/${kind}/${id}`)
  return {
    ...Object.fromEntries(preparation.tasks.map(({ title, state }) => [title, state])),
    registering: preparation.registering.state,
  }
}

const yes = { confirmed: true }

it('suppliers and buyers register for a new round, but not outside its windows', async () => {
  await joinSecondRound(market, 'fallowmarten.su22', farm, 'Supplier')
  await joinSecondRound(market, 'mina.bu13', developer, 'Buyer')
  market.setClock('2026-11-20T12:00:00.000Z')
  const late = await market.as('linus.bu12').tries(
    'RegisterAsParticipant',
    { kind: 'organisation', id: 'BU12' },
    {
      marketRoundId: SECOND_ROUND.id,
      capacities: ['Buyer'],
    },
  )
  expect([409, 422]).toContain(late.status)
  market.setClock('2026-09-28T12:00:00.000Z')
})

it('a supplier registers a new project, which the operator screens, quantifies, certifies and reviews', async () => {
  // Actions that leave a draft behind are for programs and the operator; participants’ menus lead through to the end.
  const onMenuOf = async (who: Person) =>
    (await who.get<{ actions: AvailableAction[] }>('/api/organisation/SU22')).actions.flatMap(
      ({ id, offMenu }) => (offMenu ? [] : [id]),
    )
  expect(await onMenuOf(supplier)).toContain('RegisterNewProject')
  expect(await onMenuOf(supplier)).not.toContain('CreateProject')
  expect(await onMenuOf(supplier)).not.toContain('CreateCreditRequirement')
  expect(await onMenuOf(operator)).toContain('CreateProject')
  expect((await supplier.form('CreateProject', farm)).id).toBe('CreateProject')

  const details = { name: 'Meon wet woodland', isFixedTerm: false }
  const started = await supplier.does('RegisterNewProject', farm, {
    ...details,
    marketRoundId: SECOND_ROUND.id,
  })
  project.id = started.context.id
  expect(started).toMatchObject({ nextAction: { id: 'SetLocation' } })
  expect(started.page).toBeUndefined()
  expect(await statesOf(supplier, project)).toEqual({
    Details: 'done',
    Location: 'to do',
    'Landholder information': 'to do',
    'Site boundary': 'optional',
    Workbook: 'optional',
    registering: 'cannot start yet',
  })
  const { previous } = await supplier.formAt(started.nextAction!)
  expect(previous?.id).toBe('Update')
  expect(await supplier.formAt(previous!)).toMatchObject({ values: details, previous: null })
  const corrected = await supplier.follows(previous!, {
    ...details,
    typeId: 'WetlandCreation',
    start: '2027-01-01',
  })
  expect(corrected.nextAction).toEqual(started.nextAction)
  const tooSoon = await supplier.tries('Register', project, {
    declarations: await agreeToDeclarations(supplier, 'Register', project),
  })
  expect(tooSoon).toMatchObject({ status: 422, body: [{ field: '' }] })
  const located = await supplier.follows(started.nextAction!, {
    creditTypes: ['NutrientMitigationNitrogen'],
    subcatchment: 'SolentEastHampshire',
    lpa: 'Winchester',
    gridReference: 'SU 571 126',
  })
  expect(located.nextAction?.id).toBe('SetLandholderInfo')
  const filed = await supplier.follows(located.nextAction!, {}, sampleDocument('landholderInfo'))
  expect(filed.page).toBe(`/projects/${project.id}/check`)
  const { preparation } = await supplier.get<{ preparation: Preparation }>(`/api/project/${project.id}`)
  expect(preparation.registering).toMatchObject({ state: 'to do', action: 'Register' })
  expect(preparation.tasks.flatMap(({ answers }) => answers)).toEqual(
    expect.arrayContaining([
      { label: 'Name', text: 'Meon wet woodland', links: null },
      { label: 'Longstop delivery start date', text: '1 Jan 2027', links: null },
      expect.objectContaining({ label: 'Local planning authority', text: 'Winchester' }),
      expect.objectContaining({ label: 'Landholder information', links: { self: expect.any(String) } }),
    ]),
  )
  const registered = await supplier.does('Register', project, {
    declarations: await agreeToDeclarations(supplier, 'Register', project),
  })
  expect(registered.page).toBe(`/projects/${project.id}/registered`)
  expect(await statusOf(supplier, project)).toBe('Provisional')
  expect(await supplier.get(`/api/project/${project.id}/registration`)).toMatchObject({
    name: 'Meon wet woodland',
    entry: { id: expect.stringMatching(/^\d+$/) },
    after: [{ by: 'operator', state: 'now' }, {}, {}, {}, { by: 'owner', state: 'later' }],
  })
  await operator.does('CompleteRegistration', project, yes)
  await operator.does('AddScreeningOutcome', project, { outcome: 'Pass' })
  await operator.does('AddNutrientService', project, {
    service: 'NutrientMitigationNitrogen',
    mitigationBegins: '2027-06-01',
    mitigationDuration: 'Permanent',
    area: 4.5,
    units: 120.5,
  })
  await decideCertification(operator, project, 'Yes', {
    standardId: 'WetlandMitigationFramework',
    assessed: '2026-09-20',
    reviewed: '2026-09-21',
  })
  await operator.does('SetPreMarketReviewOutcome', project, { outcome: 'Pass' })
  const costs = {
    maintenance: 12_000,
    marketOperator: 4000,
    complianceMonitoring: 900,
    performanceMonitoring: 850.5,
  }
  await operator.does('SetCosts', project, costs)
  expect(await supplier.get(`/api/project/${project.id}`)).toMatchObject({ status: 'ApprovedRound', costs })
})

it('a buyer registers a requirement step by step, goes back a step, and continues from there', async () => {
  const first: ActionLink = {
    id: 'RegisterNewCreditRequirement',
    links: {
      self: '/api/organisation/BU13/action/RegisterNewCreditRequirement?wizard=RegisterNewCreditRequirement',
    },
  }
  expect(await buyer.formAt(first)).toMatchObject({ cannotCancel: true, previous: null })
  const byName = { ...first, links: { self: '/api/organisation/BU13/action/RegisterNewCreditRequirement' } }
  const { fields } = await buyer.formAt(byName)
  expect(fields.find(({ id }) => id === 'type')).toMatchObject({ options: [{ id: 'Buyer' }], readonly: true })
  // A buyer takes part with a development, and no other place.
  expect(await buyer.formAt(byName)).toMatchObject({
    cannotCancel: true,
    steps: ['Details', 'Credits', 'Development', 'Check and register'].map(title => ({ title })),
  })
  const started = await buyer.follows(first, {
    marketRoundId: SECOND_ROUND.id,
    name: 'Copper Wharf east',
    type: 'Buyer',
  })
  requirement.id = started.context.id
  expect(started.nextAction?.id).toBe('SetBuyerCredits')
  expect(await buyer.formAt(started.nextAction!)).toMatchObject({ previous: { id: 'Update' } })
  expect(await statesOf(buyer, requirement)).toEqual({
    Details: 'done',
    Credits: 'to do',
    Development: 'cannot start yet',
    'Site boundary': 'optional',
    Workbook: 'optional',
    registering: 'cannot start yet',
  })

  const need = { creditType: 'NutrientMitigationNitrogen', nutrientType: 'ongoing' }
  const credits = await buyer.follows(
    started.nextAction!,
    { ...need, nutrientOngoingUnits: 81.7 },
    sampleDocument('budgetCalculator'),
  )
  expect(credits.nextAction?.id).toBe('SetBuyerDevelopment')

  const { previous } = await buyer.formAt(credits.nextAction!)
  expect(previous?.id).toBe('SetBuyerCredits')
  const kept = await buyer.formAt(previous!)
  expect(kept.values).toMatchObject({
    ...need,
    nutrientOngoingUnits: 81.7,
    budgetCalculator: { id: expect.any(String) },
  })
  const again = await buyer.follows(previous!, { ...need, nutrientOngoingUnits: 80.25 })
  expect(again.nextAction).toEqual(credits.nextAction)

  const developed = await buyer.follows(again.nextAction!, {
    nearAddress: 'Wickham',
    planningRef: 'DEMO/26/00999/OUT',
    lpaId: 'Winchester',
    subcatchmentId: 'SolentEastHampshire',
    redemptionDate: '2027-09-01',
  })
  expect(developed).toMatchObject({
    nextAction: { id: 'FinishNewRequirement' },
    page: `/credit-requirements/${requirement.id}/check`,
  })
  expect(await statusOf(buyer, requirement)).toBe('Draft')

  const last = await buyer.formAt(developed.nextAction!)
  const finished = await buyer.follows(developed.nextAction!, {
    registerNow: true,
    declarations: last.declarations.map(({ id }) => ({ id, answer: true })),
  })
  expect(finished).toMatchObject({
    nextAction: null,
    page: `/credit-requirements/${requirement.id}/registered`,
    context: { status: 'Provisional' },
  })
  const registration = await buyer.get<Registration>(`/api/requirement/${requirement.id}/registration`)
  expect(registration).toMatchObject({
    name: 'Copper Wharf east',
    owner: { id: 'BU13' },
    after: [
      { by: 'operator', state: 'now' },
      { by: 'owner', state: 'later' },
    ],
  })
  // Only the person who registered gets the receipt.
  const { entry } = registration
  expect(entry.receipt !== null || entry.isBeingChained).toBe(true)
  const seen = await operator.get<Registration>(`/api/requirement/${requirement.id}/registration`)
  expect(seen.entry).toMatchObject({ id: entry.id, receipt: null, isBeingChained: false })
  const paperwork = await buyer.send(
    `/api/template/credit-supply-agreement?subjectType=requirement&subjectId=${requirement.id}`,
  )
  expect(paperwork.headers.get('content-disposition')).toContain('credit-supply-agreement.docx')
  expect((await buyer.send('/api/template/poem')).status).toBe(404)
  await operator.does('CompleteRegistration', requirement, yes)
  expect(await statusOf(buyer, requirement)).toBe('Registered')
})

it('a supplier and a buyer make an offer and a bid while the round is open for it, but not once it is closed', async () => {
  const offer = async () => ({
    offer: 50_000,
    confirmsAmount: true,
    declarations: await agreeToDeclarations(supplier, 'SetOffer', project),
  })
  expect(await supplier.tries('SetOffer', project, { offer: 50_000 })).toMatchObject({
    status: 409,
    body: { reason: 'during' },
  })
  await operator.does('Close', SECOND_ROUND, yes)
  await operator.does('OpenBidsAndOffers', SECOND_ROUND, yes)
  await supplier.does('SetOffer', project, await offer())
  await buyer.does('SetBid', requirement, {
    bid: 150_000.55,
    declarations: await agreeToDeclarations(buyer, 'SetBid', requirement),
  })
  expect(await supplier.get(`/api/project/${project.id}`)).toMatchObject({ status: 'Offered', offer: 50_000 })
  expect(await buyer.get(`/api/requirement/${requirement.id}`)).toMatchObject({
    status: 'Bid',
    bid: 150_000.55,
  })
  await operator.does('CloseBidsAndOffers', SECOND_ROUND, yes)
  expect((await buyer.tries('SetBid', requirement, { bid: 160_000 })).status).toBe(409)
})

it('a supplier and a buyer are matched and settled, and share the surplus', async () => {
  expect(await runMatch(operator, SECOND_ROUND)).toMatchObject({ status: 'Matched' })
  await operator.does('AcceptMatch', SECOND_ROUND, yes)
  await expectConsistentLedger(market.store, SECOND_ROUND.id ?? '')
  const asked = 50_000 + 12_000 + 4000 + 900 + 850.5
  const half = (150_000.55 - asked) / 2
  expect(await buyer.get(`/api/requirement/${requirement.id}`)).toMatchObject({ status: 'RightsCreated' })
  const view = await operator.get<{ surplus: number; organisations: { id: string; payment: number }[] }>(
    `/api/round/${SECOND_ROUND.id}/match`,
  )
  expect(view.surplus).toBeCloseTo(2 * half, 2)
  const paid = Object.fromEntries(view.organisations.map(({ id, payment }) => [id, payment]))
  expect(Math.abs((paid.BU13 ?? 0) - (150_000.55 - half))).toBeLessThan(0.01)
  expect(paid.SU22).toBe(-(paid.BU13 ?? 0))
  await expectSoundAuditTrail(market.store)
})
