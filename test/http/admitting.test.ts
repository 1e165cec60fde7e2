import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '#contract/people/account'
import type { ActionResult } from '#contract/kit/form'
import { createInvitationToken } from '#server/auth/invitations'
import { createEffectContext } from '../store/samples.ts'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'
import { sampleRow } from './world.ts'

let door: SignInApi
let after = 0
beforeAll(async () => {
  door = await startSignInApi({ SECOND_PERSON: 'operator' })
  const staff = (id: string) =>
    sampleRow('user', {
      ...{ id, username: id, displayName: `Person ${id}`, email: `${id}@x.example` },
      ...{ groups: ['admin'], organisationId: 'operator' },
    })
  const agency = sampleRow('organisation', {
    id: 'unused',
    name: 'Unused Farm',
    type: 'PARTICIPANT',
    csvId: null,
  })
  await door.store.transaction(tx => tx.apply([staff('omar'), staff('oona'), agency], createEffectContext()))
})
afterAll(() => door.close())

const REASON = 'Asked for by telephone'
const send = async (by: string, kind: string, id: string, action: string, values: object = {}) => {
  const answer = await door.ask(by, `/api/${kind}/${id}/action/${action}`, {
    method: 'POST',
    payload: { values, reason: REASON },
  })
  return { status: answer.statusCode, body: answer.json<ActionResult & { error?: string }>() }
}
const invite = (by: string, organisation: string, email: string) =>
  send(by, 'organisation', organisation, 'InviteUser', { email })
/** The holder of the last invitation link to an address joins; returns their id. */
const join = async (email: string): Promise<string> => {
  door.forward(1)
  const letter = (await door.letters(email)).findLast(one => one.letter === 'invitation')
  const token = createInvitationToken(door.secrets, String(letter?.facts.invitation))
  const passwords = { password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD }
  const name = `Joiner ${++after}`
  const answer = await door
    .browser(`192.0.2.${after + 10}`)
    .post('complete-invitation', { token, displayName: name, phone: null, ...passwords })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  const [user] = await door.store.read.list('user', { email })
  return user!.id
}
const account = async (id: string) => (await door.ask(id, '/api/auth/user')).json<Account>()
const noticesOf = (userId: string, subjectId: string) =>
  door.store.db
    .selectFrom('inboxItem')
    .select('kind')
    .where('userId', '=', userId)
    .where('subjectId', '=', subjectId)
    .orderBy('createdAt')
    .execute()
    .then(rows => rows.map(({ kind }) => kind))
const sees = async (id: string) => (await door.ask(id, '/api/project/sedge')).statusCode

describe('an operator who invites into another organisation', () => {
  it('only proposes it to the people of the organisation', async () => {
    const { status, body } = await invite('olga', 'farm', 'puppet@x.example')
    expect(status).toBe(202)
    expect(await door.letters('puppet@x.example')).toEqual([])
    expect((await send('omar', 'proposal', body.proposal!, 'Approve')).body).toMatchObject({
      error: 'Only someone in the organisation that owns this can agree to it',
    })
    expect((await send('fay', 'proposal', body.proposal!, 'Approve')).status).toBe(200)
    const puppet = await join('puppet@x.example')
    expect(await account(puppet)).toMatchObject({ groups: [], waitsFor: ['Person fay'] })
    expect(await sees(puppet)).toBe(403)
    expect(await noticesOf('fay', puppet)).toEqual(['person-to-admit'])
  })

  it('needs a colleague when everyone has been disabled, and the newcomer still sees nothing', async () => {
    expect((await send('olga', 'user', 'eve', 'DisableUser')).status).toBe(200)
    const { status, body } = await invite('olga', 'estate', 'taker@x.example')
    expect(status).toBe(202)
    expect((await send('omar', 'proposal', body.proposal!, 'Approve')).status).toBe(200)
    const taker = await join('taker@x.example')
    expect((await door.ask(taker, '/api/project/reed')).statusCode).toBe(403)
    expect(await noticesOf('olga', taker)).toEqual(['person-unknown'])
    const admits = await send('olga', 'user', taker, 'AdmitPerson')
    expect(admits.status).toBe(202)
    expect((await door.ask(taker, '/api/project/reed')).statusCode).toBe(403)
    expect((await send('omar', 'proposal', admits.body.proposal!, 'Approve')).status).toBe(200)
    door.forward(1)
    expect((await door.ask(taker, '/api/project/reed')).statusCode).toBe(200)
  })

  it('can invite the first person of an unused organisation, who has rights at once', async () => {
    expect((await invite('olga', 'unused', 'first@x.example')).status).toBe(200)
    const first = await join('first@x.example')
    expect(await account(first)).toMatchObject({ groups: ['participant'], waitsFor: null })
  })

  it('does not admit people through invitations from before the organisation had its first person', async () => {
    await door.store.transaction(tx =>
      tx.apply(
        [sampleRow('organisation', { id: 'fresh', name: 'Fresh Farm', type: 'PARTICIPANT', csvId: null })],
        createEffectContext(),
      ),
    )
    for (const email of ['real@x.example', 'spare@x.example'])
      expect((await invite('olga', 'fresh', email)).status).toBe(200)
    const real = await join('real@x.example')
    const spare = await join('spare@x.example')
    expect((await account(spare)).groups).toEqual([])
    expect(await noticesOf(real, spare)).toEqual(['person-to-admit'])
  })
})

