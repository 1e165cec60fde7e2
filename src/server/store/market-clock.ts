import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { ask } from './rows.ts'
import type { Database } from './tables.ts'

/** The moment by the database's clock, the one clock that all servers share. */
export const marketClock = async (db: Kysely<Database>): Promise<Instant> => {
  const { rows } = await ask(db, 'select market_clock() as at', [])
  return String(rows[0]?.at)
}
