import { invalidAnswersError, unauthorisedError } from '../runner/refusals.ts'
import {
  type AccountContext,
  type ClientInfo,
  normalizeUsername,
  logAccountAction,
  setPassword,
} from './accounts.ts'
import { checkEmailCode, generateOneTimeCode, consumeEmailCode } from './codes.ts'
import { resetAttempts } from './guesses.ts'
import { notifyOfAccountProtection } from './joining.ts'
import { queueAccountEmail } from './letters.ts'
import { findPasswordRefusal } from './passwords.ts'

/** Message for a code that is wrong, used, expired or someone else's. */
export const WRONG_MAILED_CODE = 'The code is wrong or no longer valid'

/** Emails a code to reset a password; the answer does not reveal if the user exists. */
export const mailResetCode = async (
  { runtime }: AccountContext,
  given: string,
  { address }: ClientInfo,
): Promise<void> => {
  const username = normalizeUsername(given)
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    const code = await generateOneTimeCode(db, { purpose: 'reset', username, address, now })
    const user = await db
      .selectFrom('user')
      .select('email')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .where('active', '=', true)
      .executeTakeFirst()
    if (user && code) await queueAccountEmail(db, 'password-code', user.email, { code, username }, now)
  })
}

/** Replaces a forgotten password with the emailed code. The code is used up only if the password is accepted. */
export const updatePassword = async (
  accounts: AccountContext,
  given: { username: string; code: string; password: string },
  { address }: ClientInfo,
): Promise<void> => {
  const { runtime, secrets } = accounts
  const username = normalizeUsername(given.username)
  const now = runtime.now()
  // Faults that do not depend on the user: checking them first reveals nothing and uses up no attempt.
  const why = findPasswordRefusal(given.password, { hasSecondFactor: true, about: [] })
  if (why) throw invalidAnswersError({ password: why })
  const wanted = { purpose: 'reset', username } as const
  const code = await checkEmailCode(runtime.store.db, secrets, { ...wanted, code: given.code, now })
  if (!code) throw unauthorisedError(WRONG_MAILED_CODE)
  await runtime.store.transaction(async tx => {
    const { db } = tx
    const user = await db
      .selectFrom('user')
      .select(['id', 'email', 'secondFactor', 'mustResetPassword', 'organisationId'])
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!user || !(await consumeEmailCode(db, code, wanted))) throw unauthorisedError(WRONG_MAILED_CODE)
    await setPassword(db, accounts, user, given.password)
    if (user.mustResetPassword)
      await db.updateTable('user').set({ mustResetPassword: false }).where('id', '=', user.id).execute()
    await resetAttempts(db, { username, address, now })
    await queueAccountEmail(db, 'password-changed', user.email, {}, now)
    await notifyOfAccountProtection(tx, runtime, user, 'a new password, by a code sent by email')
    await logAccountAction(db, {
      action: 'ResetPassword',
      title: 'Reset password',
      actorId: user.id,
      subjectKind: 'user',
      subjectId: user.id,
      now,
    })
  })
}