describe('a person who joins an organisation with existing people', () => {
  it('sees no sealed amount or other data until a colleague admits them', async () => {
    expect((await invite('fay', 'farm', 'colleague@x.example')).status).toBe(200)
    const id = await join('colleague@x.example')
    const paths = ['/api/project/sedge', '/api/projects', '/api/home', '/api/activity']
    for (const path of [...paths, '/api/project/sedge/action/SetOffer', '/api/users', '/api/proposals'])
      expect([path, (await door.ask(id, path)).statusCode]).toEqual([path, 403])
    expect((await send(id, 'organisation', 'farm', 'InviteUser', { email: 'x@x.example' })).status).toBe(403)
    expect((await send('olga', 'user', id, 'AdmitPerson')).status).toBe(202)
    expect((await send('fay', 'user', id, 'AdmitPerson')).status).toBe(200)
    door.forward(1)
    expect(await account(id)).toMatchObject({ groups: ['participant'], waitsFor: null })
    const project = (await door.ask(id, '/api/project/sedge')).json<{ offer: number }>()
    expect(project.offer).toBe(65_000.5)
    expect(await noticesOf(id, id)).toEqual(['person-admitted'])
  })

  it('can be in no group before admission, enforced by the database', async () => {
    await expect(
      door.store.db
        .updateTable('user')
        .set({ groups: ['participant'] })
        .where('email', '=', 'spare@x.example')
        .execute(),
    ).rejects.toThrow(/user_is_admitted_first/)
  })
})

describe('a person who joins the market operator’s organisation', () => {
  let puppet: string
  it('has no rights, and sees whom to ask', async () => {
    expect((await invite('olga', 'operator', 'second@x.example')).status).toBe(200)
    puppet = await join('second@x.example')
    expect(await account(puppet)).toMatchObject({ groups: [], waitsFor: ['Person omar', 'Person oona'] })
    expect(await sees(puppet)).toBe(403)
    expect(await noticesOf('omar', puppet)).toEqual(['person-to-admit'])
  })

  it('cannot be admitted or given groups by the inviter', async () => {
    expect(await send('olga', 'user', puppet, 'AdmitPerson')).toMatchObject({ status: 409 })
    expect(await send('omar', 'user', puppet, 'ChangeGroups', { groups: ['admin'] })).toMatchObject({
      status: 409,
    })
  })

  it('is admitted by another colleague, and cannot approve what the inviter proposes', async () => {
    const early = await send('olga', 'user', 'bob', 'RequireNewPassword')
    door.forward(1)
    expect((await send('omar', 'user', puppet, 'AdmitPerson')).status).toBe(200)
    expect(await send(puppet, 'proposal', early.body.proposal!, 'Approve')).toMatchObject({
      status: 409,
      body: { error: 'One of you invited the other, so someone else must approve this' },
    })
    const other = await send('omar', 'user', 'amy', 'RequireNewPassword')
    expect((await send('oona', 'proposal', other.body.proposal!, 'Approve')).status).toBe(200)
    const mine = await send(puppet, 'user', 'rex', 'RequireNewPassword')
    expect(await send('olga', 'proposal', mine.body.proposal!, 'Approve')).toMatchObject({ status: 409 })
    expect((await send('omar', 'proposal', mine.body.proposal!, 'Approve')).status).toBe(200)
  })

  it('cannot approve proposals from before they joined, enforced by the program and the database', async () => {
    const proposal = (await send('omar', 'user', 'dan', 'RequireNewPassword')).body.proposal!
    await invite('oona', 'operator', 'third@x.example')
    const third = await join('third@x.example')
    expect((await send('omar', 'user', third, 'AdmitPerson')).status).toBe(200)
    expect(await send(third, 'proposal', proposal, 'Approve')).toMatchObject({
      status: 409,
      body: { error: 'You joined after this was proposed, so someone else must approve it' },
    })
    await expect(
      door.store.db
        .updateTable('proposal')
        .set({ status: 'Approved', decidedBy: third, decidedAt: door.clock.now })
        .where('id', '=', proposal)
        .execute(),
    ).rejects.toThrow(/Whoever approves joined before the proposal was made/)
    expect((await send('olga', 'proposal', proposal, 'Approve')).status).toBe(200)
  })

  it('cannot be admitted by another person with the same inviter', async () => {
    await invite(puppet, 'operator', 'fourth@x.example')
    const fourth = await join('fourth@x.example')
    expect(await send('olga', 'user', fourth, 'AdmitPerson')).toMatchObject({ status: 409 })
    expect((await account(fourth)).waitsFor).toEqual(['Joiner 8', 'Person omar', 'Person oona'])
  })
})

describe('the protection of an account', () => {
  it('can be changed for another person only by two operators', async () => {
    await door.store.db.updateTable('user').set({ secondFactor: true }).where('id', '=', 'bob').execute()
    expect((await send('omar', 'user', 'bob', 'ResetSecondFactor')).status).toBe(202)
    expect((await send('omar', 'user', 'eve', 'EnableUser')).status).toBe(202)
  })

  it('notifies colleagues when people change their own password', async () => {
    const [colleague] = await door.store.read.list('user', { email: 'colleague@x.example' })
    const fay = door.browser()
    await fay.signIn('fay')
    const passwords = {
      password: 'nine otters swim past the mill',
      confirmPassword: 'nine otters swim past the mill',
    }
    expect(
      (await fay.post('change-password', { currentPassword: STRONG_PASSWORD, ...passwords })).statusCode,
    ).toBe(204)
    expect(await noticesOf(colleague!.id, 'fay')).toEqual(['access-changed'])
    expect((await door.letters('fay@x.example')).map(({ letter }) => letter)).toContain('password-changed')
  })
})
