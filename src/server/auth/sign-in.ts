import type { Kysely } from 'kysely'
import { wrongLength } from '#domain/password'
import type { User } from '#domain/user'
import type { Challenge } from '#contract/account'
import { invalid, unauthorised } from '../runner/refusals.ts'
import type { SessionStage } from '../store/sign-in-tables.ts'
import type { Database } from '../store/tables.ts'
import { type Accounts, type ClientInfo, type Person, personOf, plainName, setPassword } from './accounts.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { beginAnew, recordAttempt, discardAttempt, markSucceeded } from './guesses.ts'
import { notifyOfAccess } from './joining.ts'
import { isPassword } from './passwords.ts'
import { recordOwn } from './own-account.ts'
import { mailResetCode } from './reset.ts'
import { beginSession, type Session } from './sessions.ts'
import { acceptCode } from './totp.ts'

/** One text for every reason, so that nobody learns which names exist. */
const WRONG = 'The user name or the password is not right'
const WRONG_CODE = 'The code is not right'

/**
 * What comes of a step of sign-in: the secret of the session, if there is one, what is asked next, and what the browser
 * is to keep of a sign-in that is complete.
 */
export interface SignInResult {
  secret: string | null
  challenge: Challenge | null
  devices?: string
}

type SignInUser = Pick<User, 'id' | 'username' | 'groups' | 'secondFactor'>

const isStaff = ({ groups }: Pick<User, 'groups'>): boolean =>
  groups.includes('admin') || groups.includes('sysadmin')

/** Must this person set up a second factor before anything else? */
export const needsSecondFactor = (
  { config }: Pick<Accounts, 'config'>,
  user: Pick<User, 'groups' | 'secondFactor'>,
): boolean => config.requireSecondFactor && isStaff(user) && !user.secondFactor

const begin = async (
  accounts: Accounts,
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
 * The first step of sign-in. Throws 401 for a wrong name or password, whichever it is, and 429 after too many guesses;
 * says what is asked next when the password alone does not do.
 */
export const signIn = async (
  accounts: Accounts,
  given: { username: string; password: string },
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const username = plainName(given.username)
  const guess = await recordAttempt(accounts, username, asker)
  const user = await personNamed(db, username)
  const waiting = await db
    .selectFrom('signUp')
    .select('passwordHash')
    .where('email', '=', username)
    .executeTakeFirst()
  const known = user ? (user.passwordHash ?? undefined) : waiting?.passwordHash
  if (!(await isPassword(given.password, known, config.passwordCost))) throw unauthorised(WRONG)

  if (!user) {
    await discardAttempt(db, guess)
    return { secret: null, challenge: 'USER_NOT_CONFIRMED' }
  }
  if (user.mustResetPassword) {
    await discardAttempt(db, guess)
    await mailResetCode(accounts, username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  if (user.secondFactor) {
    await discardAttempt(db, guess)
    return begin(accounts, user, asker, 'SOFTWARE_TOKEN_MFA', false)
  }
  await markSucceeded(db, guess)
  const mustChange = user.mustChange === true || wrongLength(given.password, false) !== undefined
  return begin(accounts, user, asker, mustChange ? 'NEW_PASSWORD_REQUIRED' : 'full', false)
}

/** The second step, where a second factor is in use: a code of the authenticator, or a recovery code; a wrong one counts as a guess. */
export const checkTotp = async (
  accounts: Accounts,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, secrets } = accounts
  const { db } = runtime.store
  const now = runtime.now()
  const user = await personOf(db, session)
  const guess = await recordAttempt(accounts, user.username, asker)
  if (!(await acceptCode(db, secrets, { userId: user.id, code, now }))) throw unauthorised(WRONG_CODE)
  await markSucceeded(db, guess)
  return afterSecondFactor(accounts, user, asker)
}

/** Everything has been proven; only a password that must be replaced is left to ask for. */
export const afterSecondFactor = (
  accounts: Accounts,
  user: Person,
  asker: ClientInfo,
): Promise<SignInResult> =>
  begin(accounts, user, asker, user.mustChange ? 'NEW_PASSWORD_REQUIRED' : 'full', true)

/** The step in which a password that somebody else chose, or that is too short by now, is replaced. */
export const chooseNewPassword = async (
  accounts: Accounts,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  if (await isPassword(password, user.passwordHash ?? undefined, accounts.config.passwordCost))
    throw invalid({ password: 'Must differ from the present password' })
  await store.transaction(async tx => {
    await setPassword(tx.db, accounts, user, password)
    await recordOwn(tx.db, session, 'ChooseNewPassword', 'Choose new password', now())
    await notifyOfAccess(tx, accounts.runtime, user, 'a new password')
  })
  return begin(accounts, user, asker, 'full', session.steppedUpAt !== null)
}

/** Takes note of a sign-in that was proven otherwise than by a guess: the count begins anew, here or on this device. */
export const noteSignIn = async (
  { runtime, secrets }: Accounts,
  user: Pick<User, 'username'>,
  { address, devices }: ClientInfo,
): Promise<void> => {
  const { db } = runtime.store
  const now = runtime.now()
  const username = plainName(user.username)
  const device = await knownDevice(db, secrets, { cookie: devices, username, now })
  await beginAnew(db, { username, address, device, now })
}

/** A provider has said who it is: a second factor is asked for unless the provider has done so and is believed. */
export const afterProvider = (
  accounts: Accounts,
  user: Person,
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
