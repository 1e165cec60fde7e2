import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import type { Actor, HeldAuthority } from '#domain/actor'
import { addMinutes, type Instant } from '#domain/dates'
import type { SessionStage, SessionTable } from '../store/sign-in-tables.ts'
import type { Database } from '../store/tables.ts'
import { ifWritable } from '../store/trouble.ts'

const IDLE_MINUTES = 30
const TOTAL_MINUTES = 12 * 60
/** How long somebody has who is asked for a code or a new password. */
const CHALLENGE_MINUTES = 10
const FRESH_MINUTES = 5

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

/** Whose request this is: the sign-in, and who has signed in if it is complete and they may still come in. */
export interface Asking {
  session: Session
  actor: Actor | null
}

/**
 * Who asks with this secret, in one statement: a session that has neither idled out (30 minutes) nor ended (12 hours), and
 * all rights as they are now. Seeing the session keeps it alive.
 */
export const askingWith = async (
  db: Kysely<Database>,
  secret: string,
  now: Instant,
): Promise<Asking | undefined> => {
  const found = await usersWithRights(db)
    .innerJoin('session', 'session.userId', 'user.id')
    .selectAll('session')
    .where('session.idHash', '=', hashOf(secret))
    .where('session.expiresAt', '>', now)
    .where('session.lastSeenAt', '>', addMinutes(now, -IDLE_MINUTES))
    .executeTakeFirst()
  if (!found) return undefined
  const { idHash, userId, stage, createdAt, lastSeenAt, expiresAt, steppedUpAt, address, browser } = found
  // Once a minute is enough to know that somebody is there, and spares a write for every read.
  if (lastSeenAt < addMinutes(now, -1))
    await ifWritable(
      db.updateTable('session').set({ lastSeenAt: now }).where('idHash', '=', idHash).execute(),
    )
  return {
    session: { idHash, userId, stage, createdAt, lastSeenAt, expiresAt, steppedUpAt, address, browser },
    actor: found.active && !isChallenged(stage) ? actorIn(found) : null,
  }
}

/** How long a session still lasts, and whether that is the end whatever is done; looking does not keep it alive. */
export const remainingOf = async (
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

/** Which of these hashes are of sessions that still live; looking does not keep them alive. */
export const liveSessions = async (
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

/** Has a code been given in this session within the last five minutes? */
export const isFresh = ({ steppedUpAt }: Pick<Session, 'steppedUpAt'>, now: Instant): boolean =>
  steppedUpAt !== null && steppedUpAt > addMinutes(now, -FRESH_MINUTES)

/** People with all that verdicts ask about them, to be narrowed down. */
export const usersWithRights = (db: Kysely<Database>) =>
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
      sql<HeldAuthority[]>`case when organisation.type = 'AGENT' then (
          select coalesce(jsonb_agg(jsonb_build_object('clientId', held.client_id, 'roundId', held.round_id,
            'permissions', held.permissions, 'hasEnded', round.status = 'Settled')), '[]')
          from agent_authority as held join round on round.id = held.round_id
          where held.agent_id = organisation.id and held.status = 'Approved'
        ) else '[]' end`.as('authorities'),
    ])

type UserWithRights = NonNullable<Awaited<ReturnType<ReturnType<typeof usersWithRights>['executeTakeFirst']>>>

/** Who that is. */
export const actorIn = (user: UserWithRights): Actor => ({
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

/** Everything that verdicts ask about a user, read afresh for each request so that a change of rights takes effect at once. */
export const actorFor = async (db: Kysely<Database>, userId: string): Promise<Actor | undefined> =>
  (await actorsFor(db, [userId]))[0]

/** The same of several, in one statement; whoever is not active is left out. */
export const actorsFor = async (db: Kysely<Database>, userIds: readonly string[]): Promise<Actor[]> => {
  const users = await usersWithRights(db)
    .where(sql<SqlBool>`"user".id = any(${userIds}::text[])`)
    .where('user.active', '=', true)
    .execute()
  return users.map(actorIn)
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
