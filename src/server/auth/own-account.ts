import type { Kysely } from 'kysely'
import { forbiddenError, invalidAnswersError } from '../runner/refusals.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  type AccountContext,
  type ClientInfo,
  type UserWithCredentials,
  logAccountAction,
} from './accounts.ts'
import { discardSignInAttempt, recordSignInAttempt } from './guesses.ts'
import { isPasswordRight } from './passwords.ts'
import { beginSession, isStepUpRecent, type Session } from './sessions.ts'
import { acceptTotpCode } from './totp.ts'

/** Writes an action on a person's own account to the log; must be the last statement of the transaction. */
export const logOwnAccountAction = (
  db: Parameters<typeof logAccountAction>[0],
  { userId }: Pick<Session, 'userId'>,
  action: string,
  title: string,
  now: string,
): Promise<void> =>
  logAccountAction(db, { action, title, actorId: userId, subjectKind: 'user', subjectId: userId, now })

/** Checks the password again before the protection of the account changes; a wrong one counts as a guess. */
export const requireCurrentPassword = async (
  accounts: AccountContext,
  user: UserWithCredentials,
  { password, field, asker }: { password: string; field: string; asker: ClientInfo },
): Promise<void> => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const guess = await recordSignInAttempt(accounts, user.username, asker)
  if (!(await isPasswordRight(password, user.passwordHash ?? undefined, config.passwordCost)))
    throw invalidAnswersError({ [field]: 'The password is wrong' })
  await discardSignInAttempt(db, guess)
}

/** Checks a code of the authenticator app; a wrong one counts as a guess. */
export const requireAuthenticatorCode = async (
  accounts: AccountContext,
  user: UserWithCredentials,
  { code, asker, confirmed = true }: { code: string; asker: ClientInfo; confirmed?: boolean },
): Promise<void> => {
  const { runtime, secrets } = accounts
  const { db } = runtime.store
  const now = runtime.now()
  const guess = await recordSignInAttempt(accounts, user.username, asker)
  if (!(await acceptTotpCode(db, secrets, { userId: user.id, code, now, confirmed })))
    throw invalidAnswersError({ code: 'The code is wrong' })
  await discardSignInAttempt(db, guess)
}

/** Rotates the session's id, completes the session and ends all others. */
export const rotateSession = async (
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

/**
 * Throws 403 if an account with a second factor has none proven within the last five minutes, before its protection
 * is weakened or extended.
 */
export const requireRecentSecondFactor = (
  { runtime }: AccountContext,
  user: UserWithCredentials,
  session: Session,
): void => {
  if (user.secondFactor && !isStepUpRecent(session, runtime.now()))
    throw forbiddenError('Enter a new code from your authenticator app first', 'step-up')
}

/** Records that a second factor was proven now, under a new session id. */
export const recordSecondFactorProof = ({ runtime }: AccountContext, session: Session): Promise<string> =>
  runtime.store.transaction(async ({ db }) => {
    const { userId, idHash, expiresAt } = session
    await db.deleteFrom('session').where('idHash', '=', idHash).execute()
    const now = runtime.now()
    return beginSession(db, userId, now, { steppedUpAt: now, origin: session, expiresAt })
  })
