import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { SYSTEM, type Actor } from '#domain/people/actor'
import type { Kind } from '#domain/disclosure/entities'
import { certify } from './builders/seal.ts'
import { newId } from '#server/process/ids'
import { openActionRuntime } from '#server/open-runtime'
import { runAction } from '#server/runner/run-action'
import { loadReferenceData } from '#server/store/reference-data'
import * as a from './builders/market.ts'
import { freshStore } from './store/open.ts'

let store: Awaited<ReturnType<typeof freshStore>>
let today = '2025-06-01'
let roundId = ''
let declarations: { id: string; answer: boolean }[] = []

const ann = a.anActor()
const bob = a.anActor({ userId: 'bob', organisationId: 'brook-homes' })
const gus = a.anActor({
  userId: 'gus',
  groups: ['agent'],
  organisationId: 'land-agents',
  organisationType: 'AGENT',
})
const olive = a.anOperator()

const placed = (changes: ReturnType<typeof create>[]) =>
  store.transaction(tx => tx.apply(changes, { now: `${today}T08:00:00.000Z`, newId }))

const userOf = ({ userId, organisationId, groups }: Actor) =>
  create('user', {
    id: userId ?? '',
    username: userId ?? '',
    displayName: userId ?? '',
    email: `${userId}@market.example`,
    groups: [...groups],
    organisationId,
    active: true,
    admittedAt: `${today}T08:00:00.000Z`,
  })

beforeAll(async () => {
  store = await freshStore()
  await loadReferenceData(store.db, `${today}T08:00:00.000Z`)
  await placed([
    create('organisation', { id: 'operator', type: 'OPER', name: 'Market operator' }),
    create('organisation', a.anOrganisation()),
    create('organisation', a.anOrganisation({ id: 'brook-homes', name: 'Brook Homes' })),
    create('organisation', { id: 'land-agents', type: 'AGENT', name: 'Land Agents' }),
    ...[ann, bob, gus, olive].map(userOf),
  ])
})
afterAll(() => store.close())

const act = async (actor: Actor, kind: Kind, subjectId: string, actionName: string, values: object) => {
  const runtime = openActionRuntime(store.db, {
    certify,
    now: () => `${today}T10:00:00.000Z`,
    secondPersonFor: () => 'nobody',
  })
  const wish = { actor, kind, subjectId, actionName, submission: { values: { ...values } } }
  try {
    return (await runAction(runtime, wish)).context
  } catch (error) {
    const { body } = error as { body?: unknown }
    throw body ? new Error(JSON.stringify(body)) : error
  }
}
const onRound = (actor: Actor, action: string, values: object = { confirmed: true }) =>
  act(actor, 'round', roundId, action, values)

const letterOf = async ({ userId }: Actor) => {
  const letter = { id: newId(), name: 'letter.pdf' }
  const bytes = { type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) }
  const uploaded = { uploadedBy: userId ?? '', uploadedAt: `${today}T08:00:00.000Z` }
  await placed([create('filedDocument', { ...letter, ...bytes, ...uploaded })])
  return letter
}

it('the operator adds a market and a round, and opens it once its dates are set', async () => {
  const market = await act(olive, 'markets', 'markets', 'CreateMarket', { name: 'Somerset' })
  const round = { ...a.aRound(), subcatchmentIds: ['SomersetLevelsAndMoorsTone'] }
  expect((await act(olive, 'rounds', 'rounds', 'CreateRound', { ...round, marketId: market.id })).kind).toBe(
    'round',
  )
  roundId = (await act(olive, 'market', market.id, 'CreateRound', round)).id
  await onRound(olive, 'Update', { ...round, name: 'Round one' })
  await expect(onRound(olive, 'Open')).rejects.toThrow('Set all registration dates first')
  await onRound(olive, 'SetRegistrationDates', round)
  await onRound(olive, 'AddDeclaration', { declarationId: 'ParticipantRules' })
  await onRound(olive, 'AddDeclaration', { declarationId: 'ParticipantData' })
  const again = onRound(olive, 'AddDeclaration', { declarationId: 'ParticipantData' })
  await expect(again).rejects.toThrow('already asks')
  const asked = await store.read.list('roundDeclaration', { roundId })
  declarations = asked.slice(0, 1).map(({ id }) => ({ id, answer: true }))
  await onRound(olive, 'RemoveDeclaration', { roundDeclarationId: asked[1]?.id, confirmed: true })
  expect(await store.read.one('roundDeclaration', asked[1]?.id ?? '')).toBeUndefined()
  await onRound(olive, 'Open')
})

