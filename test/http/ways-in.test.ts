import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiKey } from '#contract/people/api-keys'
import type { PasskeyCreationOptions, PasskeyItem } from '#contract/people/passkeys'
import { chainPendingEntries } from '#server/log/chaining'
import { readOnSnapshot } from '#server/store/one-moment'
import { currentRowsCheck } from '#server/verify/rows'
import { runChecks } from '#server/verify/verify'
import { createAuthenticator } from '../builders/authenticator.ts'
import { OTHER_STRONG_PASSWORD, type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

const ORIGIN = 'http://localhost:3000'
const WAYS_IN =
  /^(credential|second_factor|recovery_code|passkey|provider_identity|api_key|personal_calendar|webhook|user fay) ?/

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi({ PUBLIC_URL: ORIGIN })
})
afterAll(() => door.close())

it('every change that grants access has a log entry that vouches for it and says who and what', async () => {
  const { db } = door.store
  await door.givePassword('fay', 'short one')
  const differing = async () => {
    await chainPendingEntries(db)
    const { differences } = await readOnSnapshot(db, moment =>
      runChecks({ db: moment, now: door.clock.now }, [currentRowsCheck]),
    )
    // Passwords that the test itself inserted have no entry.
    return differences
      .map(({ what, why }) => `${what} ${why}`)
      .filter(one => WAYS_IN.test(one) && !/outside an action before entry|^credential (eve|olga) /.test(one))
  }

  const user = door.browser()
  await user.signIn('fay', 'short one')
  const done = async (answer: ReturnType<typeof user.send>) => {
    const { statusCode, body } = await answer
    expect([statusCode, body]).toEqual([statusCode < 300 ? statusCode : 'less than 300', body])
    return answer
  }
  await done(user.post('new-password', { password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD }))
  await done(
    user.post('change-password', {
      currentPassword: STRONG_PASSWORD,
      password: OTHER_STRONG_PASSWORD,
      confirmPassword: OTHER_STRONG_PASSWORD,
    }),
  )
  await done(user.post('reset-password', { username: 'fay' }))
  const code = await door.codeMailed('fay@x.example')
  await done(
    user.post('update-password', {
      username: 'fay',
      code,
      password: STRONG_PASSWORD,
      confirmPassword: STRONG_PASSWORD,
    }),
  )

  const { user: owner, recoveryCodes } = await door.enrolled('fay')
  const again = door.browser()
  await again.signIn('fay')
  await done(again.post('checkTOTP', { code: recoveryCodes[0] }))
  await done(again.post('recovery-codes'))
  const made = (
    await done(again.post('passkey/begin', { password: STRONG_PASSWORD }))
  ).json<PasskeyCreationOptions>()
  const credential = createAuthenticator(ORIGIN).create(made)
  await done(again.post('passkey', { name: 'Phone', credential }))
  const [passkey] = (await again.get('passkeys')).json<PasskeyItem[]>()
  await done(again.send('DELETE', `/api/auth/passkey/${passkey?.id}`))
  for (const _ of ['made', 'made again']) await done(again.post('calendar'))
  await done(again.send('DELETE', '/api/auth/calendar'))
  const wanted = { name: 'Reader', scopes: ['read'], days: 30 }
  const { id } = (await done(again.send('POST', '/api/keys', wanted))).json<ApiKey>()
  await done(again.send('POST', `/api/keys/${id}/rotate`))
  await done(again.send('DELETE', `/api/keys/${id}`))
  expect((await owner.get('user')).statusCode).toBe(403)

  expect(await differing()).toEqual([])
  const entries = await db
    .selectFrom('activityChained')
    .select(['action', 'actorId', 'details'])
    .where('subjectId', '=', 'fay')
    .orderBy('seq')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    ...['ChooseNewPassword', 'ChangePassword', 'ResetPassword', 'EnableSecondFactor', 'UseRecoveryCode'],
    ...['RenewRecoveryCodes', 'AddPasskey', 'RemovePasskey', 'MakeCalendar', 'MakeCalendar'],
    ...['RevokeCalendar', 'MakeApiKey', 'MakeApiKey', 'RevokeApiKey'],
  ])
  expect(new Set(entries.map(({ actorId, details }) => `${actorId} ${details}`))).toEqual(new Set(['fay {}']))
})
