import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SystemVerificationProgress } from '#contract/system/system-verification'
import type { Instant } from '@credit-market/values/dates'
import { chainPendingEntries } from '../log/chaining.ts'
import type { RecordedChainPoint } from '../log/log-check.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import { readOnSnapshot } from '../store/one-moment.ts'
import type { Database } from '../store/tables/tables.ts'
import { verifySincePoint } from './since.ts'
import { runChecks } from './verify.ts'

const KEY = 'verified-up-to'

const noted = z.object({ seq: z.int(), hash: z.string(), at: z.string() })

/** Returns the last entry up to which the continuous verification has come, with the hash that it had then. */
export const readLastVerifiedEntry = async (
  db: Kysely<Database>,
): Promise<(RecordedChainPoint & { at: Instant }) | undefined> => {
  const value = await readInstallationValue(db, KEY)
  return value === undefined ? undefined : noted.parse(JSON.parse(value))
}

/** Returns the last entry of the log that was verified continuously, and when; null before the first time. */
export const readVerifiedProgress = async (
  db: Kysely<Database>,
): Promise<SystemVerificationProgress | null> => {
  const last = await readLastVerifiedEntry(db)
  return last ? { seq: last.seq, at: last.at } : null
}

const endOfLog = (db: Kysely<Database>): Promise<RecordedChainPoint | undefined> =>
  db.selectFrom('activityChain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

/**
 * Verifies the entries since the last time, and the rows that they changed; entries from before the first time are left
 * to the integrity check. Returns the number of differences. Progress is recorded only if there are none.
 */
export const verifyNewEntries = async (
  db: Kysely<Database>,
  { now, signal }: { now: Instant; signal: AbortSignal },
): Promise<number> => {
  await chainPendingEntries(db)
  const last = await readLastVerifiedEntry(db)
  const differs = async (from: RecordedChainPoint): Promise<number> => {
    let end = from
    const { differences, more } = await readOnSnapshot(db, moment =>
      runChecks({ db: moment, now, signal }, [verifySincePoint(from, point => (end = point))]),
    )
    if (differences.length === 0) await writeInstallationValue(db, KEY, JSON.stringify({ ...end, at: now }))
    return differences.length + more
  }
  if (last) return differs(last)
  const end = await endOfLog(db)
  if (end) await writeInstallationValue(db, KEY, JSON.stringify({ ...end, at: now }))
  return 0
}
