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
  signal?.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
  await client.connect()
  if (await isThroughPooler(client)) {
    await client.end()
    throw new Error(
      'This needs a connection of its own, and a pooler is in the way: name the database itself in DATABASE_DIRECT_URL',
    )
  }
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1`)
  return client
}

/**
 * Does a pooler stand between us and the database? Then a connection is not ours beyond a transaction: what is set,
 * locked or listened to in it stays behind with somebody else. Poolers name processes of their own, for cancelling.
 */
export const isThroughPooler = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as pg.Client & { processID?: number }).processID
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
