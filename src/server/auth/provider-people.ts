import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ProviderProblem } from '#contract/people/providers'
import { nameRule } from '#contract/people/rules'
import { addMinutes } from '@credit-market/values/dates'
import { INVITATION_HOURS } from '#domain/people/invitation'
import type { Organisation } from '#domain/people/organisation'
import type { StoreTransaction } from '../store/store.ts'
import { GROUPS_BY_ORGANISATION_TYPE, type UserGroup } from '#domain/people/user'
import type { Provider } from '../process/providers.ts'
import type { Database } from '../store/tables/tables.ts'
import { type AccountContext, normalizeUsername } from './accounts.ts'
import { queueAccountEmail } from './letters.ts'
import { createJoinerMembership, notifyOfAccountProtection, notifyColleaguesOfJoining } from './joining.ts'
import { logOwnAccountAction } from './own-account.ts'
import type { VerifiedClaims } from './provider-client.ts'
import type { Session } from './sessions.ts'

type Db = Parameters<typeof logOwnAccountAction>[0]

/** The account, or the reason why there is none. */
type Found = { userId: string } | { problem: ProviderProblem }

const texts = z.union([z.string().transform(one => [one]), z.array(z.string())]).catch([])

/**
 * Groups that the provider's claims give by the administrator's mapping, as far as the type of organisation allows
 * them.
 */
const mappedGroups = (
  { groups }: Pick<Provider, 'groups'>,
  claims: Readonly<Record<string, unknown>>,
  type: Organisation['type'],
): UserGroup[] => {
  if (!groups) return []
  const said = texts.parse(claims[groups.claim])
  const meant = said.flatMap(one => (Object.hasOwn(groups.map, one) ? (groups.map[one] ?? []) : []))
  return GROUPS_BY_ORGANISATION_TYPE[type].filter(group => meant.includes(group))
}

/** True if the provider has checked a second factor in a way that the administrator trusts. */
export const hasProviderSecondFactor = (
  { secondFactor }: Pick<Provider, 'secondFactor'>,
  { amr, acr }: VerifiedClaims,
): boolean =>
  secondFactor !== undefined &&
  (texts.parse(amr).some(one => secondFactor.amr.includes(one)) ||
    texts.parse(acr).some(one => secondFactor.acr.includes(one)))

/** Email address of a new person, if it belongs to the provider's domains and is verified. */
const addressOf = (
  provider: Provider,
  { email, email_verified: verified }: VerifiedClaims,
): string | undefined => {
  const address = z.email().safeParse(email).data
  const domain = address?.split('@')[1]?.toLowerCase() ?? ''
  const isTheirs = verified === true || (provider.vouchesForEmails && verified !== false)
  return isTheirs && provider.emailDomains.includes(domain) ? address : undefined
}

/** The organisation of a provider's people, or the organisation it has been merged into. */
export const findOrganisationOfProvider = (
  db: Kysely<Database>,
  { organisation }: Pick<Provider, 'organisation'>,
): Promise<Pick<Organisation, 'id' | 'type'> | undefined> =>
  db
    .selectFrom('organisation as named')
    .innerJoin('organisation as home', join =>
      join.on(eb => eb('home.id', '=', eb.fn.coalesce('named.mergedIntoId', 'named.id'))),
    )
    .select(['home.id', 'home.type'])
    .where('named.id', '=', organisation)
    .executeTakeFirst()

/**
 * Throws if a provider is configured for an organisation that the market does not have: its people could never sign
 * in.
 */
export const requireProviderOrganisations = async (
  db: Kysely<Database>,
  providers: readonly Provider[],
): Promise<void> => {
  for (const provider of providers)
    if (!(await findOrganisationOfProvider(db, provider)))
      throw new Error(
        `SIGN_IN_PROVIDERS: the provider ${provider.id} is for the organisation ${provider.organisation}, which the market does not have: correct the id (you find it in the address of the organisation's page)`,
      )
}

const openInvitation = (db: Kysely<Database>, organisationId: string, username: string, now: string) =>
  db
    .updateTable('invitation')
    .set({ completedAt: now })
    .where('organisationId', '=', organisationId)
    .where(eb => eb.fn('lower', ['email']), '=', username)
    .where('completedAt', 'is', null)
    .where('invitedAt', '>', addMinutes(now, -INVITATION_HOURS * 60))
    .returning('invitedBy')
    .execute()

