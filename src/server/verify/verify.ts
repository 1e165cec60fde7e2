import { sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { errorMessageOf } from '#domain/values/narrow'
import type { VerificationCheck, VerificationDifference, VerificationInput } from './check.ts'

/** Result of a verification; `differences` is empty if there are none. */
export interface VerificationResult {
  at: Instant
  tookMs: number
  /** Every part, with the number of things checked and of differences. */
  parts: { name: string; looked: number; differences: number }[]
  /** The first of them by name. */
  differences: VerificationDifference[]
  /** Number of further differences that are not listed. */
  more: number
}

const MOST_NAMED = 1000

/**
 * Runs every check on one snapshot, one after the other. It goes on after a fault and after a check that fails to run,
 * which counts as a difference. Throws only if it is stopped, or the database is lost.
 */
export const runChecks = async (
  reading: VerificationInput,
  checks: readonly VerificationCheck[],
): Promise<VerificationResult> => {
  const begun = performance.now()
  const parts: VerificationResult['parts'] = []
  const differences: VerificationDifference[] = []
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
    // A failed query of one check must not end the transaction in which the others read.
    await sql`savepoint before_part`.execute(reading.db)
    try {
      for await (const { what, why } of run(reading, looked)) differs(what, why)
    } catch (error) {
      reading.signal?.throwIfAborted()
      differs('This part', `could not be verified: ${errorMessageOf(error)}`)
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
