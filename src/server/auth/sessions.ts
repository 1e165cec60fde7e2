import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { Actor, ApprovedAuthority } from '#domain/people/actor'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import type { SessionStage, SessionTable } from '../store/tables/sign-in-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { ignoreIfReadOnly } from '../process/trouble.ts'

const IDLE_MINUTES = 30
const TOTAL_MINUTES = 12 * 60
/** Minutes to answer a challenge for a code or a new password. */
const CHALLENGE_MINUTES = 10
const FRESH_MINUTES = 5

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A session as stored. */
export type Session = Selectable<SessionTable>

/** Address and browser of a session, so that its owner can recognise it. */
export type SessionOrigin = Pick<SessionTable, 'address' | 'browser'>

const isChallenged = (stage: SessionStage): boolean => stage !== 'full' && stage !== 'enrol'

/** Starts a session and returns its secret; only the hash is stored. */
export const beginSession = async (
  db: Kysely<Database>,
  userId: string,
  now: Instant,
  more: {
    stage?: SessionStage
    steppedUpAt?: Instant | null
    origin?: SessionOrigin
    expiresAt?: Instant
  } = {},
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

/** Ends a session; does nothing if there is none. */
export const endSession = async (db: Kysely<Database>, secret: string): Promise<void> => {
  await db.deleteFrom('session').where('idHash', '=', hashOf(secret)).execute()
}

/** The part of a session's hash that identifies it to people; the secret cannot be derived from it. */
export const publicSessionId = (session: Pick<Session, 'idHash'>): string => session.idHash.slice(0, 16)

/** The session of a request and its actor, if sign-in is complete and the account may still be used. */
export interface SessionAndActor {
  session: Session
  actor: Actor | null
}

/**
 * The session of a secret and its actor with current rights, in one statement. Sessions end after 30 idle minutes or
 * after 12 hours; reading one keeps it alive.
 */
export const readSessionAndActor = async (
  db: Kysely<Database>,
  secret: string,
  now: Instant,
): Promise<SessionAndActor | undefined> => {
  const found = await actorQuery(db)
    .innerJoin('session', 'session.userId', 'user.id')
    .selectAll('session')
    .where('session.idHash', '=', hashOf(secret))
    .where('session.expiresAt', '>', now)
    .where('session.lastSeenAt', '>', addMinutes(now, -IDLE_MINUTES))
    .executeTakeFirst()
  if (!found) return undefined
  const { idHash, userId, stage, createdAt, lastSeenAt, expiresAt, steppedUpAt, address, browser } = found
  // Updated once a minute at most, to avoid a write for every read.
  if (lastSeenAt < addMinutes(now, -1))
    await ignoreIfReadOnly(
      db.updateTable('session').set({ lastSeenAt: now }).where('idHash', '=', idHash).execute(),
    )
  return {
    session: { idHash, userId, stage, createdAt, lastSeenAt, expiresAt, steppedUpAt, address, browser },
    actor: found.active && !isChallenged(stage) ? actorFromRow(found) : null,
  }
}

/** Remaining time of a session, and whether activity can extend it; does not keep it alive. */
export const remainingSessionTime = async (
  db: Kysely<Database>,
  secret: string,
  now: Instant,
): Promise<{ secondsLeft: number; isLast: boolean }> => {
  const session = await db
    .selectFrom('session')
    .select(['lastSeenAt', 'expiresAt'])
    .where('idHash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!session) return { secondsLeft: 0, isLast: false }
  const idle = addMinutes(session.lastSeenAt, IDLE_MINUTES)
  const isLast = session.expiresAt <= idle
  const end = isLast ? session.expiresAt : idle
  return { secondsLeft: Math.max(0, Math.floor((Date.parse(end) - Date.parse(now)) / 1000)), isLast }
}

/** Hashes of those sessions that are still alive; does not keep them alive. */
export const listLiveSessionHashes = async (
  db: Kysely<Database>,
  idHashes: readonly string[],
  now: Instant,
): Promise<string[]> => {
  const living = await db
    .selectFrom('session')
    .select('idHash')
    .where(sql<SqlBool>`id_hash = any(${idHashes}::text[])`)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', addMinutes(now, -IDLE_MINUTES))
    .execute()
  return living.map(({ idHash }) => idHash)
}

/** True if a code has been given in this session within the last five minutes. */
export const isStepUpRecent = ({ steppedUpAt }: Pick<Session, 'steppedUpAt'>, now: Instant): boolean =>
  steppedUpAt !== null && steppedUpAt > addMinutes(now, -FRESH_MINUTES)

/** Query of users with everything that access rules need, to be narrowed down. */
export const actorQuery = (db: Kysely<Database>) =>
  db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['user.id', 'user.displayName', 'user.groups', 'user.organisationId', 'user.active'])
    .select(['user.joinedAt', 'user.invitedBy'])
    .select(['organisation.type', 'organisation.lpaId'])
    .select([
      sql<string[]>`array(select former.id from organisation as former
        where former.merged_into_id = "user".organisation_id)`.as('formerIds'),
      sql<string[]>`array(select guest.id from "user" as guest where guest.invited_by = "user".id)`.as(
        'invited',
      ),
      sql<ApprovedAuthority[]>`case when organisation.type = 'AGENT' then (
          select coalesce(jsonb_agg(jsonb_build_object('clientId', held.client_id, 'roundId', held.round_id,
            'permissions', held.permissions, 'hasEnded', round.status = 'Settled')), '[]')
          from agent_authority as held join round on round.id = held.round_id
          where held.agent_id = organisation.id and held.status = 'Approved'
        ) else '[]' end`.as('authorities'),
    ])

type UserWithRights = NonNullable<Awaited<ReturnType<ReturnType<typeof actorQuery>['executeTakeFirst']>>>

/** The actor for a row of such a query. */
export const actorFromRow = (user: UserWithRights): Actor => ({
  userId: user.id,
  name: user.displayName,
  groups: user.groups,
  organisationId: user.organisationId,
  organisationType: user.type,
  lpaId: user.lpaId,
  joinedAt: user.joinedAt,
  invitedBy: user.invitedBy,
  invited: user.invited,
  formerIds: user.formerIds,
  authorities: user.authorities,
})

/** The actor of a user, read for every request so that changes of rights take effect at once. */
export const readActor = async (db: Kysely<Database>, userId: string): Promise<Actor | undefined> =>
  (await readActors(db, [userId]))[0]

/** Actors of several users, in one statement; inactive users are left out. */
export const readActors = async (db: Kysely<Database>, userIds: readonly string[]): Promise<Actor[]> => {
  const users = await actorQuery(db)
    .where(sql<SqlBool>`"user".id = any(${userIds}::text[])`)
    .where('user.active', '=', true)
    .execute()
  return users.map(actorFromRow)
}

/** Ends sessions: all of a user, a named one, or all but one. Returns whether there were any. */
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
