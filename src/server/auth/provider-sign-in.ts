import { createHash, randomBytes } from 'node:crypto'
import { addMinutes } from '#domain/dates'
import type { ProviderProblem } from '#contract/providers'
import { conflict, notFound } from '../runner/refusals.ts'
import type { Provider } from '../providers.ts'
import { type Accounts, type ClientInfo, type Person, personOf } from './accounts.ts'
import { confirmPassword, recordOwn, refuseUnlessProven } from './own-account.ts'
import type { Claims, ProviderClient } from './provider-client.ts'
import { accountAt, homeOf, isSecondFactorGiven } from './provider-people.ts'
import { mailResetCode } from './reset.ts'
import type { Session } from './sessions.ts'
import { afterProvider, noteSignIn, type SignInResult } from './sign-in.ts'

const MINUTES_THERE = 10

const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex')

/** Where to go, and what the browser keeps so that nobody else can come back in its place. */
export interface Departure {
  address: string
  browser: string
}

/** The provider of an address; 404 if there is none of it. */
export const providerOf = ({ config }: Pick<Accounts, 'config'>, id: string): Provider => {
  const provider = config.providers.find(one => one.id === id)
  if (!provider) throw notFound()
  return provider
}

/** Sends somebody to a provider, to sign in or, with a session, to link its account. */
export const depart = async (
  { runtime }: Accounts,
  client: ProviderClient,
  provider: Provider,
  { target, linking }: { target: string; linking: Session | null },
): Promise<Departure> => {
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

/** The same with the password, and a second factor given just now where there is one, from the profile. */
export const departToLink = async (
  accounts: Accounts,
  client: ProviderClient,
  {
    provider,
    session,
    password,
    asker,
  }: { provider: Provider; session: Session; password: string; asker: ClientInfo },
): Promise<Departure> => {
  const { db } = accounts.runtime.store
  const user = await personOf(db, session)
  if (user.organisationId !== (await homeOf(db, provider))?.id) throw notFound()
  refuseUnlessProven(accounts, user, session)
  await confirmPassword(accounts, user, { password, field: 'password', asker })
  return depart(accounts, client, provider, { target: '/profile', linking: session })
}

/** Where to go on, with a step of sign-in unless the session was linked only; or why nothing came of it. */
type Arrival = { target: string; result: SignInResult | null } | { problem: ProviderProblem; isLink: boolean }

/** Somebody back from a provider: whatever is wrong, nobody is signed in by it, and what was begun is used up. */
export const arrive = async (
  accounts: Accounts,
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
  if (!begun) return { problem: 'refused', isLink: false }
  const isLink = begun.linkSession !== null
  if (isLink && begun.linkSession !== session?.idHash) return { problem: 'refused', isLink }
  let claims: Claims
  try {
    claims = await client.claimsFrom(provider, search, begun)
  } catch (error) {
    log(error)
    return { problem: 'refused', isLink }
  }
  const found = await accountAt(accounts, provider, claims, isLink ? session : null)
  if ('problem' in found) return { ...found, isLink }
  if (isLink) return { target: begun.target, result: null }
  const user = await personOf(db, found)
  return {
    target: begun.target,
    result: await signedIn(accounts, user, asker, isSecondFactorGiven(provider, claims)),
  }
}

const signedIn = async (
  accounts: Accounts,
  user: Person,
  asker: ClientInfo,
  isProven: boolean,
): Promise<SignInResult> => {
  if (user.mustResetPassword) {
    await mailResetCode(accounts, user.username, asker)
    return { secret: null, challenge: 'PASSWORD_RESET_REQUIRED' }
  }
  if (isProven || !user.secondFactor) await noteSignIn(accounts, user, asker)
  return afterProvider(accounts, user, asker, isProven)
}

/** The providers of one's organisation, and whether one's account is linked with each. */
export const ownProvidersOf = async (accounts: Accounts, session: Session) => {
  const { db } = accounts.runtime.store
  const { organisationId } = await personOf(db, session)
  const linked = await db
    .selectFrom('providerIdentity')
    .select('issuer')
    .where('userId', '=', session.userId)
    .execute()
  const own: { id: string; name: string; isLinked: boolean }[] = []
  for (const provider of accounts.config.providers) {
    if ((await homeOf(db, provider))?.id !== organisationId) continue
    const { id, name, issuer } = provider
    own.push({ id, name, isLinked: linked.some(one => one.issuer === issuer) })
  }
  return own
}

/** Ends the link with a provider, for somebody who gets in without it. */
export const unlink = async (accounts: Accounts, session: Session, provider: Provider): Promise<void> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  refuseUnlessProven(accounts, user, session)
  if (user.passwordHash === null)
    throw conflict('Choose a password first, by “Forgotten your password?” on the sign-in page')
  await store.transaction(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom('providerIdentity')
      .where('userId', '=', user.id)
      .where('issuer', '=', provider.issuer)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await recordOwn(db, session, 'UnlinkProvider', `Unlink ${provider.name}`, now())
  })
}