/** Admits a new person who is invited, or who has groups by the provider's claims. */
const newcomer = async (
  accounts: AccountContext,
  tx: StoreTransaction,
  provider: Provider,
  claims: VerifiedClaims,
): Promise<Found> => {
  const { db } = tx
  const now = accounts.runtime.now()
  const email = addressOf(provider, claims)
  const organisation = await findOrganisationOfProvider(db, provider)
  if (!email || !organisation) return { problem: 'no-account' }
  const username = normalizeUsername(email)
  const known = await db
    .selectFrom('user')
    .select('id')
    .where(eb =>
      eb.or([eb(eb.fn('lower', ['username']), '=', username), eb(eb.fn('lower', ['email']), '=', username)]),
    )
    .executeTakeFirst()
  // An address alone is no proof: its owner links the account when signed in.
  if (known) return { problem: 'known-address' }
  const invitation = (await openInvitation(db, organisation.id, username, now))[0]
  const mapped = mappedGroups(provider, claims, organisation.type)
  if (!invitation && mapped.length === 0) return { problem: 'no-account' }
  const { groups, ...joined } = await createJoinerMembership(tx, accounts.runtime, {
    organisationId: organisation.id,
    invitedBy: invitation?.invitedBy ?? null,
  })
  const userId = accounts.runtime.newId()
  const person = { id: userId, organisationId: organisation.id, admittedAt: joined.admittedAt }
  await db
    .insertInto('user')
    .values({
      ...person,
      username,
      email,
      displayName: nameRule.safeParse(claims.name).data ?? email,
      phone: null,
      groups: invitation || joined.admittedAt === null ? groups : mapped,
      active: true,
      secondFactor: false,
      mustResetPassword: false,
      isShared: false,
      ...joined,
    })
    .execute()
  await keepIdentity(db, claims, { userId, isManaged: !invitation, now })
  await notifyColleaguesOfJoining(tx, accounts.runtime, person)
  await logOwnAccountAction(db, { userId }, 'JoinByProvider', `Join with ${provider.name}`, now)
  return { userId }
}

const keepIdentity = (
  db: Db,
  { iss, sub }: VerifiedClaims,
  more: { userId: string; isManaged: boolean; now: string },
): Promise<unknown> =>
  db
    .insertInto('providerIdentity')
    .values({ issuer: iss, subject: sub, userId: more.userId, isManaged: more.isManaged, since: more.now })
    .execute()

/** A known person: refused if deactivated or no longer of that organisation; groups from the provider are updated. */
const returning = async (
  accounts: AccountContext,
  db: Db,
  provider: Provider,
  claims: VerifiedClaims,
  { userId, isManaged }: { userId: string; isManaged: boolean },
): Promise<Found> => {
  const user = await db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['active', 'groups', 'organisationId', 'admittedAt', 'organisation.type'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!user?.active || user.organisationId !== (await findOrganisationOfProvider(db, provider))?.id)
    return { problem: 'closed' }
  if (!isManaged) return { userId }
  const groups = mappedGroups(provider, claims, user.type)
  if (user.admittedAt === null) return { userId }
  const isSame = groups.length === user.groups.length && groups.every(group => user.groups.includes(group))
  if (!isSame) {
    await db.updateTable('user').set({ groups }).where('id', '=', userId).execute()
    const now = accounts.runtime.now()
    await logOwnAccountAction(db, { userId }, 'FollowProvider', `Take groups from ${provider.name}`, now)
  }
  return groups.length > 0 ? { userId } : { problem: 'closed' }
}

/** Links the account of a session to the provider's claims; each person has one account at each provider. */
const link = async (
  accounts: AccountContext,
  tx: StoreTransaction,
  provider: Provider,
  claims: VerifiedClaims,
  { userId }: Session,
): Promise<Found> => {
  const { db } = tx
  const now = accounts.runtime.now()
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'organisationId', 'active'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('providerIdentity')
    .select('userId')
    .where('userId', '=', userId)
    .where('issuer', '=', claims.iss)
    .executeTakeFirst()
  if (!user.active || other || user.organisationId !== (await findOrganisationOfProvider(db, provider))?.id)
    return { problem: 'refused' }
  await keepIdentity(db, claims, { userId, isManaged: false, now })
  await queueAccountEmail(db, 'provider-linked', user.email, { provider: provider.name }, now)
  await notifyOfAccountProtection(tx, accounts.runtime, user, `sign-in with ${provider.name} was added`)
  await logOwnAccountAction(db, { userId }, 'LinkProvider', `Link to ${provider.name}`, now)
  return { userId }
}

/**
 * The account of a provider's claims, identified by issuer and subject, never by an address alone. With a session,
 * links the claims to its account.
 */
export const findAccountOfClaims = (
  accounts: AccountContext,
  provider: Provider,
  claims: VerifiedClaims,
  linking: Session | null,
): Promise<Found> =>
  accounts.runtime.store.transaction(async tx => {
    const { db } = tx
    await sql`select pg_advisory_xact_lock(hashtext(${`${claims.iss} ${claims.sub}`}))`.execute(db)
    const known = await db
      .selectFrom('providerIdentity')
      .select(['userId', 'isManaged'])
      .where('issuer', '=', claims.iss)
      .where('subject', '=', claims.sub)
      .executeTakeFirst()
    if (linking && known && known.userId !== linking.userId) return { problem: 'refused' }
    if (known) return returning(accounts, db, provider, claims, known)
    return linking ? link(accounts, tx, provider, claims, linking) : newcomer(accounts, tx, provider, claims)
  })
