import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  type QueryExecutor,
  sql,
  type Transaction,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrationsDir } from '../process/places.ts'
import { appendEntryIfChanged } from './activity.ts'
import { LONG_WORK_TIME_LIMITS, NO_TIME_LIMITS, type DatabaseTimeLimits, withTimeLimit } from './limits.ts'
import { NamingDialect, nameRows } from './naming.ts'
import { isPlanCached } from './planning.ts'
import type { Database } from './tables/tables.ts'

// More would only take turns at the processors, and each plans its statements for itself.
const CONNECTIONS = Math.min(20, Math.max(8, 4 * availableParallelism()))

/**
 * Opens the database: a pool of connections that uses the domain's types and names. A connection that breaks, or is
 * silent for longer than its limits allow, is replaced when the next one is needed.
 */
export const connectDatabase = (
  reach: pg.PoolConfig,
  warn: (error: Error) => void = () => {},
  limits: DatabaseTimeLimits = LONG_WORK_TIME_LIMITS,
): Kysely<Database> => {
  const pool = new pg.Pool({
    application_name: 'credit-market',
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idle,
    keepAlive: true,
    pipeline: true,
    ...reach,
    types: databaseTypeParsers,
  })
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', warn)
  pool.on('connect', client => {
    client.on('error', warn)
    tend(client, limits)
  })
  const db = new Kysely<Database>({
    dialect: new NamingDialect({ pool }),
  })
  askAtOnce(db.getExecutor())
  pools.set(db, pool)
  return db
}

/**
 * Lets queries on one connection go out without waiting for each other's answers. By default each would wait for the
 * one before; here the driver sends them on, and the database answers in the same order.
 */
const askAtOnce = <E extends QueryExecutor>(executor: E): E => {
  const withProvider = executor.withConnectionProvider.bind(executor)
  return Object.assign(executor, {
    withConnectionProvider: (provider: ConnectionProvider) => {
      let connection: Promise<DatabaseConnection> | undefined
      return askAtOnce(
        withProvider({
          provideConnection: async consumer =>
            consumer(await (connection ??= provider.provideConnection(async one => one))),
        }),
      )
    },
  })
}

const pools = new WeakMap<Kysely<Database>, pg.Pool>()

/** Counts the connections of a database that `connectDatabase` has opened: all, idle ones, and requests that wait for one. */
export const countPoolConnections = (
  db: Kysely<Database>,
): Readonly<Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>> | undefined => pools.get(db)

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Error(`${text} is too large`)
  return value
}

const { builtins } = pg.types
const int8ArrayType = 1016
const timestamp: (text: string) => Date = pg.types.getTypeParser(builtins.TIMESTAMPTZ)

// Money, units and sums become numbers, dates stay dates, and instants become ISO texts in UTC.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, wholeNumber],
  [int8ArrayType, text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumber))],
  [builtins.DATE, text => text],
  [builtins.TIMESTAMPTZ, text => timestamp(text).toISOString()],
])

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  parsers.get(type) ?? pg.types.getTypeParser(type, format)

/** Parsers that turn the database's values into the domain's types. */
export const databaseTypeParsers = { getTypeParser }

// The database plans a named statement once for each connection. The code has a limited number of statements; the bound
// is for those built from a reader's filters.
const names = new Map<string, string>()
const maxNames = 600

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= maxNames || !isPlanCached(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Values of PostgreSQL's `plan_cache_mode`. */
const PLAN_ONCE = 'force_generic_plan'
const PLAN_FOR_VALUES = 'force_custom_plan'

// Without looking at the values, the database assumes lists of ten.
const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > 60

/**
 * Prepares a connection: names its statements and lets the database plan each of them once, applies the time limits,
 * and sends queries made in the same tick together, in one round trip. By itself the database would plan half of the
 * named statements again each time, since it expects a little less work then; that planning took half of its time.
 */
const tend = (client: pg.PoolClient, { answer }: DatabaseTimeLimits): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryArrayResult>
  const { stream } = client.connection
  let isGathering = false
  const gather = () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    process.nextTick(() => {
      isGathering = false
      stream.uncork()
    })
  }
  let failure: unknown
  const orWhyGivenUp = (error: unknown): never => {
    if (!isGivenUp(error)) failure = error
    throw failure ?? error
  }
  let mode: string | undefined
  const plan = (wanted: string) => {
    if (mode === wanted) return
    mode = wanted
    query(`set plan_cache_mode = ${wanted}`).catch(() => (mode = undefined))
  }
  client.query = ((text: unknown, values?: unknown) => {
    gather()
    if (typeof text !== 'string')
      return withTimeLimit(client, query(text, values).catch(orWhyGivenUp), answer)
    const hasValues = Array.isArray(values) && values.length > 0
    if (hasValues) plan(isPlanCached(text) && !values.some(isLongList) ? PLAN_ONCE : PLAN_FOR_VALUES)
    // A rollback also undoes `set`, so the mode is not known after it.
    else if (text === 'rollback') mode = undefined
    const asked = { text, rowMode: 'array', ...(hasValues && { name: nameOf(text), values }) }
    return withTimeLimit(client, query(asked).then(withNames, orWhyGivenUp), answer)
  }) as typeof client.query
}

