import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'

const IDLE_MINUTES = 30
const TOTAL_HOURS = 12

const later = (instant: Instant, minutes: number): Instant =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Begins a session and returns its secret, of which only the hash is kept. */
export const beginSession = async (db: Kysely<Database>, userId: string, now: Instant): Promise<string> => {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      idHash: hashOf(secret),
      userId,
      stage: 'full',
      createdAt: now,
      lastSeenAt: now,
      expiresAt: later(now, TOTAL_HOURS * 60),
    })
    .execute()
  return secret
}

/** Ends a session; nothing happens when there is none. */
export const endSession = async (db: Kysely<Database>, secret: string): Promise<void> => {
  await db.deleteFrom('session').where('idHash', '=', hashOf(secret)).execute()
}

/** The user of a session that has neither idled out (30 minutes) nor ended (12 hours); seeing it keeps it alive. */
export const userOfSession = async (
  db: Kysely<Database>,
  secret: string,
  now: Instant,
): Promise<string | undefined> => {
  const idHash = hashOf(secret)
  const session = await db
    .selectFrom('session')
    .select(['userId', 'lastSeenAt'])
    .where('idHash', '=', idHash)
    .where('stage', '=', 'full')
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', later(now, -IDLE_MINUTES))
    .executeTakeFirst()
  // Once a minute is enough to know that somebody is there, and spares a write for every read.
  if (session && session.lastSeenAt < later(now, -1))
    await db.updateTable('session').set({ lastSeenAt: now }).where('idHash', '=', idHash).execute()
  return session?.userId
}

/** Everything that verdicts ask about a user, read afresh for each request so that a change of rights takes effect at once. */
export const actorFor = async (db: Kysely<Database>, userId: string): Promise<Actor | undefined> => {
  const user = await db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['user.id', 'user.displayName', 'user.groups', 'user.organisationId'])
    .select(['organisation.type', 'organisation.lpaId'])
    .where('user.id', '=', userId)
    .where('user.active', '=', true)
    .executeTakeFirst()
  if (!user) return undefined
  const authorities =
    user.type === 'AGENT' && user.organisationId
      ? await db
          .selectFrom('agentAuthority')
          .innerJoin('round', 'round.id', 'agentAuthority.roundId')
          .select(['clientId', 'roundId', 'permissions', 'round.status'])
          .where('agentId', '=', user.organisationId)
          .where('agentAuthority.status', '=', 'Approved')
          .execute()
      : []
  return {
    userId: user.id,
    name: user.displayName,
    groups: user.groups,
    organisationId: user.organisationId,
    organisationType: user.type,
    lpaId: user.lpaId,
    authorities: authorities.map(({ clientId, roundId, permissions, status }) => ({
      clientId,
      roundId,
      permissions,
      hasEnded: status === 'Settled',
    })),
  }
}
