import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVITATION_HOURS } from '#domain/people/invitation'
import { createInvitationToken } from '#server/auth/invitations'
import { deleteExpiredRows } from '#server/jobs/forget-expired'
import { OTHER_STRONG_PASSWORD, type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
})
afterAll(() => door.close())

const applicant = (email: string, more: object = {}) => ({
  password: STRONG_PASSWORD,
  confirmPassword: STRONG_PASSWORD,
  displayName: 'Nell Newcomer',
  phone: '+441632960777',
  email,
  organisationName: 'Newcomer Farm',
  organisationType: 'PARTICIPANT',
  ...more,
})

describe('signing up', () => {
  it('requires all seven fields, in the words of the specification', async () => {
    const empty = await door.browser().post('sign-up', {})
    expect(empty.statusCode).toBe(422)
    const asked = empty.json<{ field: string; message: string }[]>()
    expect(asked.map(({ message }) => message)).toEqual(Array(7).fill('Field required'))
    expect(asked.map(({ field }) => field).toSorted()).toEqual(Object.keys(applicant('x')).toSorted())
    const wrong = await door.browser().post('sign-up', {
      ...applicant('nell at home'),
      confirmPassword: OTHER_STRONG_PASSWORD,
      phone: '123',
      organisationName: '...',
    })
    expect(wrong.json()).toEqual(
      expect.arrayContaining([
        { field: 'confirmPassword', message: 'Passwords do not match' },
        { field: 'phone', message: 'Not a valid phone number' },
        { field: 'email', message: 'Not a valid email address' },
        { field: 'organisationName', message: 'Not a valid name' },
      ]),
    )
  })

  it('refuses passwords that are short, common, or made of names that others know', async () => {
    const tried = { 'nine herons': 'short', password1234567890: 'common', 'Newcomer-Farm-Nell1': 'names' }
    for (const [password, why] of Object.entries(tried)) {
      const answer = await door
        .browser()
        .post('sign-up', applicant('pat@new.example', { password, confirmPassword: password }))
      expect([why, answer.statusCode, answer.json<{ field: string }[]>()[0]?.field]).toEqual([
        why,
        422,
        'password',
      ])
    }
  })

  it('waits for the emailed code: USER_NOT_CONFIRMED, and creates nothing in the market before', async () => {
    const user = door.browser()
    expect((await user.post('sign-up', applicant('nell@new.example'))).statusCode).toBe(204)
    const there = () =>
      door.store.db.selectFrom('organisation').select('id').where('name', '=', 'Newcomer Farm').execute()
    expect(await there()).toEqual([])
    expect((await user.signIn('nell@new.example')).json()).toEqual({ challenge: 'USER_NOT_CONFIRMED' })
    const wrong = await user.post('confirm-sign-up', { email: 'nell@new.example', code: '00000000' })
    expect(wrong.statusCode).toBe(401)
    const first = await door.codeMailed('nell@new.example')
    door.forward(1)
    await user.post('resend-confirmation', { email: 'nell@new.example' })
    const second = await door.codeMailed('nell@new.example')
    const confirm = (email: string, code: string) => user.post('confirm-sign-up', { email, code })
    expect((await confirm('nell@new.example', first)).statusCode).toBe(401)
    expect((await confirm('eve@x.example', second)).statusCode).toBe(401)
    expect((await confirm('nell@new.example', second)).statusCode).toBe(204)
    expect((await confirm('nell@new.example', second)).statusCode).toBe(401)
    expect(await there()).toHaveLength(1)
    expect((await user.signIn('nell@new.example')).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({
      groups: ['participant'],
      organisation: { name: 'Newcomer Farm', type: 'PARTICIPANT' },
    })
    const log = await door.store.db
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'SignUp')
      .execute()
    expect(JSON.stringify(log)).not.toContain('nell')
  })

  it('has a confirmation code that expires after a day', async () => {
    const user = door.browser()
    await user.post('sign-up', applicant('late@new.example'))
    const code = await door.codeMailed('late@new.example')
    door.forward(24 * 60 + 1)
    expect((await user.post('confirm-sign-up', { email: 'late@new.example', code })).statusCode).toBe(401)
  })

  it('is forgotten after a week without confirmation', async () => {
    await door.browser().post('sign-up', applicant('gone@new.example'))
    const waiting = () =>
      door.store.db.selectFrom('signUp').select('email').where('email', '=', 'gone@new.example').execute()
    const { runtime, files } = door
    await deleteExpiredRows.run({ runtime, files })
    expect(await waiting()).toHaveLength(1)
    door.forward(7 * 24 * 60 + 1)
    await deleteExpiredRows.run({ runtime, files })
    expect(await waiting()).toEqual([])
  })

  it('answers alike when the address has an account, and notifies its owner by email', async () => {
    await door.store.db
      .updateTable('user')
      .set({ username: 'eve@x.example' })
      .where('id', '=', 'eve')
      .execute()
    const known = await door.browser().post('sign-up', applicant('eve@x.example'))
    const unknown = await door.browser().post('sign-up', applicant('new@x.example'))
    expect([known.statusCode, known.body, Object.keys(known.headers)]).toEqual([
      unknown.statusCode,
      unknown.body,
      Object.keys(unknown.headers),
    ])
    expect((await door.letters('eve@x.example')).map(({ letter }) => letter)).toEqual(['sign-up-known'])
    expect((await door.browser().signIn('eve@x.example')).statusCode).toBe(204)
  })

  it('is not possible for the market operator, whose people are invited', async () => {
    const answer = await door
      .browser()
      .post('sign-up', applicant('oper@new.example', { organisationType: 'OPER' }))
    expect([answer.statusCode, answer.json<{ field: string }[]>()[0]?.field]).toEqual([
      422,
      'organisationType',
    ])
  })

  it('can be switched off', async () => {
    const closed = await startSignInApi({ SIGN_UP_ENABLED: 'off' })
    const answer = await closed.browser().post('sign-up', applicant('nell@new.example'))
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { error: 'Sign-up is closed: ask the market operator to invite you' },
    ])
    expect((await closed.browser().get('settings')).json()).toMatchObject({ signUpEnabled: false })
    await closed.close()
  })
})

