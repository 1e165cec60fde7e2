import type { Kysely, Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Organisation } from '#domain/people/organisation'
import type { User } from '#domain/people/user'
import type { ServerConfig } from '../process/config.ts'
import { forbiddenError, invalidAnswersError } from '../runner/refusals.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { appendLogEntries } from '../store/activity.ts'
import type { Database } from '../store/tables/tables.ts'
import { hashPassword, findPasswordRefusal } from './passwords.ts'
import type { Secrets } from './secrets.ts'
import type { Session, SessionOrigin } from './sessions.ts'

/** Dependencies of everything about accounts. */
export interface AccountContext {
  runtime: ActionRuntime
  config: ServerConfig
  secrets: Secrets
}

/** Address and browser of the client, as far as the request contains them. */
export interface ClientInfo {
  address: string
  /** The browser's cookie of known devices, if any. */
  devices: string | null
  origin: SessionOrigin
}

/** Normalises a user name for storage and comparison: names that differ only in case are the same. */
export const normalizeUsername = (username: string): string => username.trim().toLowerCase()

/** A user with their credentials. */
export type UserWithCredentials = User & { passwordHash: string | null; mustChange: boolean | null }

/** The user of a session; refuses if the account has been closed since. */
export const requireSessionUser = async (
  db: Kysely<Database>,
  { userId }: Pick<Session, 'userId'>,
): Promise<UserWithCredentials> => {
  const user = await db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .selectAll('user')
    .select(['credential.passwordHash', 'credential.mustChange'])
    .where('user.id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!user) throw forbiddenError('Not signed in')
  return user
}

/** Adds a user with a password hash; changes nothing if the user exists. */
export const addUser = async (
  db: Kysely<Database>,
  user: Omit<User, 'version'>,
  passwordHash: string,
  now: Instant,
  mustChange = false,
): Promise<void> => {
  await db
    .insertInto('user')
    .values(user)
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
  await db
    .insertInto('credential')
    .values({ userId: user.id, passwordHash, changedAt: now, mustChange })
    .onConflict(clash => clash.column('userId').doNothing())
    .execute()
}

/** Adds the organisation that operates the market, without which no one could act; changes nothing if it exists. */
export const addFoundingOrganisation = async (
  db: Kysely<Database>,
  organisation: Pick<
    Organisation,
    'id' | 'type' | 'csvId' | 'name' | 'contact' | 'email' | 'phone' | 'mailingAddress' | 'lpaId'
  >,
): Promise<void> => {
  await db
    .insertInto('organisation')
    .values({ ...organisation, vatRegistrations: '[]' })
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
}

/** Facts that others know about a user, which must not be part of a password. */
const knownOf = async (db: Kysely<Database>, userId: string): Promise<string[]> => {
  const user = await db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['username', 'displayName', 'user.email', 'organisation.name'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return user ? [user.username, user.displayName, user.email, user.name ?? ''] : []
}

/** Replaces a password after checking it. Ends all sessions of the user. */
export const setPassword = async (
  db: Kysely<Database>,
  { config, runtime }: AccountContext,
  user: Pick<User, 'id' | 'secondFactor'>,
  password: string,
): Promise<void> => {
  const why = findPasswordRefusal(password, {
    hasSecondFactor: user.secondFactor,
    about: await knownOf(db, user.id),
  })
  if (why) throw invalidAnswersError({ password: why })
  const passwordHash = await hashPassword(password, config.passwordCost)
  const kept = { passwordHash, changedAt: runtime.now(), mustChange: false }
  await db
    .insertInto('credential')
    .values({ userId: user.id, ...kept })
    .onConflict(clash => clash.column('userId').doUpdateSet(kept))
    .execute()
}

/** Writes an account action to the log; must be the last statement of the transaction. */
export const logAccountAction = async (
  db: Transaction<Database>,
  what: {
    action: string
    title: string
    /** null if the actor has no account. */
    actorId: string | null
    subjectKind: 'user' | 'organisation'
    subjectId: string
    now: Instant
  },
): Promise<void> => {
  const { action, title, actorId, subjectKind, subjectId, now } = what
  await appendLogEntries(db, [
    {
      at: now,
      action,
      title,
      actorId,
      forClientId: null,
      subjectKind,
      subjectId,
      roundId: null,
      fromStatus: null,
      toStatus: null,
      message: title,
      details: {},
    },
  ])
}
