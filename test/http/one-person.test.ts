import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionResult } from '#contract/kit/form'
import { apiAddress } from '#contract/nouns/nouns'
import type { Kind } from '#domain/disclosure/entities'
import { createAdmin } from '#server/commands/first-admin'
import { sampleRow, startWorldWith, type World } from './world.ts'

let world: World
beforeAll(async () => {
  const staff = sampleRow('user', {
    ...{ id: 'omar', username: 'omar', displayName: 'Person omar', email: 'omar@x.example' },
    ...{ groups: ['admin'], organisationId: 'operator' },
  })
  world = await startWorldWith(
    { SECOND_PERSON: 'operator' },
    staff,
    sampleRow('projectGroup', { id: 'either', name: 'Either', roundId: 'bidding', supplierId: 'farm' }),
    sampleRow('requirementGroup', {
      ...{ id: 'both', name: 'Both', type: 'AND', roundId: 'bidding', buyerId: 'builder' },
    }),
    sampleRow('participation', {
      ...{ id: 'invests', roundId: 'bidding', organisationId: 'builder', capacity: 'Investor' },
      ...{ status: 'Registered' },
    }),
    sampleRow('requirement', {
      ...{ id: 'quay', name: 'Quay', roundId: 'bidding', buyerId: 'builder', type: 'Buyer', agentId: null },
      ...{ status: 'Registered', groupId: 'both', bid: null, bidOngoingOnly: null, bidAt: null },
    }),
    sampleRow('organisation', { id: 'agents', name: 'Agents', type: 'AGENT', csvId: null }),
    sampleRow('project', {
      ...{ id: 'fen', name: 'Fen', supplierId: 'farm', roundId: 'bidding', status: 'Contracted' },
      ...{ agentId: null, groupId: null, unchangedSinceRoundId: null, endedAs: null, offer: null },
    }),
  )
  await world.store.db.updateTable('user').set({ secondFactor: true }).where('id', '=', 'eve').execute()
  await world.store.db.updateTable('user').set({ active: false }).where('id', '=', 'rex').execute()
})
afterAll(() => world.close())

const send = async (by: string, on: string, action: string, values: object) => {
  const [kind = '', id = ''] = on.split('/')
  const answer = await world.ask(by, `${apiAddress(kind as Kind, id)}/action/${action}`, {
    method: 'POST',
    payload: { values, reason: 'Asked for by telephone' },
  })
  return { status: answer.statusCode, body: answer.json<ActionResult & { error?: string }>() }
}

const COSTS = { maintenance: 1, marketOperator: 2, complianceMonitoring: 3, performanceMonitoring: 4 }
const CONTROL = { otherId: 'estate', since: '2026-01-01', note: 'One family' }

/**
 * Actions by which one of the operator’s staff could reach other people’s amounts, prices, credits or accounts, and who
 * must approve.
 */
const OPENINGS: readonly [on: string, action: string, values: object, asks: string][] = [
  ['organisation/farm', 'InviteUser', { email: 'puppet@x.example' }, 'farm'],
  ['organisation/farm', 'DeclareControl', CONTROL, 'farm'],
  ['project/sedge', 'SetCosts', COSTS, 'farm'],
  ['project/sedge', 'AddToGroup', { groupId: 'either' }, 'farm'],
  ['projectGroup/either', 'UpdateDetails', { name: 'Either', type: 'AND' }, 'farm'],
  [
    'agentAuthority/auth-2',
    'EditPermissions',
    { permissions: ['MakeOffersOrBids', 'RegisterForRound'] },
    'farm',
  ],
  ['user/eve', 'RequireNewPassword', {}, 'the operator'],
  ['user/eve', 'ResetSecondFactor', {}, 'the operator'],
  ['user/rex', 'EnableUser', {}, 'the operator'],
  ['user/eve', 'ChangeGroups', { groups: ['participant'] }, 'the operator'],
]

