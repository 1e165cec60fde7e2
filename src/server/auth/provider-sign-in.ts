import { createHash, randomBytes } from 'node:crypto'
import { addMinutes } from '@credit-market/values/dates'
import type { ProviderProblem } from '#contract/people/providers'
import { conflictError, notFoundError } from '../runner/refusals.ts'
import type { Provider } from '../process/providers.ts'
import {
  type AccountContext,
  type ClientInfo,
  type UserWithCredentials,
  requireSessionUser,
} from './accounts.ts'
import { requireCurrentPassword, logOwnAccountAction, requireRecentSecondFactor } from './own-account.ts'
import type { VerifiedClaims, ProviderClient } from './provider-client.ts'
import {
  findAccountOfClaims,
  findOrganisationOfProvider,
  hasProviderSecondFactor,
} from './provider-people.ts'
import { mailResetCode } from './reset.ts'
import type { Session } from './sessions.ts'
import { continueAfterProvider, recordSignIn, type SignInResult } from './sign-in.ts'

const MINUTES_THERE = 10

const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex')

/** The address to redirect to, and the token that ties the journey to this browser. */
export interface ProviderRedirect {
  address: string
  browser: string
}

/** The provider with an id; throws 404 if there is none. */
export const requireProvider = ({ config }: Pick<AccountContext, 'config'>, id: string): Provider => {
  const provider = config.providers.find(one => one.id === id)
  if (!provider) throw notFoundError()
  return provider
}

/** Redirects a browser to a provider, to sign in or, with a session, to link its account. */
export const redirectToProvider = async (
  { runtime }: AccountContext,
  client: ProviderClient,
  provider: Provider,
  { target, linking }: { target: string; linking: Session | null },
): Promise<ProviderRedirect> => {
  const { address, journey } = await client.addressFor(provider)
  const browser = randomBytes(32).toString('base64url')
  const { db } = runtime.store
  const now = runtime.now()
  await db.deleteFrom('providerSignIn').where('expiresAt', '<', now).execute()
  await db
    .insertInto('providerSignIn')
    .values({
      ...journey,
      provider: provider.id,
      browserHash: hashOf(browser),
      linkSession: linking?.idHash ?? null,
      target,
      expiresAt: addMinutes(now, MINUTES_THERE),
    })
    .execute()
  return { address, browser }
}

/** Sends a user from the profile to a provider, to link it. Needs the password and, if the account has a second factor, a fresh proof. */
export const redirectToLinkProvider = async (
  accounts: AccountContext,
  client: ProviderClient,
  {
    provider,
    session,
    password,
    asker,
  }: { provider: Provider; session: Session; password: string; asker: ClientInfo },
): Promise<ProviderRedirect> => {
  const { db } = accounts.runtime.store
  const user = await requireSessionUser(db, session)
  if (user.organisationId !== (await findOrganisationOfProvider(db, provider))?.id) throw notFoundError()
  requireRecentSecondFactor(accounts, user, session)
  await requireCurrentPassword(accounts, user, { password, field: 'password', asker })
  return redirectToProvider(accounts, client, provider, { target: '/profile', linking: session })
}

/**
 * The address to continue at, with a step of sign-in unless the session was only linked; or the reason for failure, and
 * true if this market began the journey: a stranger can open the address of the return too.
 */
type Arrival =
  | { target: string; result: SignInResult | null }
  | { problem: ProviderProblem; isLink: boolean; isOwnJourney: boolean }

/** Handles a return from a provider: any error signs no one in, and the journey is used up. */
export const handleProviderReturn = async (
  accounts: AccountContext,
  client: ProviderClient,
  {
    provider,
    search,
    browser,
    session,
    asker,
    log,
  }: {
    provider: Provider
    search: string
    browser: string | undefined
    session: Session | null
    asker: ClientInfo
    log: (error: unknown) => void
  },
): Promise<Arrival> => {
  const { runtime } = accounts
  const { db } = runtime.store
  const begun = await db
    .deleteFrom('providerSignIn')
    .where('state', '=', new URLSearchParams(search).get('state') ?? '')
    .where('provider', '=', provider.id)
    .where('browserHash', '=', hashOf(browser ?? ''))
    .where('expiresAt', '>', runtime.now())
    .returningAll()
    .executeTakeFirst()
  if (!begun) return { problem: 'refused', isLink: false, isOwnJourney: false }
  const isLink = begun.linkSession !== null
  const failure = { isLink, isOwnJourney: true }
  if (isLink && begun.linkSession !== session?.idHash) return { problem: 'refused', ...failure }
  let claims: VerifiedClaims
  try {
    claims = await client.claimsFrom(provider, search, begun)
  } catch (error) {
    log(error)
    return { problem: 'refused', ...failure }
  }
  const found = await findAccountOfClaims(accounts, provider, claims, isLink ? session : null)
  if ('problem' in found) return { ...found, ...failure }
  if (isLink) return { target: begun.target, result: null }
  const user = await requireSessionUser(db, found)
  return {
    target: begun.target,
    result: await signedIn(accounts, user, asker, hasProviderSecondFactor(provider, claims)),
  }
}

const signedIn = async (
  accounts: AccountContext,
  user: UserWithCredentials,
  asker: ClientInfo,
  isProven: boolean,
): Promise<SignInResult> => {
  if (user.mustResetPassword) {
    await mailResetCode(accounts, user.username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  if (isProven || !user.secondFactor) await recordSignIn(accounts, user, asker)
  return continueAfterProvider(accounts, user, asker, isProven)
}

/** Providers of the person's organisation, and whether the account is linked to each. */
export const listOwnProviders = async (accounts: AccountContext, session: Session) => {
  const { db } = accounts.runtime.store
  const { organisationId } = await requireSessionUser(db, session)
  const linked = await db
    .selectFrom('providerIdentity')
    .select('issuer')
    .where('userId', '=', session.userId)
    .execute()
  const own: { id: string; name: string; isLinked: boolean }[] = []
  for (const provider of accounts.config.providers) {
    if ((await findOrganisationOfProvider(db, provider))?.id !== organisationId) continue
    const { id, name, issuer } = provider
    own.push({ id, name, isLinked: linked.some(one => one.issuer === issuer) })
  }
  return own
}

/** Unlinks a provider, if the person has another way to sign in. */
export const unlinkProvider = async (
  accounts: AccountContext,
  session: Session,
  provider: Provider,
): Promise<void> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  requireRecentSecondFactor(accounts, user, session)
  if (user.passwordHash === null)
    throw conflictError('Choose a password first: use “Forgotten your password?” on the sign-in page')
  await store.transaction(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom('providerIdentity')
      .where('userId', '=', user.id)
      .where('issuer', '=', provider.issuer)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFoundError()
    await logOwnAccountAction(db, session, 'UnlinkProvider', `Unlink ${provider.name}`, now())
  })
}
