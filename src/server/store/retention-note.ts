import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Instant } from '#domain/dates'
import { type Fleeting, FLEETING } from '#domain/retention'
import { note, noteOf } from './notes.ts'
import type { Database } from './tables.ts'

const KEY = 'retention'

/** How many rows of which kinds were taken away. */
export type Removed = Partial<Record<Fleeting, number>>

const noted = z.object({ at: z.iso.datetime(), removed: z.partialRecord(z.enum(FLEETING), z.int()) })

/** Notes when what has ended was last taken away, and how much of it. */
export const noteRetention = (db: Kysely<Database>, at: Instant, removed: Removed): Promise<void> =>
  note(db, KEY, JSON.stringify({ at, ok: true, removed }))

/** When what has ended was last taken away, and how much of it; null where it never was, as far as that is noted. */
export const lastRetention = async (
  db: Kysely<Database>,
): Promise<{ at: Instant; removed: Removed } | null> => {
  const value = await noteOf(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}
