import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { CREDIT_STATUSES } from '#domain/credit'
import { STATUSES } from '#contract/nouns'
import { JOBS } from '#server/tasks/jobs'
import { runJobs } from '#server/tasks/schedule'
import { startWork } from '#server/tasks/work'
import { expectSoundBooks } from '../builders/books.ts'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { newcomers, operatorIn } from '../builders/installation.ts'
import { ledgerFaults } from '#server/store/ledger-check'
import * as lives from '../builders/lives.ts'
import { paper } from '../builders/paper.ts'
import { agreed, matched, readRound } from '../builders/rounds.ts'
import { type Person, type Subject, until, world, type World } from '../builders/world.ts'

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
/** A credit of a service that is not certified, or not offered, is in no trail: it is seen as it stands. */
const creditStatuses = new Set<string>()

const organisationOf = async (userId: string): Promise<Subject> => ({
  kind: 'organisation',
  id: (await market.store.read.one('user', userId))?.organisationId ?? '',
})
const lookAtCredits = async () => {
  for (const { status } of await market.store.read.list('credit', {})) creditStatuses.add(status)
}

beforeAll(async () => {
  market = await world({ from: newcomers, works: false })
  operator = market.as(await operatorIn(market.store))
  supplier = market.as('avon')
  buyer = market.as('brook')
  farm = await organisationOf('avon')
  developer = await organisationOf('brook')
})
afterEach(async () => expect(await ledgerFaults(market.store.db)).toEqual([]))
afterAll(() => market.close())

it('a round is opened; participants are interested, registered, complete, and gone again', async () => {
  const [somerset] = await market.store.read.list('market', {})
  round = await lives.draftRound(operator, { kind: 'market', id: somerset?.id })
  await operator.does('Open', round, yes)
  const interest = { marketRoundId: round.id, capacities: ['Supplier'] }
  const { context } = await supplier.does('ExpressInterest', farm, interest)
  await lives.registered(supplier, operator, { kind: 'participation', id: context.id })
  for (const who of ['brook', 'coombe']) {
    const person = market.as(who)
    const declarations = await agreed(person, 'RegisterAsParticipant', round)
    const registering = { ...interest, capacities: ['Buyer'], declarations }
    const done = await person.does('RegisterAsParticipant', await organisationOf(who), registering)
    const participation: Subject = { kind: 'participation', id: done.context.id }
    if (who === 'brook') await operator.does('CompleteRegistration', participation, yes)
    else await person.does('Withdraw', participation, { reason: 'Another time' })
  }
})

it("an agent's authority is provided, approved and taken back", async () => {
  const agent = await organisationOf('agency')
  const provided = { marketRoundId: round.id, agentId: agent.id }
  const { context } = await supplier.does('ProvideAgentAuthority', farm, provided, paper('authorityToAct'))
  const authority: Subject = { kind: 'agentAuthority', id: context.id }
  await operator.does('SetApproval', authority, { isApproved: true, permissions: ['MakeOffersOrBids'] })
  await operator.does('SetApproval', authority, { isApproved: false, reason: 'Not signed' })
})

it('a project comes through screening, certification and review only after all else that may be said of it', async () => {
  wetland = await lives.draftProject(supplier, farm, round, { name: 'Wetland' })
  await lives.registered(supplier, operator, wetland)
  await lives.quantified(operator, wetland, 10)
  await lookAtCredits()
  const screened = (outcome: string) =>
    operator.does('AddScreeningOutcome', wetland, {
      outcome,
      ...(outcome !== 'Pass' && { comment: 'Deeds?' }),
    })
  for (const outcome of ['Pending', 'Fail', 'Pass']) await screened(outcome)
  for (const decision of ['NoStandardCannotBeApplied', 'Yes'])
    await lives.decided(operator, wetland, decision)
  await lookAtCredits()
  for (const outcome of ['Pending', 'Fail'])
    await operator.does('SetPreMarketReviewOutcome', wetland, { outcome, reason: 'The flow is to be gauged' })
  await lives.approved(operator, wetland)
})

it('two more projects are approved, and three requirements registered', async () => {
  crops = await lives.draftProject(supplier, farm, round, { name: 'Cover crops', isFixedTerm: true })
  heath = await lives.draftProject(supplier, farm, round, { name: 'Heath' })
  for (const project of [crops, heath]) {
    await lives.registered(supplier, operator, project)
    await lives.quantified(operator, project, 5, project === crops)
    await operator.does('AddScreeningOutcome', project, { outcome: 'Pass' })
    await lives.decided(operator, project, 'Yes')
    await lives.approved(operator, project)
  }
  homes = await lives.draftRequirement(buyer, developer, round, { name: 'Homes', ongoing: 10 })
  sheds = await lives.draftRequirement(buyer, developer, round, { name: 'Sheds', additional: 2 })
  castle = await lives.draftRequirement(buyer, developer, round, { name: 'Castle', ongoing: 1 })
  for (const requirement of [homes, sheds, castle]) await lives.registered(buyer, operator, requirement)
})

it('offers and bids are made, of which one offer and one bid are out of all proportion', async () => {
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
  const work = startWork(market.runtime, pino({ level: 'silent' }))
  await until('the match has failed', async () => (await readRound(operator, round)).status === 'Failed')
  await matched(operator, round)
  await operator.does('RejectMatch', round, { reason: 'Look again' })
  await matched(operator, round)
  await operator.does('AcceptMatch', round, yes)
  await work.stop()
  await expectSoundBooks(market.store, round.id ?? '')
  await lookAtCredits()
})

it('sold credits are contracted, delivered after a failure, monitored, allocated, issued and redeemed', async () => {
  for (const project of [wetland, crops]) await lives.contracted(operator, project)
  await lives.verified(operator, wetland, false)
  for (const project of [wetland, crops]) await lives.verified(operator, project)
  await lives.monitored(operator, wetland)
  for (const requirement of [homes, sheds]) await lives.redeemed(buyer, operator, requirement)
  await expectSoundBooks(market.store, round.id ?? '')
})

it('credits needed until a day retire on it', async () => {
  market.setClock('2027-03-31T09:00:00.000Z')
  await runJobs(market, JOBS)
  expect(await market.store.read.one('requirement', sheds.id ?? '')).toMatchObject({ status: 'Retired' })
  await lookAtCredits()
})

it('every status of the specification has been come to, by an action that the trail tells of', async () => {
  await expectHonestTrail(market.store)
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
