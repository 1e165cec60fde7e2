import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ProviderProblem } from '#contract/providers'
import { nameRule } from '#contract/rules'
import { addMinutes } from '#domain/dates'
import { INVITATION_HOURS } from '#domain/invitation'
import type { Organisation } from '#domain/organisation'
import type { Tx } from '../store/store.ts'
import { GROUPS_OF, type UserGroup } from '#domain/user'
import type { Provider } from '../providers.ts'
import type { Database } from '../store/tables.ts'
import { type Accounts, plainName } from './accounts.ts'
import { sendLetter } from './letters.ts'
import { joining, notifyOfAccess, notifyOfJoining } from './joining.ts'
import { recordOwn } from './own-account.ts'
import type { Claims } from './provider-client.ts'
import type { Session } from './sessions.ts'

type Db = Parameters<typeof recordOwn>[0]

/** Whose account it is, or why nobody's. */
type Found = { userId: string } | { problem: ProviderProblem }

const texts = z.union([z.string().transform(one => [one]), z.array(z.string())]).catch([])

/** The groups that follow from what the provider says and the administrator has mapped, as far as people of such an organisation may be in them. */
const mappedGroups = (
  { groups }: Pick<Provider, 'groups'>,
  claims: Readonly<Record<string, unknown>>,
  type: Organisation['type'],
): UserGroup[] => {
  if (!groups) return []
  const said = texts.parse(claims[groups.claim])
  const meant = said.flatMap(one => (Object.hasOwn(groups.map, one) ? (groups.map[one] ?? []) : []))
  return GROUPS_OF[type].filter(group => meant.includes(group))
}

/** Has the provider asked for a second factor itself, in a way that the administrator believes? */
export const isSecondFactorGiven = (
  { secondFactor }: Pick<Provider, 'secondFactor'>,
  { amr, acr }: Claims,
): boolean =>
  secondFactor !== undefined &&
  (texts.parse(amr).some(one => secondFactor.amr.includes(one)) ||
    texts.parse(acr).some(one => secondFactor.acr.includes(one)))

/** The address of somebody new, if it is one of the provider's and known to be theirs. */
const addressOf = (provider: Provider, { email, email_verified: verified }: Claims): string | undefined => {
  const address = z.email().safeParse(email).data
  const domain = address?.split('@')[1]?.toLowerCase() ?? ''
  const isTheirs = verified === true || (provider.vouchesForEmails && verified !== false)
  return isTheirs && provider.emailDomains.includes(domain) ? address : undefined
}

/** The organisation whose people a provider knows: the one that it has been merged into, if it has been. */
export const homeOf = (
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

/** Throws where a provider is for an organisation that the market does not have: its people could never sign in. */
export const requireHomes = async (db: Kysely<Database>, providers: readonly Provider[]): Promise<void> => {
  for (const provider of providers)
    if (!(await homeOf(db, provider)))
      throw new Error(
        `SIGN_IN_PROVIDERS: the provider ${provider.id} is for the organisation ${provider.organisation}, which the market does not have: correct the id, which stands in the address of the organisation's page`,
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

/** Somebody whom nobody here knows yet: lets in whoever is invited, or has groups by what the provider says. */
const newcomer = async (accounts: Accounts, tx: Tx, provider: Provider, claims: Claims): Promise<Found> => {
  const { db } = tx
  const now = accounts.runtime.now()
  const email = addressOf(provider, claims)
  const organisation = await homeOf(db, provider)
  if (!email || !organisation) return { problem: 'no-account' }
  const username = plainName(email)
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
  const { groups, ...joined } = await joining(tx, accounts.runtime, {
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
  await notifyOfJoining(tx, accounts.runtime, person)
  await recordOwn(db, { userId }, 'JoinByProvider', `Join by ${provider.name}`, now)
  return { userId }
}

const keepIdentity = (
  db: Db,
  { iss, sub }: Claims,
  more: { userId: string; isManaged: boolean; now: string },
): Promise<unknown> =>
  db
    .insertInto('providerIdentity')
    .values({ issuer: iss, subject: sub, userId: more.userId, isManaged: more.isManaged, since: more.now })
    .execute()

/** Somebody known: out if deactivated or no longer of that organisation; groups that came from the provider follow it. */
const returning = async (
  accounts: Accounts,
  db: Db,
  provider: Provider,
  claims: Claims,
  { userId, isManaged }: { userId: string; isManaged: boolean },
): Promise<Found> => {
  const user = await db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['active', 'groups', 'organisationId', 'admittedAt', 'organisation.type'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!user?.active || user.organisationId !== (await homeOf(db, provider))?.id) return { problem: 'closed' }
  if (!isManaged) return { userId }
  const groups = mappedGroups(provider, claims, user.type)
  if (user.admittedAt === null) return { userId }
  const isSame = groups.length === user.groups.length && groups.every(group => user.groups.includes(group))
  if (!isSame) {
    await db.updateTable('user').set({ groups }).where('id', '=', userId).execute()
    const now = accounts.runtime.now()
    await recordOwn(db, { userId }, 'FollowProvider', `Groups as ${provider.name} says`, now)
  }
  return groups.length > 0 ? { userId } : { problem: 'closed' }
}

/** Links the account of a session with what the provider says; one account of each provider for each person. */
const link = async (
  accounts: Accounts,
  tx: Tx,
  provider: Provider,
  claims: Claims,
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
  if (!user.active || other || user.organisationId !== (await homeOf(db, provider))?.id)
    return { problem: 'refused' }
  await keepIdentity(db, claims, { userId, isManaged: false, now })
  await sendLetter(db, 'provider-linked', user.email, { provider: provider.name }, now)
  await notifyOfAccess(tx, accounts.runtime, user, `sign-in by ${provider.name} was added`)
  await recordOwn(db, { userId }, 'LinkProvider', `Link with ${provider.name}`, now)
  return { userId }
}

/**
 * Whose account it is that a provider speaks of: known by issuer and subject, never by an address alone. With a session it
 * is linked with the account of that session.
 */
export const accountAt = (
  accounts: Accounts,
  provider: Provider,
  claims: Claims,
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
