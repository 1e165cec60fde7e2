import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { MarketTime } from '#server/store/market-time'
import type { Database } from '#server/store/tables/tables'

/** Stops the clock of a database, by which bids and offers open and close, at an instant. */
export const setMarketClock = async (db: Kysely<Database>, at: Instant): Promise<void> => {
  await sql`create or replace function market_clock() returns timestamptz language sql volatile
    as ${sql.lit(`select timestamptz '${at}'`)}`.execute(db)
}

/** Lets the stopped clock of a database run on, for servers in processes of their own. */
export const runMarketClock = async (db: Kysely<Database>): Promise<void> => {
  const { rows } = await sql<{
    ahead: string
  }>`select (market_clock() - clock_timestamp())::text as ahead`.execute(db)
  await sql`create or replace function market_clock() returns timestamptz language sql volatile
    as ${sql.lit(`select clock_timestamp() + interval '${rows[0]?.ahead}'`)}`.execute(db)
}

/** The time of a server with a stopped database clock: the clocks never differ. */
export const createFrozenTime = (now: () => Instant): MarketTime => ({
  now,
  ask: () => () => undefined,
  trouble: () => null,
  ahead: () => 0,
})
