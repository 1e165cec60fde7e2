import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'

/** What is verified, all of one moment, in a transaction that only reads (`store/one-moment.ts`). */
export interface Reading {
  db: Kysely<Database>
  now: Instant
  /**
   * What earlier verifications have found sound, and how far they have come, by keys of the checks' own; they note here what they find.
   * Without it everything is looked at.
   */
  kept?: Map<string, string>
  /** Breaks the verification off. */
  signal?: AbortSignal
}

/** Something that is not as it should be: of what (a table and a row, a thing, an entry of the log), and why, in a sentence. */
export interface Fault {
  what: string
  why: string
}

/** A fault, and the part of the verification that found it. */
export interface Difference extends Fault {
  part: string
}

/** A difference in one line. */
export const lineOf = ({ part, what, why }: Difference): string => `${part}: ${what} ${why}`

/**
 * One part of the verification. It reads page by page, in bounded memory, says after each how many things it has looked at, and
 * goes on after a fault; what it throws ends this part only, and is a difference.
 */
export interface Check {
  name: string
  /** `looked` throws once the verification is to break off. */
  run: (reading: Reading, looked: (things: number) => void) => AsyncIterable<Fault>
}
