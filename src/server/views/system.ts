import { type Kysely, sql } from 'kysely'
import type { Instant } from '#domain/dates'
import type { SystemMail, SystemSession, SystemTask, SystemUser, SystemVersion } from '#contract/system'
import type { SystemClock } from '#contract/system-clock'
import { type Session, nameOfSession } from '../auth/sessions.ts'
import { lastBackup, lastRehearsal } from '../backup/noted.ts'
import { readClock } from '../clock-jump.ts'
import type { Config } from '../config.ts'
import { foundingOf } from '../founding.ts'
import type { Runtime } from '../runner/runtime.ts'
import { lastLandCheck } from '../sites/check-land.ts'
import { lastCountCheck } from '../store/counts.ts'
import type { Database } from '../store/tables.ts'
import { JOBS } from '../tasks/jobs.ts'
import { verifiedUpTo } from '../verify/as-it-comes.ts'
import { lastVerification } from '../verify/noted.ts'
import { ownVersion } from '../version.ts'

const MOST = 500

/** Everybody with an account, for reviews of who may do what. */
export const systemUsers = async (db: Kysely<Database>, now: Instant): Promise<SystemUser[]> => {
  const rows = await db
    .selectFrom('user')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['user.id', 'username', 'displayName', 'user.email', 'groups', 'active', 'secondFactor'])
    .select(['mustResetPassword', 'organisation.id as organisationId', 'organisation.name as organisation'])
    .select(eb => [
      eb
        .selectFrom('session')
        .select(inner => inner.fn.countAll<number>().as('count'))
        .whereRef('session.userId', '=', 'user.id')
        .where('expiresAt', '>', now)
        .as('sessions'),
      eb
        .selectFrom('signInAttempt')
        .select(inner => inner.fn.max('at').as('at'))
        .where('signInAttempt.username', '=', sql<string>`lower("user".username)`)
        .where('succeeded', '=', true)
        .as('lastSignIn'),
    ])
    .orderBy('user.ordinal', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ organisationId, organisation, sessions, ...user }) => ({
    ...user,
    organisation: organisationId && organisation ? { id: organisationId, name: organisation } : null,
    sessions: sessions ?? 0,
  }))
}

/** Every sign-in that still lives. */
export const systemSessions = async (
  db: Kysely<Database>,
  now: Instant,
  own: Session | null,
): Promise<SystemSession[]> => {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('session')
    .select('user.displayName')
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(row => ({
    id: nameOfSession(row),
    current: row.idHash === own?.idHash,
    user: { id: row.userId, name: row.displayName },
    startedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
    address: row.address,
    browser: row.browser,
  }))
}

/** Long work, done and to be done. */
export const systemTasks = async (db: Kysely<Database>): Promise<SystemTask[]> => {
  const rows = await db
    .selectFrom('task')
    .leftJoin('round', 'round.id', 'task.roundId')
    .select(['task.id', 'kind', 'round.id as roundId', 'round.name as round', 'state', 'progress'])
    .select(['attempt', 'message', 'createdAt', 'finishedAt'])
    .orderBy('createdAt', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ roundId, round, ...task }) => ({
    ...task,
    round: roundId && round ? { id: roundId, name: round } : null,
  }))
}

/** Letters, sent and to be sent. */
export const systemMail = async (db: Kysely<Database>): Promise<SystemMail[]> => {
  const rows = await db
    .selectFrom('mailOutbox')
    .leftJoin('organisation', 'organisation.id', 'mailOutbox.organisationId')
    .leftJoin('user', 'user.id', 'mailOutbox.userId')
    .select(['mailOutbox.id', 'letter', 'toAddress', 'user.email', 'organisation.name', 'state', 'attempt'])
    .select('mailOutbox.message')
    .select(['mailOutbox.createdAt', 'notBefore', 'sentAt'])
    .orderBy('mailOutbox.createdAt', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ toAddress, email, name, ...letter }) => ({
    ...letter,
    to: toAddress ?? email ?? name ?? '',
  }))
}

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

const clockOf = async ({ time, store }: Pick<Runtime, 'time' | 'store'>): Promise<SystemClock> => {
  const [{ at, jump }, trouble] = [await readClock(store.db), time.trouble()]
  const waiting = trouble ? JOBS : jump ? JOBS.filter(job => !job.atAnyTime) : []
  return { at, jump, trouble, waiting: waiting.map(({ name }) => name) }
}

/** What runs here: of no concern to anybody but whoever looks after it. */
export const systemVersion = async (
  runtime: Pick<Runtime, 'time' | 'store'>,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): Promise<SystemVersion> => {
  const { db } = runtime.store
  const database = await sql<{ version: string }>`show server_version`.execute(db)
  const migrations = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return {
    version: ownVersion(),
    node: process.version,
    database: Object.values(database.rows[0] ?? {})[0] ?? '',
    embedded: databaseUrl === undefined,
    migration: migrations.rows[0]?.name ?? '',
    founded: (await foundingOf(db)) ?? null,
    startedAt,
    backup: await lastBackup(db),
    rehearsal: await lastRehearsal(db),
    counts: await lastCountCheck(db),
    land: await lastLandCheck(db),
    verification: await lastVerification(db),
    verifiedUpTo: await verifiedUpTo(db),
    clock: await clockOf(runtime),
  }
}
