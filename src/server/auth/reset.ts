import { invalid, unauthorised } from '../runner/refusals.ts'
import { type Accounts, type ClientInfo, plainName, record, setPassword } from './accounts.ts'
import { checkCode, makeCode, spendCode } from './codes.ts'
import { beginAnew } from './guesses.ts'
import { notifyOfAccess } from './joining.ts'
import { sendLetter } from './letters.ts'
import { whyNotPassword } from './passwords.ts'

/** Said of a code that is wrong, used, too old or somebody else's. */
export const WRONG_MAILED_CODE = 'The code is not right, or no longer valid'

/** Mails a code by which a password can be replaced; nobody learns from the answer whether there is such a user. */
export const mailResetCode = async (
  { runtime }: Accounts,
  given: string,
  { address }: ClientInfo,
): Promise<void> => {
  const username = plainName(given)
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    const code = await makeCode(db, { purpose: 'reset', username, address, now })
    const user = await db
      .selectFrom('user')
      .select('email')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .where('active', '=', true)
      .executeTakeFirst()
    if (user && code) await sendLetter(db, 'password-code', user.email, { code, username }, now)
  })
}

/** Replaces a forgotten password with the code that was mailed. The code is spent only when the password can be taken. */
export const updatePassword = async (
  accounts: Accounts,
  given: { username: string; code: string; password: string },
  { address }: ClientInfo,
): Promise<void> => {
  const { runtime, secrets } = accounts
  const username = plainName(given.username)
  const now = runtime.now()
  // What is wrong whoever one is: nothing is learnt from it, and no try is lost.
  const why = whyNotPassword(given.password, { hasSecondFactor: true, about: [] })
  if (why) throw invalid({ password: why })
  const wanted = { purpose: 'reset', username } as const
  const code = await checkCode(runtime.store.db, secrets, { ...wanted, code: given.code, now })
  if (!code) throw unauthorised(WRONG_MAILED_CODE)
  await runtime.store.transaction(async tx => {
    const { db } = tx
    const user = await db
      .selectFrom('user')
      .select(['id', 'email', 'secondFactor', 'mustResetPassword', 'organisationId'])
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!user || !(await spendCode(db, code, wanted))) throw unauthorised(WRONG_MAILED_CODE)
    await setPassword(db, accounts, user, given.password)
    if (user.mustResetPassword)
      await db.updateTable('user').set({ mustResetPassword: false }).where('id', '=', user.id).execute()
    await beginAnew(db, { username, address, now })
    await sendLetter(db, 'password-changed', user.email, {}, now)
    await notifyOfAccess(tx, runtime, user, 'a new password, by a code sent by email')
    await record(db, {
      action: 'ResetPassword',
      title: 'Reset password',
      actorId: user.id,
      subjectKind: 'user',
      subjectId: user.id,
      now,
    })
  })
}
