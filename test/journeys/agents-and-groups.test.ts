import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { setMarketClock } from '../builders/market-clock.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { openSecondRound, SECOND_ROUND, joinSecondRound } from '../builders/rounds.ts'
import { type Subject, world, type World } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
  await openSecondRound(market)
})
afterAll(() => market.close())

const farm: Subject = { kind: 'organisation', id: 'SU18' }
const letter = () => {
  const { name, bytes } = demonstrationDocumentFor('authorityToAct')
  return { authorityToAct: { name, content: bytes } }
}

describe('an agent', () => {
  const authority: Subject = { kind: 'agentAuthority' }
  const project: Subject = { kind: 'project' }

  it('may do nothing for a client before the operator has approved its authority', async () => {
    await joinSecondRound(market, 'saltmallow.su18', farm, 'Supplier')
    const { context } = await market
      .as('saltmallow.su18')
      .does('ProvideAgentAuthority', farm, { marketRoundId: SECOND_ROUND.id, agentId: 'AG01' }, letter())
    expect(context).toMatchObject({ kind: 'agentAuthority', status: 'Pending', permissions: [] })
    authority.id = context.id
    expect((await market.as('bram').tries('CreateProject', farm, {})).status).toBe(404)
  })

  it('with the permission to register can register for its client but not make an offer', async () => {
    const operator = market.as('operator')
    expect(
      await operator.tries('SetApproval', authority, { isApproved: true, permissions: [] }),
    ).toMatchObject({
      status: 422,
      body: [{ field: 'permissions' }],
    })
    const self = `/api/agent-authority/${authority.id}/action/SetApproval`
    const { values, subject } = await operator.formAt({ id: 'SetApproval', links: { self } })
    expect(subject.name).toMatch(/^Quillwater Land Agents LLP for Saltmallow/)
    expect(values.authorityToAct).toMatchObject({
      links: { self: expect.stringMatching(/^\/api\/file\/\w+$/) },
    })
    await operator.does('SetApproval', authority, { isApproved: true, permissions: ['RegisterForRound'] })
    const { context } = await market.as('bram').does('CreateProject', farm, {
      marketRoundId: SECOND_ROUND.id,
      name: 'Saltmallow saltmarsh',
      isFixedTerm: false,
    })
    project.id = context.id
    expect(context).toMatchObject({ status: 'Draft', agent: { id: 'AG01' } })
    expect(await market.as('bram').tries('SetOffer', project, { offer: 1000 })).toMatchObject({ status: 403 })
  })

  it('is recorded in the audit trail as acting for its client', async () => {
    const entries = await market.store.db
      .selectFrom('activity')
      .select(['action', 'actorId', 'forClientId'])
      .where('subjectId', '=', project.id ?? '')
      .execute()
    expect(entries).toEqual([{ action: 'CreateProject', actorId: 'bram', forClientId: 'SU18' }])
  })

  it('has no access to other clients, nor to its own in another round', async () => {
    for (const path of ['/api/organisation/SU22', '/api/project/P207', '/api/project/P210'])
      expect([path, (await market.as('bram').send(path)).status]).toEqual([path, 404])
    expect((await market.as('cass').send(`/api/project/${project.id}`)).status).toBe(404)
  })

  it('loses all access at once when its authority is withdrawn', async () => {
    await market
      .as('operator')
      .does('SetApproval', authority, { isApproved: false, reason: 'The letter has expired' })
    expect((await market.as('bram').send(`/api/project/${project.id}`)).status).toBe(404)
    expect((await market.as('bram').tries('Update', project, { name: 'Mine now' })).status).toBe(404)
    expect((await market.as('saltmallow.su18').send(`/api/project/${project.id}`)).status).toBe(200)
  })
})

describe('a group', () => {
  const owner = () => market.as('fallowmarten.su22')
  const supplier: Subject = { kind: 'organisation', id: 'SU22' }
  const group: Subject = { kind: 'projectGroup' }

  it('contains projects of one supplier in one round, and a project is in one group only', async () => {
    const first = await owner().does('CreateProjectGroup', supplier, {
      name: 'Either the buffers or the fallow',
      type: 'XOR',
      marketRoundId: 'RD-SOL-1',
      projectIds: ['P207'],
    })
    group.id = first.context.id
    await owner().does('AddProjects', group, { projectIds: ['P208'] })
    expect(await owner().get('/api/project/P208')).toMatchObject({ group: { id: group.id, type: 'XOR' } })
    const second = await owner().does('CreateProjectGroup', supplier, {
      name: 'Another',
      type: 'AND',
      marketRoundId: 'RD-SOL-1',
    })
    const other: Subject = { kind: 'projectGroup', id: second.context.id }
    for (const projectIds of [['P207'], ['P201'], ['nothing']])
      expect([projectIds, (await owner().tries('AddProjects', other, { projectIds })).status]).toEqual([
        projectIds,
        422,
      ])
  })

  it('can be left and joined again, and is invisible to others', async () => {
    const fallow: Subject = { kind: 'project', id: 'P208' }
    const asked = await owner().rehearses('RemoveFromGroup', fallow, { confirmed: true })
    expect(asked).toMatchObject({
      sentences: [expect.stringContaining('the group “Either the buffers or the fallow”')],
    })
    await owner().does('RemoveFromGroup', fallow, { confirmed: true })
    expect(await owner().get('/api/project/P208')).toMatchObject({ group: null })
    await owner().does('AddToGroup', fallow, { groupId: group.id })
    expect((await market.as('harestow.su17').send(`/api/project-group/${group.id}`)).status).toBe(404)
    expect(
      (await market.as('harestow.su17').tries('AddProjects', group, { projectIds: ['P204'] })).status,
    ).toBe(404)
    const theirs: Subject = { kind: 'project', id: 'P204' }
    expect((await market.as('harestow.su17').tries('AddToGroup', theirs, { groupId: group.id })).status).toBe(
      422,
    )
  })

  it('cannot change once bids and offers have closed', async () => {
    await setMarketClock(market.store.db, '2026-06-23T11:00:00.000Z')
    await market
      .as('operator')
      .does('CloseBidsAndOffers', { kind: 'round', id: 'RD-SOL-1' }, { confirmed: true })
    expect(await owner().tries('UpdateDetails', group, { name: 'Too late', type: 'AND' })).toMatchObject({
      status: 409,
      body: { reason: 'during' },
    })
    await expectSoundAuditTrail(market.store)
  })
})
