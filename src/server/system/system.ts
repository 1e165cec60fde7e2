import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type {
  SystemEmail,
  SystemSession,
  SystemTask,
  SystemUser,
  SystemVersion,
} from '#contract/system/system'
import type { SystemClock } from '#contract/system/system-clock'
import { type Session, publicSessionId } from '../auth/sessions.ts'
import { readLastBackup, readLastRestoreTest } from '../backup/noted.ts'
import { readClockJump } from '../tasks/clock-jump.ts'
import type { ServerConfig } from '../process/config.ts'
import { readMarketFounding } from '../demonstration/founding.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { readLastLandCheck } from '../sites/check-land.ts'
import { readLastCountCheck } from '../counts/counts.ts'
import type { Database } from '../store/tables/tables.ts'
import { ALL_JOBS } from '../jobs/jobs.ts'
import { readVerifiedProgress } from '../verify/as-it-comes.ts'
import { readLastVerification } from '../verify/noted.ts'
import { readProductVersion } from '../process/version.ts'

const MOST = 500

/** All accounts, for access reviews. */
export const listSystemUsers = async (db: Kysely<Database>, now: Instant): Promise<SystemUser[]> => {
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

/** All sessions that are still alive. */
export const listSystemSessions = async (
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
    id: publicSessionId(row),
    current: row.idHash === own?.idHash,
    user: { id: row.userId, name: row.displayName },
    startedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
    address: row.address,
    browser: row.browser,
  }))
}

/** Long-running tasks, finished and waiting. */
export const listSystemTasks = async (db: Kysely<Database>): Promise<SystemTask[]> => {
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

/** Emails, sent and waiting. */
export const listSystemEmails = async (db: Kysely<Database>): Promise<SystemEmail[]> => {
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

const clockOf = async ({ time, store }: Pick<ActionRuntime, 'time' | 'store'>): Promise<SystemClock> => {
  const [{ at, jump }, trouble] = [await readClockJump(store.db), time.trouble()]
  const waiting = trouble ? ALL_JOBS : jump ? ALL_JOBS.filter(job => !job.atAnyTime) : []
  return { at, jump, trouble, waiting: waiting.map(({ name }) => name) }
}

/** State of the installation (versions, backups, checks, clock), for system administrators only. */
export const readSystemVersion = async (
  runtime: Pick<ActionRuntime, 'time' | 'store'>,
  { databaseUrl }: Pick<ServerConfig, 'databaseUrl'>,
): Promise<SystemVersion> => {
  const { db } = runtime.store
  const database = await sql<{ version: string }>`show server_version`.execute(db)
  const migrations = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return {
    version: readProductVersion(),
    node: process.version,
    database: Object.values(database.rows[0] ?? {})[0] ?? '',
    embedded: databaseUrl === undefined,
    migration: migrations.rows[0]?.name ?? '',
    founded: (await readMarketFounding(db)) ?? null,
    startedAt,
    backup: await readLastBackup(db),
    rehearsal: await readLastRestoreTest(db),
    counts: await readLastCountCheck(db),
    land: await readLastLandCheck(db),
    verification: await readLastVerification(db),
    verifiedUpTo: await readVerifiedProgress(db),
    clock: await clockOf(runtime),
  }
}
