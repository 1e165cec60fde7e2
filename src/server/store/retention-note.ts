import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Instant } from '@credit-market/values/dates'
import { type ExpiringDataKind, EXPIRING_DATA_KINDS } from '#domain/disclosure/retention'
import { writeInstallationValue, readInstallationValue } from './notes.ts'
import type { Database } from './tables/tables.ts'

const KEY = 'retention'

/** Number of rows removed, by kind. */
export type RemovedRowCounts = Partial<Record<ExpiringDataKind, number>>

const noted = z.object({
  at: z.iso.datetime(),
  removed: z.partialRecord(z.enum(EXPIRING_DATA_KINDS), z.int()),
})

/** Stores the instant of the last removal of ended rows, and their numbers. */
export const recordRetention = (
  db: Kysely<Database>,
  at: Instant,
  removed: RemovedRowCounts,
): Promise<void> => writeInstallationValue(db, KEY, JSON.stringify({ at, ok: true, removed }))

/** Reads the instant of the last removal of ended rows, and their numbers; null if none is recorded. */
export const readLastRetention = async (
  db: Kysely<Database>,
): Promise<{ at: Instant; removed: RemovedRowCounts } | null> => {
  const value = await readInstallationValue(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}