describe('an invitation', () => {
  const invite = (by: string, organisation: string, email: string) =>
    door.ask(by, `/api/organisation/${organisation}/action/InviteUser`, {
      method: 'POST',
      payload: { values: { email } },
    })
  const tokenFor = async (email: string) => {
    const last = (await door.letters(email)).findLast(({ letter }) => letter === 'invitation')
    return createInvitationToken(door.secrets, String(last?.facts.invitation))
  }
  const complete = (token: string, more: object = {}) => ({
    token,
    displayName: 'Ivo Invited',
    phone: null,
    password: STRONG_PASSWORD,
    confirmPassword: STRONG_PASSWORD,
    ...more,
  })

  it('is sent only by the operator and the organisation’s own people', async () => {
    expect((await invite('fay', 'farm', 'ivo@new.example')).statusCode).toBe(200)
    expect((await invite('olga', 'farm', 'ida@new.example')).statusCode).toBe(200)
    expect((await invite('sue', 'somerset', 'ian@new.example')).statusCode).toBe(200)
    expect([403, 404]).toContain((await invite('bob', 'farm', 'no@new.example')).statusCode)
    expect([403, 404]).toContain((await invite('amy', 'farm', 'no@new.example')).statusCode)
  })

  it('says what it is about, signs the person in, and works once, however often it is sent', async () => {
    await invite('fay', 'farm', 'una@new.example')
    const token = await tokenFor('una@new.example')
    expect((await door.browser().post('invitation', { token })).json()).toMatchObject({
      email: 'una@new.example',
      organisation: { name: 'The farm', type: 'PARTICIPANT' },
    })
    const browsers = Array.from({ length: 10 }, () => door.browser())
    const answers = await Promise.all(browsers.map(one => one.post('complete-invitation', complete(token))))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    const inside = browsers.find(({ jar }) => jar.cookie !== null)
    expect((await inside?.get('user'))?.json()).toMatchObject({
      username: 'una@new.example',
      groups: ['participant'],
      organisation: { id: 'farm' },
    })
    expect((await door.browser().post('invitation', { token })).statusCode).toBe(401)
  })

  it('cannot be guessed, changed, swapped or used a day later', async () => {
    await invite('fay', 'farm', 'tim@new.example')
    await invite('bob', 'builder', 'tom@new.example')
    const [tim, tom] = [await tokenFor('tim@new.example'), await tokenFor('tom@new.example')]
    const mixed = `${tim.split('.')[0]}.${tom.split('.')[1]}`
    for (const token of [mixed, `${tim}x`, tim.split('.')[0] ?? '', 'x.y', '.'])
      expect((await door.browser().post('complete-invitation', complete(token))).statusCode).toBe(401)
    door.forward(INVITATION_HOURS * 60)
    expect((await door.browser().post('complete-invitation', complete(tim))).statusCode).toBe(401)
  })

  it('does not reveal to the inviter whether the address has an account', async () => {
    const [known, unknown] = [
      await invite('fay', 'farm', 'eve@x.example'),
      await invite('fay', 'farm', 'nobody@x.example'),
    ]
    expect([known.statusCode, known.json<{ message: string }>().message]).toEqual([
      unknown.statusCode,
      unknown.json<{ message: string }>().message,
    ])
    const answer = await door.browser().post('complete-invitation', complete(await tokenFor('eve@x.example')))
    expect(answer.statusCode).toBe(409)
  })
})

