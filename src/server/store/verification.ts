import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Instant } from '#domain/dates'
import type { LogCheck } from './log-check.ts'
import { note, noteOf } from './notes.ts'
import type { Database } from './tables.ts'

const KEY = 'verification'
const noted = z.object({ at: z.iso.datetime() })

/** How many faults of the log nobody has explained. */
export const unexplainedIn = ({ faults, more }: LogCheck): number =>
  faults.filter(({ explanation }) => explanation === null).length + more

/** Notes when the whole log was verified, and what came of it. */
export const noteVerification = (db: Kysely<Database>, at: Instant, check: LogCheck): Promise<void> => {
  const faults = unexplainedIn(check)
  return note(db, KEY, JSON.stringify({ at, ok: faults === 0, faults }))
}

/** When the log was last verified, as far as that is noted. */
export const lastVerification = async (db: Kysely<Database>): Promise<Instant | undefined> => {
  const value = await noteOf(db, KEY)
  return value === undefined ? undefined : noted.parse(JSON.parse(value)).at
}