it('four ways lead to one participation, whose registration the operator completes', async () => {
  const recorded = await onRound(olive, 'RecordParticipant', {
    organisationId: 'avon-farm',
    capacities: ['Supplier'],
  })
  const agency = onRound(olive, 'RecordParticipant', {
    organisationId: 'land-agents',
    capacities: ['Supplier'],
  })
  await expect(agency).rejects.toThrow('Choose one from the list')
  const supplier = await onRound(ann, 'RegisterAsParticipant', { capacities: ['Supplier'], declarations })
  expect(supplier.id).toBe(recorded.id)
  const interest = { marketRoundId: roundId, capacities: ['Investor'] }
  const investor = await act(bob, 'organisation', 'brook-homes', 'ExpressInterest', interest)
  await act(bob, 'participation', investor.id, 'Register', { declarations })
  const registering = { marketRoundId: roundId, capacities: ['Buyer'], declarations }
  const buyer = await act(bob, 'organisation', 'brook-homes', 'RegisterAsParticipant', registering)
  for (const { id } of [supplier, investor, buyer])
    await act(olive, 'participation', id, 'CompleteRegistration', { confirmed: true })
  const all = await store.read.list('participation', { roundId })
  expect(all.map(({ capacity, status }) => [capacity, status])).toEqual([
    ['Supplier', 'Registered'],
    ['Investor', 'Registered'],
    ['Buyer', 'Registered'],
  ])
})

it('a participant who withdraws can be reinstated in its former status', async () => {
  const [investor] = await store.read.list('participation', { roundId, capacity: 'Investor' })
  await act(bob, 'participation', investor?.id ?? '', 'Withdraw', { reason: 'No budget' })
  await act(olive, 'participation', investor?.id ?? '', 'Reinstate', { reason: 'Budget found' })
  expect(await store.read.one('participation', investor?.id ?? '')).toMatchObject({
    status: 'Registered',
    statusBefore: null,
  })
})

it('a declaration with answers is retired, and its answers are kept', async () => {
  const id = declarations[0]?.id ?? ''
  await onRound(olive, 'RemoveDeclaration', { roundDeclarationId: id, confirmed: true })
  expect((await store.read.one('roundDeclaration', id))?.retired).toBe(true)
  expect(await store.read.list('declarationAnswer', { roundDeclarationId: id })).toHaveLength(3)
})

it('an agent acts under an authority that is provided, approved, edited and withdrawn', async () => {
  const provided = { marketRoundId: roundId, agentId: 'land-agents', authorityToAct: await letterOf(ann) }
  const { id } = await act(ann, 'organisation', 'avon-farm', 'ProvideAgentAuthority', provided)
  const approved = { isApproved: true, permissions: ['RegisterForRound'] }
  await act(olive, 'agentAuthority', id, 'SetApproval', approved)
  await act(olive, 'agentAuthority', id, 'EditPermissions', { permissions: ['MakeOffersOrBids'] })
  await act(olive, 'agentAuthority', id, 'SetApproval', { isApproved: false, reason: 'Not signed' })
  expect(await store.read.one('agentAuthority', id)).toMatchObject({ status: 'Rejected', permissions: [] })
  const client = {
    name: 'Mere Estate',
    contact: 'Mo Mere',
    marketRoundId: roundId,
    authorityToAct: await letterOf(gus),
  }
  await act(gus, 'organisation', 'land-agents', 'AddParticipantClient', client)
  const waiting = await store.read.list('agentAuthority', { agentId: 'land-agents', status: 'Pending' })
  expect(waiting).toHaveLength(1)
})

it('a supplier adds and groups projects, a buyer credit requirements', async () => {
  const onFarm = (action: string, values: object) => act(ann, 'organisation', 'avon-farm', action, values)
  const onHomes = (action: string, values: object) => act(bob, 'organisation', 'brook-homes', action, values)
  const landholderInfo = await letterOf(ann)
  const pond = { marketRoundId: roundId, name: 'Pond', isFixedTerm: false, landholderInfo, declarations: [] }
  const crops = {
    marketRoundId: roundId,
    name: 'Cover crops',
    isFixedTerm: true,
    mitigationDurations: ['OneYear'],
  }
  const projectIds = [
    (await onFarm('RegisterNewProject', pond)).id,
    (await onFarm('CreateProject', crops)).id,
  ]
  const group = await onFarm('CreateProjectGroup', {
    marketRoundId: roundId,
    name: 'Either or',
    type: 'XOR',
    projectIds,
  })
  expect(await store.read.list('project', { groupId: group.id })).toHaveLength(2)
  const need = await onHomes('CreateCreditRequirement', {
    marketRoundId: roundId,
    name: 'Homes',
    type: 'Buyer',
  })
  const needs = { marketRoundId: roundId, name: 'Both', type: 'AND', requirementIds: [need.id] }
  await onHomes('CreateCreditRequirementGroup', needs)
})