const rows = async () => {
  const { db } = world.store
  const [projects, users, authorities, invitations] = await Promise.all([
    db.selectFrom('project').select(['id', 'offer', 'costs', 'groupId', 'status']).orderBy('id').execute(),
    db.selectFrom('user').selectAll().orderBy('id').execute(),
    db.selectFrom('agentAuthority').selectAll().orderBy('id').execute(),
    db.selectFrom('invitation').selectAll().execute(),
  ])
  return { projects, users, authorities, invitations }
}

describe('the command create-admin', () => {
  const make = (email: string) =>
    createAdmin(world.store.db, { email, displayName: 'Ann Admin', now: world.clock.now })

  it('creates no one when two of the operator’s staff can sign in, and someone when fewer can', async () => {
    await expect(make('ann@x.example')).rejects.toThrow(
      'Person olga and Person omar can invite others in the market: this command only creates the first 2 people',
    )
    await world.store.db.updateTable('user').set({ active: false }).where('id', '=', 'omar').execute()
    await make('ann@x.example')
    const [ann] = await world.store.read.list('user', { email: 'ann@x.example' })
    expect(ann).toMatchObject({ groups: ['sysadmin', 'admin'], invitedBy: null, admittedBy: null })
    expect(ann?.admittedAt).not.toBeNull()
    await world.store.db
      .updateTable('user')
      .set({ active: false })
      .where('email', '=', 'ann@x.example')
      .execute()
    await world.store.db.updateTable('user').set({ active: true }).where('id', '=', 'omar').execute()
  })
})

describe('one operator with every account that this person can create', () => {
  it.each(OPENINGS)('can only propose on %s the action %s', async (on, action, values, asks) => {
    const before = await rows()
    const { status, body } = await send('olga', on, action, values)
    expect([status, status === 202 ? body.outcome : body]).toEqual([202, 'proposed'])
    expect(await rows()).toEqual(before)
    const { ownerId } = (await world.store.read.one('proposal', body.proposal!))!
    expect(ownerId ?? 'the operator').toBe(asks)
    expect((await send('olga', `proposal/${body.proposal}`, 'Approve', {})).status).toBe(409)
    if (asks !== 'the operator')
      expect((await send('omar', `proposal/${body.proposal}`, 'Approve', {})).status).toBe(409)
    expect(await rows()).toEqual(before)
  })

  it('cannot take a requirement out of its group by a change of its type, and reads what to do instead', async () => {
    const change = (type: string) => send('olga', 'requirement/quay', 'Update', { name: 'Quay two', type })
    expect(await change('Investor')).toMatchObject({
      status: 422,
      body: [
        {
          field: 'type',
          message:
            'The credit requirement is in a group, which affects prices now: remove it from its group first, with the approval of its owner',
        },
      ],
    })
    expect(await world.store.read.one('requirement', 'quay')).toMatchObject({ name: 'Quay', groupId: 'both' })
    expect((await change('Buyer')).status).toBe(200)
  })

  it('cannot merge an organisation that has an offer in an unsettled round', async () => {
    const values = { intoId: 'estate', reason: 'One farm', confirmed: true }
    expect((await send('olga', 'organisation/farm', 'MergeOrganisation', values)).status).toBe(422)
  })

  it('sees no amount of the round through proposals', async () => {
    expect((await world.ask('olga', '/api/project/sedge')).json()).toMatchObject({
      offer: null,
      offerIsSealed: true,
    })
  })

  it('has a proposal carried out when the owner agrees to it', async () => {
    const { items } = (await world.ask('fay', '/api/proposals?status=Waiting&action=EditPermissions')).json<{
      items: { id: string }[]
    }>()
    expect((await send('fay', `proposal/${items[0]?.id}`, 'Approve', {})).status).toBe(200)
    const authority = await world.store.read.one('agentAuthority', 'auth-2')
    expect(authority?.permissions).toEqual(['MakeOffersOrBids', 'RegisterForRound'])
  })

  it('can disable an account at once in an emergency, but not invite or enable people alone', async () => {
    expect((await send('olga', 'user/sue', 'DisableUser', {})).status).toBe(200)
    expect(
      (await send('olga', 'organisation/somerset', 'InviteUser', { email: 'puppet@x.example' })).status,
    ).toBe(202)
    expect((await send('olga', 'user/sue', 'EnableUser', {})).status).toBe(202)
  })
})
