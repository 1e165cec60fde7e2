import type { Kysely, Transaction } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Organisation } from '#domain/organisation'
import type { User } from '#domain/user'
import type { Config } from '../config.ts'
import { forbidden, invalid } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import { append } from '../store/activity.ts'
import type { Database } from '../store/tables.ts'
import { hashPassword, whyNotPassword } from './passwords.ts'
import type { Secrets } from './secrets.ts'
import type { Session, Origin } from './sessions.ts'

/** What everything about accounts needs. */
export interface Accounts {
  runtime: Runtime
  config: Config
  secrets: Secrets
}

/** Who asks, as far as the request tells. */
export interface ClientInfo {
  address: string
  /** What the browser keeps of the sign-ins there before, if anything. */
  devices: string | null
  origin: Origin
}

/** How names are kept and compared: nobody is another person for a capital letter. */
export const plainName = (username: string): string => username.trim().toLowerCase()

/** A person with what proves who they are. */
export type Person = User & { passwordHash: string | null; mustChange: boolean | null }

/** The person of a session; refused when the account has been closed meanwhile. */
export const personOf = async (
  db: Kysely<Database>,
  { userId }: Pick<Session, 'userId'>,
): Promise<Person> => {
  const user = await db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .selectAll('user')
    .select(['credential.passwordHash', 'credential.mustChange'])
    .where('user.id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!user) throw forbidden('Not signed in')
  return user
}

/** Adds a user with a password hash, or leaves both as they are when the user is there already. */
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

/** Adds the organisation that runs the market, without which nobody could act; leaves it as it is when it is there. */
export const addFoundingOrganisation = async (
  db: Kysely<Database>,
  organisation: Pick<
    Organisation,
    'id' | 'type' | 'csvId' | 'name' | 'contact' | 'email' | 'phone' | 'mailingAddress' | 'lpaId'
  >,
): Promise<void> => {
  await db
    .insertInto('organisation')
    .values(organisation)
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
}

/** What others know of a person: no good part of a password. */
const knownOf = async (db: Kysely<Database>, userId: string): Promise<string[]> => {
  const user = await db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['username', 'displayName', 'user.email', 'organisation.name'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return user ? [user.username, user.displayName, user.email, user.name ?? ''] : []
}

/** Replaces a password, after looking whether it may be taken. All sessions of the user end with it. */
export const setPassword = async (
  db: Kysely<Database>,
  { config, runtime }: Accounts,
  user: Pick<User, 'id' | 'secondFactor'>,
  password: string,
): Promise<void> => {
  const why = whyNotPassword(password, {
    hasSecondFactor: user.secondFactor,
    about: await knownOf(db, user.id),
  })
  if (why) throw invalid({ password: why })
  const passwordHash = await hashPassword(password, config.passwordCost)
  const kept = { passwordHash, changedAt: runtime.now(), mustChange: false }
  await db
    .insertInto('credential')
    .values({ userId: user.id, ...kept })
    .onConflict(clash => clash.column('userId').doUpdateSet(kept))
    .execute()
}

/** Says in the log what somebody did with their account; let it be the last thing of the transaction. */
export const record = async (
  db: Transaction<Database>,
  what: {
    action: string
    title: string
    /** null where it is somebody who has no account. */
    actorId: string | null
    subjectKind: 'user' | 'organisation'
    subjectId: string
    now: Instant
  },
): Promise<void> => {
  const { action, title, actorId, subjectKind, subjectId, now } = what
  await append(db, [
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