const match = async (outcome: object) => {
  await onRound(olive, 'Match')
  await onRound(SYSTEM, 'BeginMatch', {})
  await store.db
    .updateTable('task')
    .set({ state: 'done', finishedAt: `${today}T11:00:00.000Z` })
    .execute()
  await onRound(SYSTEM, 'RecordMatch', outcome)
}

const HASH = 'b'.repeat(64)
const flow = {
  projectId: 'wetland',
  serviceId: 'wetland-phosphorous',
  requirementId: 'brook-homes-phosphorous',
  start: '2026-01-01',
  end: null,
  units: 20_000,
  reserved: 3_000,
}
const solution = {
  projects: [{ id: 'wetland', won: true }],
  requirements: [{ id: 'brook-homes-phosphorous', won: true }],
  organisations: [],
  flows: [flow],
}
const solved = { outcome: 'Solved', solution, problemHash: HASH, solutionHash: HASH }

it('a round is matched, rejected, matched again and settled', async () => {
  const place = { roundId, ncaId: null, subcatchmentId: 'SomersetLevelsAndMoorsTone' }
  await placed([
    create('project', a.aProject(place)),
    create('service', a.aService()),
    create(
      'project',
      a.aProject({ ...place, id: 'late', status: 'ApprovedRound', offer: null, offeredAt: null }),
    ),
    create('requirement', a.aRequirement(place)),
  ])
  today = '2025-07-10'
  for (const action of ['Close', 'OpenBidsAndOffers', 'CloseBidsAndOffers']) await onRound(olive, action)
  await expect(onRound(olive, 'Match')).rejects.toThrow('Set the credit reserve first')
  const reserve = {
    hasReserve: true,
    reservePercentage: 15,
    reserveAppliesTo: 'allDemand',
    agreedWithEMB: true,
  }
  await onRound(olive, 'SetReserveInfo', reserve)
  await match({ outcome: 'Failed', failure: 'Cancelled by Olive' })
  await match(solved)
  await onRound(olive, 'RejectMatch', { reason: 'Look again' })
  await match(solved)
  await onRound(olive, 'AcceptMatch')
  expect(await store.read.one('round', roundId)).toMatchObject({
    status: 'Settled',
    settledAt: '2025-07-10T10:00:00.000Z',
  })
  const credits = await store.read.list('credit', { roundId })
  expect(credits.map(({ status, isReserved, units }) => [status, isReserved, units])).toEqual([
    ['RightsCreated', false, 20_000],
    ['RightsCreated', true, 3_000],
    ['Unused', false, 77_000],
  ])
  expect((await store.read.one('project', 'late'))?.status).toBe('Unmatched')
  const letters = await store.db
    .selectFrom('mailOutbox')
    .leftJoin('user', 'user.id', 'mailOutbox.userId')
    .select([
      'letter',
      sql<string>`coalesce(mail_outbox.organisation_id, "user".organisation_id)`.as('organisationId'),
    ])
    .where('letter', 'in', ['match-accepted', 'round-ended'])
    .orderBy('letter')
    .orderBy('organisationId')
    .execute()
  const waited = await store.read.list('agentAuthority', { agentId: 'land-agents', roundId })
  expect(waited.map(({ status }) => status)).toEqual(['Rejected', 'Rejected'])
  const drafts = [
    ...(await store.read.list('project', { roundId, name: ['Pond', 'Cover crops'] })),
    ...(await store.read.list('requirement', { roundId, name: 'Homes' })),
  ]
  expect(drafts.map(({ status, endedAs }) => [status, endedAs])).toEqual([
    ['Unmatched', 'Draft'],
    ['Unmatched', 'Draft'],
    ['Unmatched', 'Draft'],
  ])
  const told = (letter: string, ids: string[]) =>
    ids.toSorted((one, other) => (one < other ? -1 : 1)).map(organisationId => ({ letter, organisationId }))
  expect(letters).toEqual([
    ...told('match-accepted', ['avon-farm', 'brook-homes']),
    ...told('round-ended', ['avon-farm', 'brook-homes']),
  ])
})