/** Several statements in one text have several results, which no one reads. */
const withNames = (result: pg.QueryArrayResult | pg.QueryArrayResult[]) =>
  Array.isArray(result) ? result : Object.assign(result, { rows: nameRows(result.fields, result.rows) })

/**
 * True if a statement was skipped because an earlier one in its transaction had failed. The earlier error is the one to
 * report.
 */
const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25P02'

/** Runs the numbered SQL migrations, all or up to one of them; several servers may do so at once. */
export const migrate = async (
  db: Kysely<Database>,
  folder: string = migrationsDir,
  upTo?: string,
): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsIn(folder) } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (!error) return
  const failed = results?.find(result => result.status === 'Error')?.migrationName ?? 'before the first one'
  throw new Error(`The database could not be brought up to date (${failed})`, { cause: error })
}

/** True if the database has exactly the migrations of this version. Quicker than the migrator of Kysely, which reads the columns of all tables. */
export const hasAllMigrations = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return false
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return isDeepStrictEqual(done.rows.map(({ name }) => name).toSorted(), listMigrationNames())
}

/** Runs the migrations over a connection of its own, with the limits for long work. */
export const migrateOverDirectConnection = async (reach: pg.PoolConfig, folder?: string): Promise<void> => {
  const db = connectDatabase(reach, undefined, NO_TIME_LIMITS)
  try {
    await migrate(db, folder)
  } finally {
    await db.destroy()
  }
}

const HEARD_OF_MS = 500

/** Drops everything that is stored, with the tables, and reopens the connections. */
export const dropEverything = async (db: Kysely<Database>): Promise<void> => {
  await db.transaction().execute(async trx => {
    await sql`drop schema public cascade`.execute(trx)
    await sql`create schema public`.execute(trx)
  })
  // Each connection remembers statements about tables that are gone. This statement ends its own connection last, with
  // an error.
  await sql`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and application_name = current_setting('application_name')
      order by pid = pg_backend_pid() offset 0
    ) as connection`
    .execute(db)
    .catch(() => {})
  // The pool notices each closed connection separately.
  await setTimeout(HEARD_OF_MS)
}

/** Returns the names of the numbered SQL files, in order. */
export const listMigrationNames = (folder: string = migrationsDir): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .map(name => name.slice(0, -'.sql'.length))
    .toSorted()

const migrationsIn = (folder: string): Record<string, Migration> =>
  Object.fromEntries(
    listMigrationNames(folder).map(name => [
      name,
      migrationOf(name, readFileSync(join(folder, `${name}.sql`), 'utf8')),
    ]),
  )

/**
 * Loads the library of `pg_trgm` where the extension is installed: before that, only a superuser may create functions
 * that set its parameters, as migration 0022 does.
 */
const LOAD_TRGM = sql`do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then perform similarity('', ''); end if;
end $$`

const migrationOf = (name: string, statements: string): Migration => ({
  up: async db => {
    await LOAD_TRGM.execute(db)
    await sql.raw(statements).execute(db)
    // The log vouches for rows that a migration changes, as for all changes.
    await appendEntryIfChanged(db as Transaction<Database>, {
      at: new Date().toISOString(),
      action: 'BringUpToDate',
      title: 'Bring the tables up to date',
      message: `Bring the tables up to date: ${name}`,
      details: {},
    })
  },
})
