import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

/** The data to verify, in one snapshot of a read-only transaction (`store/one-moment.ts`). */
export interface VerificationInput {
  db: Kysely<Database>
  now: Instant
  /**
   * Results and progress of earlier verifications, by keys that the checks choose; checks add their own. Without it
   * everything is checked.
   */
  kept?: Map<string, string>
  /** Leaves out what an earlier verification has accepted, even if it has changed since. */
  onlyAdditions?: boolean
  /** Stops the verification. */
  signal?: AbortSignal
}

/** An error: where it is (a table and a row, a thing, an entry of the log), and what it is, in a sentence. */
export interface VerificationFault {
  what: string
  why: string
}

/** A fault, and the part of the verification that found it. */
export interface VerificationDifference extends VerificationFault {
  part: string
}

/** Formats a difference in one line. */
export const formatDifference = ({ part, what, why }: VerificationDifference): string =>
  `${part}: ${what} ${why}`

/**
 * One part of the verification. It reads page by page, in bounded memory, reports after each page how many things it
 * has checked, and goes on after a fault; an error that it throws ends only this part, and counts as a difference.
 */
export interface VerificationCheck {
  name: string
  /** `looked` throws when the verification must stop. */
  run: (reading: VerificationInput, looked: (things: number) => void) => AsyncIterable<VerificationFault>
}

/**
 * SQL that is true if everything was made in this installation. Data loaded from the archive of another installation
 * are in that one's log; the log here only names the archive's seal.
 */
export const IS_OWN_DATA_SQL = sql<SqlBool>`not exists (select from activity where action = 'LoadArchive')`
