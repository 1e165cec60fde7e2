import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { plugins, types } from './database.ts'
import type { Database } from './tables.ts'

/**
 * A connection of its own, without limits of time: for copies of everything, which take as long as they take. Whatever it
 * is at ends with an error when the signal comes.
 */
export const openConnection = async (reach: pg.ClientConfig, signal?: AbortSignal): Promise<pg.Client> => {
  const client = new pg.Client({ application_name: 'credit-market-copy', ...reach, types })
  // What breaks the connection is told to whoever waits for an answer.
  client.on('error', () => {})
  signal?.throwIfAborted()
  signal?.addEventListener('abort', () => void client.end(), { once: true })
  await client.connect()
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1`)
  return client
}

class TransactionOfAnother extends PostgresDriver {
  override async beginTransaction(): Promise<void> {}
  override async commitTransaction(): Promise<void> {}
  override async rollbackTransaction(): Promise<void> {}
}

/**
 * The database by one connection whose transaction somebody else has begun and will end: whatever asks for a transaction
 * takes part in that one, so that tables, rows and checks are all there at once or not at all.
 */
export const within = (client: pg.Client): Kysely<Database> => {
  const one = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => one, end: async () => {}, options: {} }
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new TransactionOfAnother({ pool }),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: db => new PostgresIntrospector(db),
    },
    plugins,
  })
}
