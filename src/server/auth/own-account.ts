import type { Kysely } from 'kysely'
import { forbidden, invalid } from '../runner/refusals.ts'
import type { Database } from '../store/tables.ts'
import { type Accounts, type ClientInfo, type Person, record } from './accounts.ts'
import { discardAttempt, recordAttempt } from './guesses.ts'
import { isPassword } from './passwords.ts'
import { beginSession, isFresh, type Session } from './sessions.ts'
import { acceptCode } from './totp.ts'

/** Says in the log what somebody did with their own account; let it be the last thing of the transaction. */
export const recordOwn = (
  db: Parameters<typeof record>[0],
  { userId }: Pick<Session, 'userId'>,
  action: string,
  title: string,
  now: string,
): Promise<void> =>
  record(db, { action, title, actorId: userId, subjectKind: 'user', subjectId: userId, now })

/** Asks for the password once more before what protects the account is changed; a wrong one counts as a guess. */
export const confirmPassword = async (
  accounts: Accounts,
  user: Person,
  { password, field, asker }: { password: string; field: string; asker: ClientInfo },
): Promise<void> => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const guess = await recordAttempt(accounts, user.username, asker)
  if (!(await isPassword(password, user.passwordHash ?? undefined, config.passwordCost)))
    throw invalid({ [field]: 'The password is not right' })
  await discardAttempt(db, guess)
}

/** The same for a code of the authenticator. */
export const confirmCode = async (
  accounts: Accounts,
  user: Person,
  { code, asker, confirmed = true }: { code: string; asker: ClientInfo; confirmed?: boolean },
): Promise<void> => {
  const { runtime, secrets } = accounts
  const { db } = runtime.store
  const now = runtime.now()
  const guess = await recordAttempt(accounts, user.username, asker)
  if (!(await acceptCode(db, secrets, { userId: user.id, code, now, confirmed })))
    throw invalid({ code: 'The code is not right' })
  await discardAttempt(db, guess)
}

/** The same session under a new id, complete now, and every other at its end. */
export const anew = async (
  db: Kysely<Database>,
  session: Session,
  now: string,
  steppedUp: boolean,
): Promise<string> => {
  await db.deleteFrom('session').where('userId', '=', session.userId).execute()
  return beginSession(db, session.userId, now, {
    steppedUpAt: steppedUp ? now : session.steppedUpAt,
    origin: session,
    expiresAt: session.expiresAt,
  })
}

/** What weakens or widens the protection of an account that has a second factor needs one given within the last five minutes: 403. */
export const refuseUnlessProven = ({ runtime }: Accounts, user: Person, session: Session): void => {
  if (user.secondFactor && !isFresh(session, runtime.now()))
    throw forbidden('Give a fresh code of your authenticator first', 'step-up')
}

/** The same session, with a second factor given now, under a new id. */
export const steppedUp = ({ runtime }: Accounts, session: Session): Promise<string> =>
  runtime.store.transaction(async ({ db }) => {
    const { userId, idHash, expiresAt } = session
    await db.deleteFrom('session').where('idHash', '=', idHash).execute()
    const now = runtime.now()
    return beginSession(db, userId, now, { steppedUpAt: now, origin: session, expiresAt })
  })
