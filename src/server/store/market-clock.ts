import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { runSqlText } from './rows.ts'
import type { Database } from './tables/tables.ts'

/** Returns the present instant by the database's clock, the one clock that all servers share. */
export const readMarketClock = async (db: Kysely<Database>): Promise<Instant> => {
  const { rows } = await runSqlText(db, 'select market_clock() as at', [])
  return String(rows[0]?.at)
}