describe('people', () => {
  const act = (by: string, id: string, action: string, values: object = {}) =>
    door.ask(by, `/api/user/${id}/action/${action}`, { method: 'POST', payload: { values } })

  it('are managed by staff, not by themselves, and with immediate effect', async () => {
    const user = door.browser()
    await user.signIn('fay')
    expect((await act('eve', 'fay', 'DisableUser')).statusCode).toBe(404)
    expect((await act('fay', 'fay', 'ChangeGroups', { groups: ['admin'] })).statusCode).toBe(403)
    expect((await act('olga', 'olga', 'ChangeGroups', { groups: ['sysadmin'] })).statusCode).toBe(409)
    expect((await act('olga', 'fay', 'ChangeGroups', { groups: ['admin'] })).statusCode).toBe(422)
    expect((await act('olga', 'fay', 'DisableUser')).statusCode).toBe(200)
    expect((await user.get('user')).statusCode).toBe(403)
    expect((await user.signIn('fay')).statusCode).toBe(401)
    expect((await act('olga', 'fay', 'EnableUser')).statusCode).toBe(200)
    expect((await user.signIn('fay')).statusCode).toBe(204)
  })

  it('become system administrators only through one', async () => {
    await door.store.db
      .updateTable('user')
      .set({ groups: ['sysadmin'] })
      .where('id', '=', 'dan')
      .execute()
    await door.store.db
      .updateTable('user')
      .set({ organisationId: 'operator', groups: ['admin'] })
      .where('id', '=', 'sue')
      .execute()
    expect((await act('olga', 'sue', 'ChangeGroups', { groups: ['sysadmin'] })).statusCode).toBe(422)
    expect((await act('olga', 'dan', 'DisableUser')).statusCode).toBe(409)
    expect((await act('dan', 'sue', 'ChangeGroups', { groups: ['sysadmin'] })).statusCode).toBe(200)
  })

  it('confirm their identity by email after losing their second factor', async () => {
    const { user } = await door.enrolled('fay')
    expect((await act('olga', 'fay', 'ResetSecondFactor')).statusCode).toBe(200)
    expect((await user.get('user')).statusCode).toBe(403)
    expect((await user.signIn('fay')).json()).toEqual({ challenge: 'PASSWORD_RESET_REQUIRED' })
    expect(await door.store.db.selectFrom('secondFactor').selectAll().execute()).toEqual([])
  })
})
