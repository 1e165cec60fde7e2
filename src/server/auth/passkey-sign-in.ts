import type { Assertion, PASSKEY_PURPOSES, RequestOptions } from '#contract/passkeys'
import { conflict, forbidden, invalid, notSignedIn, unauthorised } from '../runner/refusals.ts'
import { type Accounts, type ClientInfo, type Person, personOf } from './accounts.ts'
import { steppedUp } from './own-account.ts'
import { passkeySite, passkeySiteOf } from './passkey-site.ts'
import { acceptPasskey, countPasskeys, passkeysOf, requestFor } from './passkeys.ts'
import { mailResetCode } from './reset.ts'
import type { Session } from './sessions.ts'
import { afterSecondFactor, noteSignIn, type SignInResult } from './sign-in.ts'
import { hasAuthenticator } from './totp.ts'

/** One text for every reason. */
const WRONG_PASSKEY = 'The passkey was not accepted'

type Asked = (typeof PASSKEY_PURPOSES)[number]

const IN_STAGES: Record<Exclude<Asked, 'sign-in'>, readonly Session['stage'][]> = {
  'second-step': ['SOFTWARE_TOKEN_MFA'],
  'step-up': ['full', 'enrol'],
}

/** What is to be signed: with nothing known yet by any passkey, else by one of the person who has begun to sign in or has done so. */
export const askFor = async (
  { runtime, config }: Accounts,
  purpose: Asked,
  session: Session | null,
): Promise<RequestOptions> => {
  const site = passkeySite(config)
  const { db } = runtime.store
  const now = runtime.now()
  if (purpose === 'sign-in') return requestFor(db, site, { purpose, sessionHash: null, now }, [])
  if (!session || !IN_STAGES[purpose].includes(session.stage)) throw notSignedIn()
  const named = await passkeysOf(db, session.userId)
  if (named.every(({ blockedAt }) => blockedAt !== null)) throw conflict('Your account has no passkey')
  return requestFor(db, site, { purpose, sessionHash: session.idHash, now }, named)
}

/** What the second step may be done with. */
export const factorsOf = async ({ runtime, config }: Accounts, { userId }: Session) => ({
  authenticator: await hasAuthenticator(runtime.store.db, userId),
  passkey: 'rpId' in passkeySiteOf(config) && (await countPasskeys(runtime.store.db, userId)) > 0,
})

/** The owner of the passkey that signed; a session that asks is of the same person. */
const ownerOf = async (
  { runtime, config }: Accounts,
  purpose: Asked,
  session: Session | null,
  given: Assertion,
): Promise<Person | undefined> => {
  const { db } = runtime.store
  const what = { purpose, sessionHash: session?.idHash ?? null, now: runtime.now() }
  const passkey = await acceptPasskey(db, passkeySite(config), what, given)
  if (!passkey || (session && session.userId !== passkey.userId)) return undefined
  const { active } = await db
    .selectFrom('user')
    .select('active')
    .where('id', '=', passkey.userId)
    .executeTakeFirstOrThrow()
  return active ? personOf(db, passkey) : undefined
}

const signedInAs = async (accounts: Accounts, user: Person, asker: ClientInfo): Promise<SignInResult> => {
  await noteSignIn(accounts, user, asker)
  return afterSecondFactor(accounts, user, asker)
}

/** Signs in with a passkey alone, in place of password and code: nobody guesses one, so no guesses of others delay it. */
export const signInByPasskey = async (
  accounts: Accounts,
  given: Assertion,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const user = await ownerOf(accounts, 'sign-in', null, given)
  if (!user) throw unauthorised(WRONG_PASSKEY)
  if (user.mustResetPassword) {
    await mailResetCode(accounts, user.username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  return signedInAs(accounts, user, asker)
}

/** The second step of sign-in, with a passkey of the person whose password was right. */
export const checkByPasskey = async (
  accounts: Accounts,
  session: Session,
  given: Assertion,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const user = await ownerOf(accounts, 'second-step', session, given)
  if (!user) throw unauthorised(WRONG_PASSKEY)
  return signedInAs(accounts, user, asker)
}

/** A passkey in place of a fresh code; the session goes on under a new id. */
export const stepUpByPasskey = async (
  accounts: Accounts,
  session: Session,
  given: Assertion,
): Promise<string> => {
  const { secondFactor } = await personOf(accounts.runtime.store.db, session)
  if (!secondFactor) throw forbidden('Set up a second factor first', 'second factor')
  if (!(await ownerOf(accounts, 'step-up', session, given))) throw invalid({ form: WRONG_PASSKEY })
  return steppedUp(accounts, session)
}
