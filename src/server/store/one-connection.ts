import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector } from 'kysely'
import pg from 'pg'
import { databaseTypeParsers } from './database.ts'
import { databasePlugins, NamingCompiler } from './naming.ts'
import type { Database } from './tables/tables.ts'

/**
 * Opens a connection without time limits, for copies of everything, which may take long. When the signal comes, its
 * current statement ends with an error.
 */
export const openDirectConnection = async (
  reach: pg.ClientConfig,
  signal?: AbortSignal,
): Promise<pg.Client> => {
  const client = new pg.Client({
    application_name: 'credit-market-copy',
    ...reach,
    types: databaseTypeParsers,
  })
  // Whoever waits for an answer gets the error of a broken connection.
  client.on('error', () => {})
  signal?.throwIfAborted()
  signal?.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
  await client.connect()
  if (await isBehindPooler(client)) {
    await client.end()
    throw new Error(
      'This needs a direct connection, but there is a pooler in between: set DATABASE_DIRECT_URL to the address of the database itself',
    )
  }
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1`)
  return client
}

/**
 * True if a pooler stands between us and the database. Then a connection is ours only for one transaction: what it
 * sets, locks or listens to stays with another client. A pooler reports process ids of its own for cancelling.
 */
export const isBehindPooler = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID
}

class TransactionOfAnother extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}
  override async commitTransaction(): Promise<void> {}
  override async rollbackTransaction(): Promise<void> {}
}

/**
 * Wraps one connection whose transaction the caller has begun and will end: every transaction that is asked
 * for joins this one, so that tables, rows and checks appear all at once or not at all.
 */
export const wrapConnection = (client: pg.Client): Kysely<Database> => {
  const one = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => one, end: async () => {}, options: {} }
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new TransactionOfAnother({ pool }),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new NamingCompiler(),
      createIntrospector: db => new PostgresIntrospector(db),
    },
    plugins: databasePlugins,
  })
}
