import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { CREDIT_STATUSES } from '#domain/credit/credit'
import { STATUSES } from '#contract/nouns/nouns'
import { ALL_JOBS } from '#server/jobs/jobs'
import { runJobs } from '#server/tasks/schedule'
import { startMatching } from '#server/work'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { listLedgerFaults } from '#server/store/ledger-check'
import * as lives from '../builders/lives.ts'
import { sampleDocument } from '../builders/paper.ts'
import { agreeToDeclarations, runMatch, readRound } from '../builders/rounds.ts'
import { type Person, type Subject, waitUntil, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
let supplier: Person
let buyer: Person
let farm: Subject
let developer: Subject
let round: Subject
let wetland: Subject
let crops: Subject
let heath: Subject
let homes: Subject
let sheds: Subject
let castle: Subject
const yes = { confirmed: true }
/** The nouns whose statuses the specification names, besides credits. */
const WITH_STATUSES = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'requirement',
] as const
/** Credits of a service that is uncertified or not offered are not in the audit trail, so their statuses are read. */
const creditStatuses = new Set<string>()

const organisationOf = async (userId: string): Promise<Subject> => ({
  kind: 'organisation',
  id: (await market.store.read.one('user', userId))?.organisationId ?? '',
})
const lookAtCredits = async () => {
  for (const { status } of await market.store.read.list('credit', {})) creditStatuses.add(status)
}

beforeAll(async () => {
  market = await world({ from: firstStartInstallation, works: false })
  operator = market.as(await operatorIdIn(market.store))
  supplier = market.as('avon')
  buyer = market.as('brook')
  farm = await organisationOf('avon')
  developer = await organisationOf('brook')
})
afterEach(async () => expect(await listLedgerFaults(market.store.db)).toEqual([]))
afterAll(() => market.close())

it('a round opens; participants show interest, register, complete, and withdraw', async () => {
  const [somerset] = await market.store.read.list('market', {})
  round = await lives.draftRound(operator, { kind: 'market', id: somerset?.id })
  await operator.does('Open', round, yes)
  const interest = { marketRoundId: round.id, capacities: ['Supplier'] }
  const { context } = await supplier.does('ExpressInterest', farm, interest)
  await lives.completeRegistration(supplier, operator, { kind: 'participation', id: context.id })
  for (const who of ['brook', 'coombe']) {
    const person = market.as(who)
    const declarations = await agreeToDeclarations(person, 'RegisterAsParticipant', round)
    const registering = { ...interest, capacities: ['Buyer'], declarations }
    const done = await person.does('RegisterAsParticipant', await organisationOf(who), registering)
    const participation: Subject = { kind: 'participation', id: done.context.id }
    if (who === 'brook') await operator.does('CompleteRegistration', participation, yes)
    else await person.does('Withdraw', participation, { reason: 'Another time' })
  }
})

it("an agent's authority is provided, approved and withdrawn", async () => {
  const agent = await organisationOf('agency')
  const provided = { marketRoundId: round.id, agentId: agent.id }
  const { context } = await supplier.does(
    'ProvideAgentAuthority',
    farm,
    provided,
    sampleDocument('authorityToAct'),
  )
  const authority: Subject = { kind: 'agentAuthority', id: context.id }
  await operator.does('SetApproval', authority, { isApproved: true, permissions: ['MakeOffersOrBids'] })
  await operator.does('SetApproval', authority, { isApproved: false, reason: 'Not signed' })
})

it('a project goes through every other status before screening, certification and review succeed', async () => {
  wetland = await lives.draftProject(supplier, farm, round, { name: 'Wetland' })
  await lives.completeRegistration(supplier, operator, wetland)
  await lives.addNutrients(operator, wetland, 10)
  await lookAtCredits()
  const screened = (outcome: string) =>
    operator.does('AddScreeningOutcome', wetland, {
      outcome,
      ...(outcome !== 'Pass' && { comment: 'Deeds?' }),
    })
  for (const outcome of ['Pending', 'Fail', 'Pass']) await screened(outcome)
  for (const decision of ['NoStandardCannotBeApplied', 'Yes'])
    await lives.decideCertification(operator, wetland, decision)
  await lookAtCredits()
  for (const outcome of ['Pending', 'Fail'])
    await operator.does('SetPreMarketReviewOutcome', wetland, { outcome, reason: 'The flow is to be gauged' })
  await lives.approveForRound(operator, wetland)
})

