import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { CountCheckView } from '#contract/system/system'
import type { Instant } from '@credit-market/values/dates'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

/** Merges all rows of the same count into one. The counts do not change. */
export const mergeCountRows = async (db: Kysely<Database>): Promise<void> =>
  void (await sql`select fold_counts()`.execute(db))

/** The number of stored counts that differ from the actual ones. Exact even during concurrent writes. */
export const countIncorrectCounts = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from count_fault`.execute(db)
  return rows[0]!.wrong
}

/** Recounts everything and corrects the stored counts; returns how many were wrong. Does not block writers. */
export const rebuildStoredCounts = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ mended: number }>`select rebuild_counts() as mended`.execute(db)
  return rows[0]!.mended
}

const KEY = 'counts'
const noted = z.object({ at: z.iso.datetime(), ok: z.boolean(), faults: z.int() })

/** Notes when the stored counts were checked and how many were wrong. */
export const recordCountCheck = (db: Kysely<Database>, at: Instant, faults: number): Promise<void> =>
  writeInstallationValue(db, KEY, JSON.stringify({ at, ok: faults === 0, faults }))

/** Result of the last check of the counts; null if there was none. */
export const readLastCountCheck = async (db: Kysely<Database>): Promise<CountCheckView | null> => {
  const value = await readInstallationValue(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}
