import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { CountCheck } from '#contract/system'
import type { Instant } from '#domain/dates'
import { note, noteOf } from './notes.ts'
import type { Database } from './tables.ts'

/** Makes one row of all that tell of the same count. Counts stay what they are. */
export const foldCounts = async (db: Kysely<Database>): Promise<void> =>
  void (await sql`select fold_counts()`.execute(db))

/** How many kept counts are not what is there. Exact also while others act. */
export const wrongCounts = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from count_fault`.execute(db)
  return rows[0]!.wrong
}

/** Counts everything anew and mends what is kept; says how many counts were wrong. Nobody needs to wait for it. */
export const rebuildCounts = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ mended: number }>`select rebuild_counts() as mended`.execute(db)
  return rows[0]!.mended
}

const KEY = 'counts'
const noted = z.object({ at: z.iso.datetime(), ok: z.boolean(), faults: z.int() })

/** Notes when the kept counts were held against what is there, and how many were wrong. */
export const noteCountCheck = (db: Kysely<Database>, at: Instant, faults: number): Promise<void> =>
  note(db, KEY, JSON.stringify({ at, ok: faults === 0, faults }))

/** What came of the last check of the counts; null where there was none. */
export const lastCountCheck = async (db: Kysely<Database>): Promise<CountCheck | null> => {
  const value = await noteOf(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}
