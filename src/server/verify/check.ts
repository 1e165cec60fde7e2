import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import type { BlobStore } from '../files/blob-store.ts'
import type { Database } from '../store/tables.ts'

/** What is verified, all of one moment, in a transaction that only reads (`store/one-moment.ts`). */
export interface Reading {
  db: Kysely<Database>
  files: Pick<BlobStore, 'open'>
  now: Instant
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

/**
 * One part of the verification. It reads page by page, in bounded memory, says after each how many things it has looked at, and
 * goes on after a fault; what it throws ends this part only, and is a difference.
 */
export interface Check {
  name: string
  /** `looked` throws once the verification is to break off. */
  run: (reading: Reading, looked: (things: number) => void) => AsyncIterable<Fault>
}
