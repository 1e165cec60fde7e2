import { sql } from 'kysely'
import type { Instant } from '#domain/dates'
import { messageOf } from '#domain/narrow'
import type { Check, Difference, Reading } from './check.ts'

/** What came of a verification; nothing differs where `differences` is empty. */
export interface Verification {
  at: Instant
  tookMs: number
  /** Every part, with how many things it looked at and how many of them differ. */
  parts: { name: string; looked: number; differences: number }[]
  /** The first of them by name. */
  differences: Difference[]
  /** How many more there are than are named. */
  more: number
}

const MOST_NAMED = 1000

/**
 * Does every check, one after the other, of the moment that is read. It goes on after a fault and after a check that cannot be
 * done, which is a difference itself. Throws only where it is broken off, or the database is lost.
 */
export const verify = async (reading: Reading, checks: readonly Check[]): Promise<Verification> => {
  const begun = performance.now()
  const parts: Verification['parts'] = []
  const differences: Difference[] = []
  for (const { name, run } of checks) {
    const part = { name, looked: 0, differences: 0 }
    const differs = (what: string, why: string): void => {
      part.differences += 1
      if (differences.length < MOST_NAMED) differences.push({ part: name, what, why })
    }
    const looked = (things: number): void => {
      reading.signal?.throwIfAborted()
      part.looked += things
    }
    // What a check asks in vain must not end the transaction in which the others read.
    await sql`savepoint before_part`.execute(reading.db)
    try {
      for await (const { what, why } of run(reading, looked)) differs(what, why)
    } catch (error) {
      reading.signal?.throwIfAborted()
      differs('This part', `could not be verified: ${messageOf(error)}`)
    }
    await sql`rollback to savepoint before_part`.execute(reading.db)
    parts.push(part)
  }
  const all = parts.reduce((sum, part) => sum + part.differences, 0)
  return {
    at: reading.now,
    tookMs: Math.round(performance.now() - begun),
    ...{ parts, differences, more: all - differences.length },
  }
}
