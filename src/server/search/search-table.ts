import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/tables/tables.ts'

/**
 * Rebuilds the search table; returns the number of rows that were wrong, which is 0 unless rows were written without
 * the triggers. Changes of names wait meanwhile: some seconds with 200,000 names.
 */
export const rebuildSearchTable = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ wrong: number }>`select search_rebuild() as wrong`.execute(db)
  return rows[0]!.wrong
}
