import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { addMinutes, type Instant } from '#domain/dates'
import type { Database, SessionStage, SessionTable } from '../store/tables.ts'
import { type Trouble, troubleOf } from '../store/trouble.ts'

const IDLE_MINUTES = 30
const TOTAL_MINUTES = 12 * 60
/** How long somebody has who is asked for a code or a new password. */
const CHALLENGE_MINUTES = 10
const FRESH_MINUTES = 5

const WRITES_FAIL: readonly unknown[] = ['full', 'read only'] satisfies Trouble['kind'][]

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A sign-in as it is kept. */
export type Session = Selectable<SessionTable>

/** Where a sign-in comes from, so that its owner can tell it from others. */
export type Origin = Pick<SessionTable, 'address' | 'browser'>

const isChallenged = (stage: SessionStage): boolean => stage !== 'full' && stage !== 'enrol'

/** Begins a session and returns its secret, of which only the hash is kept. */
export const beginSession = async (
  db: Kysely<Database>,
  userId: string,
  now: Instant,
  more: { stage?: SessionStage; steppedUpAt?: Instant | null; origin?: Origin; expiresAt?: Instant } = {},
): Promise<string> => {
  const secret = randomBytes(32).toString('base64url')
  const stage = more.stage ?? 'full'
  await db
    .insertInto('session')
    .values({
      idHash: hashOf(secret),
      userId,
      stage,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: more.expiresAt ?? addMinutes(now, isChallenged(stage) ? CHALLENGE_MINUTES : TOTAL_MINUTES),
      steppedUpAt: more.steppedUpAt ?? null,
      address: more.origin?.address ?? null,
      browser: more.origin?.browser?.slice(0, 300) ?? null,
    })
    .execute()
  return secret
}

/** Ends a session; nothing happens when there is none. */
export const endSession = async (db: Kysely<Database>, secret: string): Promise<void> => {
  await db.deleteFrom('session').where('idHash', '=', hashOf(secret)).execute()
}

/** The part of a session's hash by which it is named to people; nobody finds the secret from it. */
export const nameOfSession = (session: Pick<Session, 'idHash'>): string => session.idHash.slice(0, 16)

/** A session that has neither idled out (30 minutes) nor ended (12 hours); seeing it keeps it alive. */
export const sessionOf = async (
  db: Kysely<Database>,
  secret: string,
  now: Instant,
): Promise<Session | undefined> => {
  const session = await living(db, [hashOf(secret)], now)
    .selectAll()
    .executeTakeFirst()
  // Once a minute is enough to know that somebody is there, and spares a write for every read.
  if (session && session.lastSeenAt < addMinutes(now, -1))
    await db
      .updateTable('session')
      .set({ lastSeenAt: now })
      .where('idHash', '=', session.idHash)
      .execute()
      .catch((error: unknown) => {
        // A database that takes no writes is read on.
        if (!WRITES_FAIL.includes(troubleOf(error)?.kind)) throw error
      })
  return session
}

/** Which of these hashes are of sessions that still live; looking does not keep them alive. */
export const liveSessions = async (
  db: Kysely<Database>,
  idHashes: readonly string[],
  now: Instant,
): Promise<string[]> =>
  (await living(db, idHashes, now).select('idHash').execute()).map(({ idHash }) => idHash)

const living = (db: Kysely<Database>, idHashes: readonly string[], now: Instant) =>
  db
    .selectFrom('session')
    .where(sql<SqlBool>`id_hash = any(${idHashes}::text[])`)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', addMinutes(now, -IDLE_MINUTES))

/** Has a code been given in this session within the last five minutes? */
export const isFresh = ({ steppedUpAt }: Pick<Session, 'steppedUpAt'>, now: Instant): boolean =>
  steppedUpAt !== null && steppedUpAt > addMinutes(now, -FRESH_MINUTES)

/** Everything that verdicts ask about a user, read afresh for each request so that a change of rights takes effect at once. */
export const actorFor = async (db: Kysely<Database>, userId: string): Promise<Actor | undefined> =>
  (await actorsFor(db, [userId]))[0]

/** The same of several, in two statements at most; whoever is not active is left out. */
export const actorsFor = async (db: Kysely<Database>, userIds: readonly string[]): Promise<Actor[]> => {
  const users = await db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['user.id', 'user.displayName', 'user.groups', 'user.organisationId'])
    .select(['organisation.type', 'organisation.lpaId'])
    .select(
      sql<string[]>`array(select former.id from organisation as former
        where former.merged_into_id = "user".organisation_id)`.as('formerIds'),
    )
    .where(sql<SqlBool>`"user".id = any(${userIds}::text[])`)
    .where('user.active', '=', true)
    .execute()
  const agencies = new Set(
    users.flatMap(({ type, organisationId }) => (type === 'AGENT' && organisationId ? [organisationId] : [])),
  )
  const authorities =
    agencies.size === 0
      ? []
      : await db
          .selectFrom('agentAuthority')
          .innerJoin('round', 'round.id', 'agentAuthority.roundId')
          .select(['agentId', 'clientId', 'roundId', 'permissions', 'round.status'])
          .where(sql<SqlBool>`agent_id = any(${[...agencies]}::text[])`)
          .where('agentAuthority.status', '=', 'Approved')
          .execute()
  return users.map(user => ({
    userId: user.id,
    name: user.displayName,
    groups: user.groups,
    organisationId: user.organisationId,
    organisationType: user.type,
    lpaId: user.lpaId,
    formerIds: user.formerIds,
    authorities: authorities
      .filter(({ agentId }) => agentId === user.organisationId)
      .map(({ clientId, roundId, permissions, status }) => ({
        clientId,
        roundId,
        permissions,
        hasEnded: status === 'Settled',
      })),
  }))
}

/** Ends sessions: of a user, or the one of a name, or all but one. Says whether there were any. */
export const endSessions = async (
  db: Kysely<Database>,
  which: { userId?: string; name?: string; except?: string },
): Promise<boolean> => {
  const { userId, name, except } = which
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .$if(userId !== undefined, query => query.where('userId', '=', userId ?? ''))
    .$if(name !== undefined, query => query.where(sql`left(id_hash, 16)`, '=', name))
    .$if(except !== undefined, query => query.where('idHash', '<>', except ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
