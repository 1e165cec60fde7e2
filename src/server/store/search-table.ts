import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Brings what search looks through to what the market says, and answers how many rows were not as they should be: none, but where
 * rows came past the triggers. Names that others change wait meanwhile; at 200,000 names that is some seconds.
 */
export const rebuildSearch = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ wrong: number }>`select search_rebuild() as wrong`.execute(db)
  return rows[0]!.wrong
}
