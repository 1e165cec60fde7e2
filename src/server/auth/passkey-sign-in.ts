import type { PasskeyAssertion, PASSKEY_PURPOSES, PasskeyRequestOptions } from '#contract/people/passkeys'
import {
  conflictError,
  forbiddenError,
  invalidAnswersError,
  notSignedInError,
  unauthorisedError,
} from '../runner/refusals.ts'
import {
  type AccountContext,
  type ClientInfo,
  type UserWithCredentials,
  requireSessionUser,
} from './accounts.ts'
import { recordSecondFactorProof } from './own-account.ts'
import { requirePasskeySite, passkeySiteOf } from './passkey-site.ts'
import {
  verifyPasskeySignature,
  countPasskeys,
  listPasskeysOfUser,
  createPasskeyRequestOptions,
} from './passkeys.ts'
import { mailResetCode } from './reset.ts'
import type { Session } from './sessions.ts'
import { continueAfterSecondFactor, recordSignIn, type SignInResult } from './sign-in.ts'
import { hasAuthenticator } from './totp.ts'

/** One text for every reason. */
const WRONG_PASSKEY = 'The passkey was not accepted'

type Asked = (typeof PASSKEY_PURPOSES)[number]

const IN_STAGES: Record<Exclude<Asked, 'sign-in'>, readonly Session['stage'][]> = {
  'second-step': ['SOFTWARE_TOKEN_MFA'],
  'step-up': ['full', 'enrol'],
}

/** The challenge to sign: by any passkey before sign-in, else by one of the session's person. */
export const createPasskeyChallenge = async (
  { runtime, config }: AccountContext,
  purpose: Asked,
  session: Session | null,
): Promise<PasskeyRequestOptions> => {
  const site = requirePasskeySite(config)
  const { db } = runtime.store
  const now = runtime.now()
  if (purpose === 'sign-in')
    return createPasskeyRequestOptions(db, site, { purpose, sessionHash: null, now }, [])
  if (!session || !IN_STAGES[purpose].includes(session.stage)) throw notSignedInError()
  const named = await listPasskeysOfUser(db, session.userId)
  if (named.every(({ blockedAt }) => blockedAt !== null)) throw conflictError('Your account has no passkey')
  return createPasskeyRequestOptions(db, site, { purpose, sessionHash: session.idHash, now }, named)
}

/** Factors that the second step accepts. */
export const listAcceptedSecondFactors = async (
  { runtime, config }: AccountContext,
  { userId }: Session,
) => ({
  authenticator: await hasAuthenticator(runtime.store.db, userId),
  passkey: 'rpId' in passkeySiteOf(config) && (await countPasskeys(runtime.store.db, userId)) > 0,
})

/** Owner of the passkey that signed; in a session it has to be the same person. */
const ownerOf = async (
  { runtime, config }: AccountContext,
  purpose: Asked,
  session: Session | null,
  given: PasskeyAssertion,
): Promise<UserWithCredentials | undefined> => {
  const { db } = runtime.store
  const what = { purpose, sessionHash: session?.idHash ?? null, now: runtime.now() }
  const passkey = await verifyPasskeySignature(db, requirePasskeySite(config), what, given)
  if (!passkey || (session && session.userId !== passkey.userId)) return undefined
  const { active } = await db
    .selectFrom('user')
    .select('active')
    .where('id', '=', passkey.userId)
    .executeTakeFirstOrThrow()
  return active ? requireSessionUser(db, passkey) : undefined
}

const signedInAs = async (
  accounts: AccountContext,
  user: UserWithCredentials,
  asker: ClientInfo,
): Promise<SignInResult> => {
  await recordSignIn(accounts, user, asker)
  return continueAfterSecondFactor(accounts, user, asker)
}

/**
 * Signs in with a passkey alone, instead of password and code. Passkeys cannot be guessed, so guesses of others do
 * not delay it.
 */
export const signInByPasskey = async (
  accounts: AccountContext,
  given: PasskeyAssertion,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const user = await ownerOf(accounts, 'sign-in', null, given)
  if (!user) throw unauthorisedError(WRONG_PASSKEY)
  if (user.mustResetPassword) {
    await mailResetCode(accounts, user.username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  return signedInAs(accounts, user, asker)
}

/** The second step of sign-in, with a passkey of the person whose password was right. */
export const proveSecondFactorByPasskey = async (
  accounts: AccountContext,
  session: Session,
  given: PasskeyAssertion,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const user = await ownerOf(accounts, 'second-step', session, given)
  if (!user) throw unauthorisedError(WRONG_PASSKEY)
  return signedInAs(accounts, user, asker)
}

/** A passkey instead of a fresh code; the session gets a new id. */
export const stepUpByPasskey = async (
  accounts: AccountContext,
  session: Session,
  given: PasskeyAssertion,
): Promise<string> => {
  const { secondFactor } = await requireSessionUser(accounts.runtime.store.db, session)
  if (!secondFactor) throw forbiddenError('Set up a second factor first', 'second factor')
  if (!(await ownerOf(accounts, 'step-up', session, given)))
    throw invalidAnswersError({ form: WRONG_PASSKEY })
  return recordSecondFactorProof(accounts, session)
}
