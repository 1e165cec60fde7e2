import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  CamelCasePlugin,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryExecutor,
  sql,
  type Transaction,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrationsDir } from '../places.ts'
import { appendIfChanged } from './activity.ts'
import { FOR_LONG_WORK, FOR_ALL_THERE_IS, type Limits, withinLimit } from './limits.ts'
import { isPlanKept } from './planning.ts'
import type { Database } from './tables.ts'

/**
 * Opens the database: a pool of connections that speaks the domain's types and names. A connection that breaks, or that is
 * silent for longer than the limits say, is replaced by another when one is needed.
 */
export const connect = (
  reach: pg.PoolConfig,
  warn: (error: Error) => void = () => {},
  limits: Limits = FOR_LONG_WORK,
): Kysely<Database> => {
  const pool = new pg.Pool({
    application_name: 'credit-market',
    max: 20,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    pipeline: true,
    ...reach,
    types,
  })
  // A connection that breaks while nobody waits on it would otherwise end the process.
  pool.on('error', warn)
  pool.on('connect', client => {
    client.on('error', warn)
    tend(client, limits)
  })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins,
  })
  askAtOnce(db.getExecutor())
  pools.set(db, pool)
  return db
}

/**
 * What is asked of one connection before anything is waited for is not held back until the statement before it has been
 * answered, as it would be otherwise: the driver sends it on, and the database answers in the same order.
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

/** How many connections there are to a database that `connect` has opened, how many of them rest, and who waits for one. */
export const poolOf = (
  db: Kysely<Database>,
): Readonly<Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>> | undefined => pools.get(db)

/** Names of columns as the domain writes them: "agreedWithEMB" only finds back from its column name when each capital is parted. */
class Names extends CamelCasePlugin {
  inTables(name: string): string {
    return `"${this.snakeCase(name).replaceAll('"', '""')}"`
  }
}

const naming = new Names({ maintainNestedObjectKeys: true, underscoreBetweenUppercaseLetters: true })
export const plugins = [naming]

const namesInTables = new Map<string, string>()

/** A table or a column by its name in the domain, as a statement that is written out calls it. */
export const nameInTables = (name: string): string => {
  const written = namesInTables.get(name) ?? naming.inTables(name)
  namesInTables.set(name, written)
  return written
}

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new Error(`${text} is too large a number`)
  return value
}

const { builtins } = pg.types
const int8ArrayType = 1016
const timestamp: (text: string) => Date = pg.types.getTypeParser(builtins.TIMESTAMPTZ)

// Money, units and sums are numbers, days are days, and moments are ISO texts in UTC.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, wholeNumber],
  [int8ArrayType, text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumber))],
  [builtins.DATE, text => text],
  [builtins.TIMESTAMPTZ, text => timestamp(text).toISOString()],
])

const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  parsers.get(type) ?? pg.types.getTypeParser(type, format)

/** What the database says, in the domain's types. */
export const types = { getTypeParser }

// The database plans a named statement once for each connection. Statements are as many as the code has
// ways to ask; the bound is for those that are put together from a reader's filters.
const names = new Map<string, string>()
const maxNames = 300

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= maxNames || !isPlanKept(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/**
 * Names the statements of a connection, holds each to its limit, and lets what is asked for at once go out at once: one way
 * to the database and back for all that is asked before anything is waited for.
 */
const tend = (client: pg.PoolClient, { answer }: Limits): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
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
  client.query = ((text: unknown, values?: unknown) => {
    gather()
    const answered =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? query({ name: nameOf(text), text, values })
        : query(text, values)
    return withinLimit(client, answered.catch(orWhyGivenUp), answer)
  }) as typeof client.query
}

/** Was a statement not looked at, because one before it in its transaction had failed? Why that failed is what matters. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25P02'

/** Brings the tables up to date with the numbered SQL files, or up to one of them; several servers may do so at once. */
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

/** The same over a connection of its own, without the limits of other work. */
export const bringUpToDate = async (reach: pg.PoolConfig, folder?: string): Promise<void> => {
  const db = connect(reach, undefined, FOR_ALL_THERE_IS)
  try {
    await migrate(db, folder)
  } finally {
    await db.destroy()
  }
}

const HEARD_OF_MS = 500

/** Takes away everything that is stored, and the tables with it. Connections are opened anew. */
export const clear = async (db: Kysely<Database>): Promise<void> => {
  await db.transaction().execute(async trx => {
    await sql`drop schema public cascade`.execute(trx)
    await sql`create schema public`.execute(trx)
  })
  // Each connection remembers statements about tables that are gone; the one that says this ends last, with an error.
  await sql`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and application_name = current_setting('application_name')
      order by pid = pg_backend_pid() offset 0
    ) as connection`
    .execute(db)
    .catch(() => {})
  // The pool hears of it connection by connection.
  await setTimeout(HEARD_OF_MS)
}

/** The names of the numbered SQL files, in their order. */
export const migrationNames = (folder: string = migrationsDir): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .map(name => name.slice(0, -'.sql'.length))
    .toSorted()

const migrationsIn = (folder: string): Record<string, Migration> =>
  Object.fromEntries(
    migrationNames(folder).map(name => [
      name,
      migrationOf(name, readFileSync(join(folder, `${name}.sql`), 'utf8')),
    ]),
  )

/**
 * Loads the library of `pg_trgm` where the extension is installed: until a session has done so, only a superuser may write functions
 * that set its parameters, as migration 0022 does.
 */
const LOAD_TRGM = sql`do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then perform similarity('', ''); end if;
end $$`

const migrationOf = (name: string, statements: string): Migration => ({
  up: async db => {
    await LOAD_TRGM.execute(db)
    await sql.raw(statements).execute(db)
    // Rows that it changes are vouched for by an entry of the log, as all changes are.
    await appendIfChanged(db as Transaction<Database>, {
      at: new Date().toISOString(),
      action: 'BringUpToDate',
      title: 'Bring the tables up to date',
      message: `Bring the tables up to date: ${name}`,
      details: {},
    })
  },
})
