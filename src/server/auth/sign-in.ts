import type { Kysely } from 'kysely'
import { passwordLengthError } from '#domain/people/password'
import type { User } from '#domain/people/user'
import type { Challenge } from '#contract/people/account'
import { invalidAnswersError, unauthorisedError } from '../runner/refusals.ts'
import type { SessionStage } from '../store/tables/sign-in-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  type AccountContext,
  type ClientInfo,
  type UserWithCredentials,
  requireSessionUser,
  normalizeUsername,
  setPassword,
} from './accounts.ts'
import { findKnownDeviceId, rememberDevice } from './devices.ts'
import { resetAttempts, recordSignInAttempt, discardSignInAttempt, markAttemptSucceeded } from './guesses.ts'
import { notifyOfAccountProtection } from './joining.ts'
import { isPasswordRight } from './passwords.ts'
import { logOwnAccountAction } from './own-account.ts'
import { mailResetCode } from './reset.ts'
import { beginSession, type Session } from './sessions.ts'
import { acceptTotpCode } from './totp.ts'

/** One text for every reason, so that no one learns which names exist. */
const WRONG = 'The user name or password is wrong'
const WRONG_CODE = 'The code is wrong'

/**
 * Result of a step of sign-in: the session's secret, if there is one, the next challenge, and the device cookie of a
 * complete sign-in.
 */
export interface SignInResult {
  secret: string | null
  challenge: Challenge | null
  devices?: string
}

type SignInUser = Pick<User, 'id' | 'username' | 'groups' | 'secondFactor'>

const isStaff = ({ groups }: Pick<User, 'groups'>): boolean =>
  groups.includes('admin') || groups.includes('sysadmin')

/** True if this person has to set up a second factor before anything else. */
export const needsSecondFactor = (
  { config }: Pick<AccountContext, 'config'>,
  user: Pick<User, 'groups' | 'secondFactor'>,
): boolean => config.requireSecondFactor && isStaff(user) && !user.secondFactor

const begin = async (
  accounts: AccountContext,
  user: SignInUser,
  asker: ClientInfo,
  stage: Exclude<SessionStage, 'enrol'>,
  steppedUp: boolean,
  isProvenElsewhere = false,
): Promise<SignInResult> => {
  const { runtime } = accounts
  const now = runtime.now()
  const secret = await beginSession(runtime.store.db, user.id, now, {
    stage: stage === 'full' && !isProvenElsewhere && needsSecondFactor(accounts, user) ? 'enrol' : stage,
    steppedUpAt: steppedUp ? now : null,
    origin: asker.origin,
  })
  if (stage !== 'full') return { secret, challenge: stage }
  return { secret, challenge: null, devices: await rememberDevice(accounts, user.id, asker) }
}

const personNamed = (db: Kysely<Database>, username: string) =>
  db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'username', 'email', 'groups', 'secondFactor', 'mustResetPassword'])
    .select(['credential.passwordHash', 'credential.mustChange'])
    .where(eb => eb.fn('lower', ['username']), '=', username)
    .where('user.active', '=', true)
    .executeTakeFirst()

/**
 * The first step of sign-in. Throws 401 for a wrong name or password without saying which, and 429 after too many
 * guesses; returns the next challenge if the password alone is not enough.
 */
export const signIn = async (
  accounts: AccountContext,
  given: { username: string; password: string },
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const username = normalizeUsername(given.username)
  const guess = await recordSignInAttempt(accounts, username, asker)
  const user = await personNamed(db, username)
  const waiting = await db
    .selectFrom('signUp')
    .select('passwordHash')
    .where('email', '=', username)
    .executeTakeFirst()
  const known = user ? (user.passwordHash ?? undefined) : waiting?.passwordHash
  if (!(await isPasswordRight(given.password, known, config.passwordCost))) throw unauthorisedError(WRONG)

  if (!user) {
    await discardSignInAttempt(db, guess)
    return { secret: null, challenge: 'USER_NOT_CONFIRMED' }
  }
  if (user.mustResetPassword) {
    await discardSignInAttempt(db, guess)
    await mailResetCode(accounts, username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  if (user.secondFactor) {
    await discardSignInAttempt(db, guess)
    return begin(accounts, user, asker, 'SOFTWARE_TOKEN_MFA', false)
  }
  await markAttemptSucceeded(db, guess)
  const mustChange = user.mustChange === true || passwordLengthError(given.password, false) !== undefined
  return begin(accounts, user, asker, mustChange ? 'NEW_PASSWORD_REQUIRED' : 'full', false)
}

/**
 * The second step if the account has a second factor: a code of the authenticator or a recovery code; a wrong one
 * counts as a guess.
 */
export const signInByCode = async (
  accounts: AccountContext,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, secrets } = accounts
  const { db } = runtime.store
  const now = runtime.now()
  const user = await requireSessionUser(db, session)
  const guess = await recordSignInAttempt(accounts, user.username, asker)
  if (!(await acceptTotpCode(db, secrets, { userId: user.id, code, now })))
    throw unauthorisedError(WRONG_CODE)
  await markAttemptSucceeded(db, guess)
  return continueAfterSecondFactor(accounts, user, asker)
}

/** All factors have been proven; asks only for a new password if the password must be replaced. */
export const continueAfterSecondFactor = (
  accounts: AccountContext,
  user: UserWithCredentials,
  asker: ClientInfo,
): Promise<SignInResult> =>
  begin(accounts, user, asker, user.mustChange ? 'NEW_PASSWORD_REQUIRED' : 'full', true)

/** Replaces a password that someone else chose or that is now too short. */
export const chooseNewPassword = async (
  accounts: AccountContext,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  if (await isPasswordRight(password, user.passwordHash ?? undefined, accounts.config.passwordCost))
    throw invalidAnswersError({ password: 'Must be different from your current password' })
  await store.transaction(async tx => {
    await setPassword(tx.db, accounts, user, password)
    await logOwnAccountAction(tx.db, session, 'ChooseNewPassword', 'Choose new password', now())
    await notifyOfAccountProtection(tx, accounts.runtime, user, 'a new password')
  })
  return begin(accounts, user, asker, 'full', session.steppedUpAt !== null)
}

/** Records a sign-in that was not proven by a guess: resets the count, here or on this device. */
export const recordSignIn = async (
  { runtime, secrets }: AccountContext,
  user: Pick<User, 'username'>,
  { address, devices }: ClientInfo,
): Promise<void> => {
  const { db } = runtime.store
  const now = runtime.now()
  const username = normalizeUsername(user.username)
  const device = await findKnownDeviceId(db, secrets, { cookie: devices, username, now })
  await resetAttempts(db, { username, address, device, now })
}

/**
 * Continues after a provider has identified the person: asks for a second factor unless the provider has checked one
 * and is trusted.
 */
export const continueAfterProvider = (
  accounts: AccountContext,
  user: UserWithCredentials,
  asker: ClientInfo,
  isProven: boolean,
): Promise<SignInResult> =>
  begin(
    accounts,
    user,
    asker,
    user.secondFactor && !isProven ? 'SOFTWARE_TOKEN_MFA' : 'full',
    false,
    isProven,
  )
