import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { type MarketFounding, MARKET_FOUNDING_KINDS } from '#domain/people/founding'
import { isOneOf } from '#domain/values/narrow'
import { findFoundingContradiction } from '../process/config.ts'
import { LOAD_BEGUN_NOTE, LOAD_COMPLETE_NOTE } from './notes.ts'
import { cellText, readCsvRows } from './step.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

const FOUNDED = 'founded'

/**
 * Returns the founding of the market in a database. A market made by an earlier version has no record, so its content
 * decides; undefined if there is none, not even tables. It writes nothing.
 */
export const readMarketFounding = async (db: Kysely<Database>): Promise<MarketFounding | undefined> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('activity') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere ? ((await notedIn(db)) ?? (await toldBy(db))) : undefined
}

/**
 * Founds the market unless it is founded, and returns its founding. Several servers may do so at once: one founds, the
 * others get its result. If a market already has content, that decides, not the request.
 */
export const ensureMarketFounded = (
  db: Kysely<Database>,
  as: MarketFounding,
  now: Instant,
): Promise<MarketFounding> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('found the market'))`.execute(trx)
    const noted = await notedIn(trx)
    if (noted) return noted
    const told = await toldBy(trx)
    const founding = told ?? as
    await writeInstallationValue(trx, FOUNDED, founding)
    await appendLogEntries(trx, [
      buildInstallationEntry({
        at: now,
        action: 'Found',
        title: 'Found the market',
        message: told
          ? `Founded earlier as ${MARKET_FOUNDING_NAMES[told]}, as its data shows`
          : `Founded as ${MARKET_FOUNDING_NAMES[as]}`,
        details: { as: founding, told: told !== undefined },
      }),
    ])
    return founding
  })

/** Founds the market as requested; throws if it has another founding already. */
export const requireMarketFoundedAs = async (
  db: Kysely<Database>,
  as: MarketFounding,
  now: Instant,
): Promise<void> => {
  const founding = await ensureMarketFounded(db, as, now)
  if (founding !== as) throw new Error(findFoundingContradiction(founding))
}

/** Names of the foundings. */
export const MARKET_FOUNDING_NAMES: Record<MarketFounding, string> = {
  real: 'a real market',
  demonstration: 'a demonstration',
}

const notedIn = async (db: Kysely<Database>): Promise<MarketFounding | undefined> => {
  const noted = await readInstallationValue(db, FOUNDED)
  if (noted === undefined || isOneOf(MARKET_FOUNDING_KINDS, noted)) return noted
  throw new Error(`The market is noted to be founded as "${noted}", which this version does not know`)
}

/** Traces of a demonstration outweigh everything else: a market with its accounts is never a real one. */
const toldBy = async (db: Kysely<Database>): Promise<MarketFounding | undefined> => {
  const accounts = readCsvRows('demo_users').map(user => cellText(user, 'username'))
  const { rows } = await sql<{ demonstration: boolean; something: boolean }>`
    select exists (select from meta where key in (${LOAD_BEGUN_NOTE}, ${LOAD_COMPLETE_NOTE}))
        or exists (select from "user" where id = any(${accounts})) as demonstration,
      exists (select from "user") or exists (select from organisation) or exists (select from activity where subject_kind <> 'installation') as something`.execute(
    db,
  )
  if (rows[0]?.demonstration) return 'demonstration'
  return rows[0]?.something ? 'real' : undefined
}
