import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Precaution } from '#contract/system'
import { note, noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'

/** As the installation notes it of itself: a moment, and what came of it. */
const noted = z.object({
  at: z.iso.datetime(),
  wholeAt: z.iso.datetime().nullable(),
  backup: z.string().nullable(),
  size: z.int().nullable(),
  ok: z.boolean(),
  result: z.string(),
})

const read = async (db: Kysely<Database>, key: string): Promise<Precaution | null> => {
  const text = await noteOf(db, key)
  return text === undefined ? null : (noted.safeParse(JSON.parse(text)).data ?? null)
}

/** The last backup; null where none was ever made. */
export const lastBackup = (db: Kysely<Database>): Promise<Precaution | null> => read(db, 'backup')

/** The last rehearsal; null where a restore was never rehearsed. */
export const lastRehearsal = (db: Kysely<Database>): Promise<Precaution | null> => read(db, 'rehearsal')

/** Notes what came of a backup or a rehearsal; the last that went well stays known. */
export const noteOutcome = async (
  db: Kysely<Database>,
  what: 'backup' | 'rehearsal',
  outcome: Omit<Precaution, 'wholeAt' | 'size'> & { size?: number },
): Promise<void> => {
  const before = await read(db, what)
  const kept = outcome.ok
    ? { wholeAt: outcome.at, size: outcome.size ?? null }
    : { wholeAt: before?.wholeAt ?? null, size: before?.size ?? null }
  await note(db, what, JSON.stringify({ ...outcome, ...kept } satisfies Precaution))
}