it('two more projects are approved, and three requirements registered', async () => {
  crops = await lives.draftProject(supplier, farm, round, { name: 'Cover crops', isFixedTerm: true })
  heath = await lives.draftProject(supplier, farm, round, { name: 'Heath' })
  for (const project of [crops, heath]) {
    await lives.completeRegistration(supplier, operator, project)
    await lives.addNutrients(operator, project, 5, project === crops)
    await operator.does('AddScreeningOutcome', project, { outcome: 'Pass' })
    await lives.decideCertification(operator, project, 'Yes')
    await lives.approveForRound(operator, project)
  }
  homes = await lives.draftRequirement(buyer, developer, round, { name: 'Homes', ongoing: 10 })
  sheds = await lives.draftRequirement(buyer, developer, round, { name: 'Sheds', additional: 2 })
  castle = await lives.draftRequirement(buyer, developer, round, { name: 'Castle', ongoing: 1 })
  for (const requirement of [homes, sheds, castle])
    await lives.completeRegistration(buyer, operator, requirement)
})

it('offers and bids are made, including one offer and one bid far out of proportion', async () => {
  await operator.does('Close', round, yes)
  await operator.does('OpenBidsAndOffers', round, yes)
  for (const [project, offer] of [
    [wetland, 10_000],
    [crops, 1000],
    [heath, 900_000],
  ] as const)
    await supplier.does('SetOffer', project, { offer, declarations: [] })
  for (const [requirement, bid] of [
    [homes, 100_000],
    [sheds, 50_000],
    [castle, 1],
  ] as const)
    await buyer.does('SetBid', requirement, { bid, declarations: [] })
  await operator.does('CloseBidsAndOffers', round, yes)
  await lookAtCredits()
})

it('the match of a round is cancelled, made, rejected, made again and accepted', async () => {
  await operator.does('Match', round, yes)
  const { solverTask } = await readRound(operator, round)
  await operator.send(solverTask?.links.self ?? '', { method: 'DELETE' })
  const work = startMatching(market.runtime, pino({ level: 'silent' }), 1)
  await waitUntil('the match has failed', async () => (await readRound(operator, round)).status === 'Failed')
  await runMatch(operator, round)
  await operator.does('RejectMatch', round, { reason: 'Look again' })
  await runMatch(operator, round)
  await operator.does('AcceptMatch', round, yes)
  await work.stop()
  await expectConsistentLedger(market.store, round.id ?? '')
  await lookAtCredits()
})

it('sold credits are contracted, delivered after a failure, monitored, allocated, issued and redeemed', async () => {
  for (const project of [wetland, crops]) await lives.signContract(operator, project)
  await lives.verifyDelivery(operator, wetland, false)
  for (const project of [wetland, crops]) await lives.verifyDelivery(operator, project)
  await lives.recordCompliance(operator, wetland)
  for (const requirement of [homes, sheds]) await lives.redeemCredits(buyer, operator, requirement)
  await expectConsistentLedger(market.store, round.id ?? '')
})

it('credits needed until a date retire on it', async () => {
  market.setClock('2027-03-31T09:00:00.000Z')
  await runJobs(market, ALL_JOBS)
  expect(await market.store.read.one('requirement', sheds.id ?? '')).toMatchObject({ status: 'Retired' })
  await lookAtCredits()
})

it('every status of the specification is reached by an action that the audit trail names', async () => {
  await expectSoundAuditTrail(market.store)
  const told = await market.store.db
    .selectFrom('activity')
    .select(['subjectKind', 'toStatus'])
    .where('toStatus', 'is not', null)
    .distinct()
    .execute()
  const toldOf = (kind: string) =>
    new Set(told.filter(({ subjectKind }) => subjectKind === kind).map(({ toStatus }) => toStatus))
  for (const kind of WITH_STATUSES) expect([kind, toldOf(kind)]).toEqual([kind, new Set(STATUSES[kind])])
  expect(new Set([...creditStatuses, ...toldOf('credit')])).toEqual(new Set(CREDIT_STATUSES))
})
