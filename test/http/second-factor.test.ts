import { allActions } from '#actions/index'
import { pathOf } from '#contract/nouns/nouns'
import { performBulkAct } from '#server/work/bulk-task'
import { claimTask } from '#server/tasks/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi({ REQUIRE_STEP_UP: 'on' })
})
afterAll(() => door.close())

const WRONG = { error: 'The code is wrong' }

describe('a second factor', () => {
  it('is set up with the password and a first code, and its secret is stored encrypted', async () => {
    const user = door.browser()
    await user.signIn('fay')
    expect((await user.post('enableTOTP', { password: 'not this one' })).statusCode).toBe(422)
    const enrolled = await user.post('enableTOTP', { password: STRONG_PASSWORD })
    const enrolment = enrolled.json<Record<string, string>>()
    expect(enrolment.uri).toContain(`secret=${enrolment.secret}`)
    expect(enrolment.qrCode).toMatch(/^data:image\/png;base64,/)
    const stored = await door.store.db.selectFrom('secondFactor').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(enrolment.secret)
    expect((await user.post('verifyTOTP', { code: '000000' })).statusCode).toBe(422)
    const other = door.browser()
    await other.signIn('fay')
    const before = user.jar.cookie
    const codes = await user.post('verifyTOTP', { code: door.codeOf(enrolment.secret ?? '') })
    expect(codes.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    expect((await user.get('isTOTPEnabled')).json()).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
      passkeys: 0,
      mayBeDisabled: true,
    })
    for (const cookie of [before, other.jar.cookie])
      expect((await door.browser('192.0.2.1', cookie).get('user')).statusCode).toBe(403)
  })

  it('is required at sign-in, and nothing opens before: SOFTWARE_TOKEN_MFA', async () => {
    door.forward(10)
    const { secret } = await door.enrolled('eve')
    door.forward(1)
    const user = door.browser()
    expect((await user.signIn('eve')).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
    const challenged = user.jar.cookie
    for (const path of ['/api/projects', '/api/auth/sessions'])
      expect((await user.send('GET', path)).statusCode).toBe(401)
    expect((await user.get('user')).statusCode).toBe(403)
    expect(
      (await user.post('new-password', { password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD }))
        .statusCode,
    ).toBe(401)
    expect((await user.post('checkTOTP', { code: '12345' })).json()).toEqual(WRONG)
    expect((await user.post('checkTOTP', { code: door.codeOf(secret, 0.5) })).json()).toEqual(WRONG)
    const code = door.codeOf(secret)
    expect((await user.post('checkTOTP', { code })).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({ id: 'eve', secondFactor: 'on' })
    expect((await door.browser('192.0.2.1', challenged).get('user')).statusCode).toBe(403)
    const again = door.browser()
    await again.signIn('eve')
    expect((await again.post('checkTOTP', { code })).json()).toEqual(WRONG)
    door.forward(1)
    await again.signIn('eve')
    const slow = door.codeOf(secret, -0.5)
    expect((await again.post('checkTOTP', { code: slow })).statusCode).toBe(204)
  })

  it('accepts a code once, however many send it at the same time', async () => {
    await door.givePassword('dan')
    const { secret } = await door.enrolled('dan')
    door.forward(1)
    const browsers = Array.from({ length: 50 }, (_, number) => door.browser(`198.51.100.${number}`))
    await Promise.all(browsers.map(user => user.signIn('dan')))
    const code = door.codeOf(secret)
    const answers = await Promise.all(browsers.map(user => user.post('checkTOTP', { code })))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  })

  it('counts wrong codes as guesses, which limits trying', async () => {
    await door.givePassword('rex')
    await door.enrolled('rex')
    const user = door.browser('192.0.2.20')
    await user.signIn('rex')
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await user.post('checkTOTP', { code: String(guess).padStart(6, '0') })).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  it('can be replaced by a recovery code, each of which works once', async () => {
    await door.givePassword('amy')
    const { recoveryCodes } = await door.enrolled('amy')
    const code = recoveryCodes[0]?.toUpperCase()
    const user = door.browser('192.0.2.21')
    await user.signIn('amy')
    expect((await user.post('checkTOTP', { code })).statusCode).toBe(204)
    expect((await user.get('isTOTPEnabled')).json()).toMatchObject({ recoveryCodesLeft: 9 })
    const again = door.browser('192.0.2.21')
    await again.signIn('amy')
    expect((await again.post('checkTOTP', { code })).json()).toEqual(WRONG)
  })

  it('is required from staff before anything else', async () => {
    const user = door.browser('192.0.2.22')
    expect((await user.signIn('olga')).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({ id: 'olga', secondFactor: 'needed' })
    const barred = await user.send('GET', '/api/projects')
    expect([barred.statusCode, barred.json()]).toEqual([
      403,
      { error: 'Set up a second factor first', reason: 'second factor' },
    ])
    const { user: staff } = await door.enrolled('olga')
    expect((await staff.send('GET', '/api/projects')).statusCode).toBe(200)
    expect((await staff.get('isTOTPEnabled')).json()).toMatchObject({ mayBeDisabled: false })
  })
})

describe('moving credits or rights', () => {
  let staff: Awaited<ReturnType<typeof door.enrolled>>
  beforeAll(async () => {
    await door.givePassword('sue')
    await door.store.db
      .updateTable('user')
      .set({ groups: ['admin'] })
      .where('id', '=', 'sue')
      .execute()
    staff = await door.enrolled('sue')
  })

  it('needs a code from the last five minutes', async () => {
    const { user, secret } = staff
    const act = () =>
      user.send('POST', '/api/agent-authority/auth-1/action/EditPermissions', {
        values: { permissions: ['RegisterForRound'] },
      })
    expect((await act()).statusCode).toBe(200)
    door.forward(6)
    const barred = await act()
    expect([barred.statusCode, barred.json()]).toEqual([
      403,
      { error: 'Enter a new code from your authenticator app first', reason: 'step-up' },
    ])
    const before = user.jar.cookie
    expect((await user.post('step-up', { code: '000000' })).statusCode).toBe(422)
    expect((await user.post('step-up', { code: door.codeOf(secret) })).statusCode).toBe(204)
    expect(user.jar.cookie).not.toBe(before)
    expect((await act()).statusCode).toBe(200)
  })

  it('needs it before anything else is checked, for every such action', async () => {
    door.forward(6)
    const guarded = allActions.filter(({ stepUp }) => stepUp)
    expect(guarded.map(({ name }) => name)).toEqual(expect.arrayContaining(['AllocateRights', 'Verify']))
    for (const { on, name } of guarded) {
      const barred = await staff.user.send('POST', `/api/${pathOf(on)}/any/action/${name}`, { values: {} })
      expect([barred.statusCode, barred.json().reason], `${on}: ${name}`).toEqual([403, 'step-up'])
    }
    const reopen = () =>
      staff.user.send('POST', '/api/round/bidding/action/OpenBidsAndOffers', { values: { confirmed: true } })
    await door.store.db.updateTable('round').set({ status: 'Rejected' }).where('id', '=', 'bidding').execute()
    expect((await reopen()).json()).toMatchObject({ reason: 'step-up' })
    await door.store.db
      .updateTable('round')
      .set({ status: 'OpenForBidsAndOffers' })
      .where('id', '=', 'bidding')
      .execute()
  })

  it('in a bulk action needs the code once, records its time, and stops an hour later', async () => {
    const { user, secret } = staff
    const begin = (key: string) =>
      user.send('POST', '/api/bulk-act', {
        key,
        kind: 'agentAuthority',
        action: 'EditPermissions',
        values: { permissions: ['RegisterForRound'] },
        items: [{ id: 'auth-1' }, { id: 'auth-2' }],
      })
    door.forward(6)
    expect((await begin('barred')).json()).toMatchObject({ reason: 'step-up' })
    expect((await user.post('step-up', { code: door.codeOf(secret) })).statusCode).toBe(204)
    const perform = async (id: string) => {
      const task = await claimTask(door.store.db, ['bulk'], id)
      if (!task) throw new Error('Nothing to do')
      await performBulkAct(door.runtime, task, new AbortController().signal, { error: () => undefined })
      return (await user.send('GET', `/api/bulk-act/${id}`)).json()
    }
    const [first, second] = [(await begin('first')).json(), (await begin('second')).json()]
    expect(first).toMatchObject({ steppedUpAt: door.runtime.now() })
    expect(await perform(first.id)).toMatchObject({ state: 'done', done: 2, refused: 0 })
    door.forward(61)
    const task = await claimTask(door.store.db, ['bulk'], second.id)
    await performBulkAct(door.runtime, task!, new AbortController().signal, { error: () => undefined })
    const late = await door.store.db
      .selectFrom('bulkItem')
      .selectAll()
      .where('bulkId', '=', second.id)
      .execute()
    for (const item of late)
      expect(item).toMatchObject({
        state: 'refused',
        message: 'The code for this was entered more than an hour ago: start again',
        answers: {},
      })
  })
})

describe('an account', () => {
  it('loses all other sessions with a new password, and keeps its own under a new id', async () => {
    await door.givePassword('bob')
    const [one, other] = [door.browser(), door.browser()]
    await one.signIn('bob')
    await other.signIn('bob')
    expect((await one.get('sessions')).json()).toHaveLength(2)
    const before = one.jar.cookie
    const chosen = { password: 'grebes dance upon the lake', confirmPassword: 'grebes dance upon the lake' }
    const refused = await one.post('change-password', { ...chosen, currentPassword: 'wrong' })
    expect(refused.json()).toEqual([{ field: 'currentPassword', message: 'The password is wrong' }])
    expect(
      (await one.post('change-password', { ...chosen, currentPassword: STRONG_PASSWORD })).statusCode,
    ).toBe(204)
    expect((await one.get('user')).statusCode).toBe(200)
    expect((await other.get('user')).statusCode).toBe(403)
    expect((await door.browser('192.0.2.1', before).get('user')).statusCode).toBe(403)
    await door.givePassword('bob')
  })

  it('lists its sessions and ends them one by one, but never another person’s', async () => {
    const [one, other] = [door.browser(), door.browser()]
    await one.signIn('bob')
    await other.signIn('bob')
    const sessions = (await one.get('sessions')).json<{ id: string; current: boolean }[]>()
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const mine = sessions.find(({ current }) => !current)
    const stranger = door.browser()
    await door.givePassword('dan')
    await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'dan').execute()
    await stranger.signIn('dan')
    expect((await stranger.send('DELETE', `/api/auth/session/${mine?.id}`)).statusCode).toBe(404)
    expect((await one.send('DELETE', `/api/auth/session/${mine?.id}`)).statusCode).toBe(204)
    expect((await other.get('user')).statusCode).toBe(403)
  })

  it('loses its sessions at once when its rights change', async () => {
    const user = door.browser()
    await user.signIn('bob')
    await door.store.db.updateTable('user').set({ groups: [] }).where('id', '=', 'bob').execute()
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(401)
    await user.signIn('bob')
    expect((await user.send('GET', '/api/projects')).json()).toMatchObject({ reason: 'approval' })
    expect((await user.get('user')).json()).toMatchObject({ groups: [] })
  })

  it('has sessions that expire after 30 idle minutes and after 12 hours, even with a code in between', async () => {
    await door.store.db
      .updateTable('user')
      .set({ groups: ['participant'] })
      .where('id', '=', 'bob')
      .execute()
    const { user, secret } = await door.enrolled('bob')
    for (let hour = 0; hour < 23; hour += 1) {
      door.forward(29)
      expect((await user.get('user')).statusCode).toBe(200)
    }
    await user.post('step-up', { code: door.codeOf(secret) })
    door.forward(29)
    expect((await user.get('user')).statusCode).toBe(200)
    door.forward(29)
    expect((await user.get('user')).statusCode).toBe(403)
  })

  it('can change its name and number, by the rules of the specification', async () => {
    const { user } = await (async () => {
      await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'bob').execute()
      const one = door.browser()
      await one.signIn('bob')
      return { user: one }
    })()
    const wrong = await user.post('profile', { displayName: '--', phone: '01632 960101' })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      422,
      [
        { field: 'displayName', message: 'Not a valid name' },
        { field: 'phone', message: 'Not a valid phone number' },
      ],
    ])
    const right = await user.post('profile', { displayName: 'Bob Builder', phone: '+441632960101' })
    expect(right.json()).toMatchObject({ displayName: 'Bob Builder', phone: '+441632960101' })
  })
})
