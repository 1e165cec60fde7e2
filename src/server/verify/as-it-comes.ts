import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SystemVerifiedUpTo } from '#contract/system-verification'
import type { Instant } from '#domain/dates'
import { chainNow } from '../store/chaining.ts'
import type { ChainPoint } from '../store/log-check.ts'
import { note, noteOf } from '../store/notes.ts'
import { atOneMoment } from '../store/one-moment.ts'
import type { Database } from '../store/tables.ts'
import { since } from './since.ts'
import { verify } from './verify.ts'

const KEY = 'verified-up-to'

const noted = z.object({ seq: z.int(), hash: z.string(), at: z.string() })

/** Up to where what came was verified as it came, with the hash that the entry had then. */
export const lastNoted = async (
  db: Kysely<Database>,
): Promise<(ChainPoint & { at: Instant }) | undefined> => {
  const value = await noteOf(db, KEY)
  return value === undefined ? undefined : noted.parse(JSON.parse(value))
}

/** Up to which entry of the log what came was verified as it came, and when; null before the first time. */
export const verifiedUpTo = async (db: Kysely<Database>): Promise<SystemVerifiedUpTo | null> => {
  const last = await lastNoted(db)
  return last ? { seq: last.seq, at: last.at } : null
}

const endOfLog = (db: Kysely<Database>): Promise<ChainPoint | undefined> =>
  db.selectFrom('activityChain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

/**
 * Verifies the entries that came since the last time, and the rows that they changed; what came before the first time is verified with
 * the whole market. Answers how much differs. It is noted how far it came only where nothing does.
 */
export const verifyAsItComes = async (
  db: Kysely<Database>,
  { now, signal }: { now: Instant; signal: AbortSignal },
): Promise<number> => {
  await chainNow(db)
  const last = await lastNoted(db)
  const differs = async (from: ChainPoint): Promise<number> => {
    let end = from
    const { differences, more } = await atOneMoment(db, moment =>
      verify({ db: moment, now, signal }, [since(from, point => (end = point))]),
    )
    if (differences.length === 0) await note(db, KEY, JSON.stringify({ ...end, at: now }))
    return differences.length + more
  }
  if (last) return differs(last)
  const end = await endOfLog(db)
  if (end) await note(db, KEY, JSON.stringify({ ...end, at: now }))
  return 0
}
