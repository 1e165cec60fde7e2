import { createHash } from 'node:crypto'
import type { VerificationFault } from './check.ts'
import type { PeekableSequence } from './peeking.ts'

/** A changed row, as it is recorded with the log. */
export interface RowChange {
  nr: number
  /** Transaction of the change; one entry vouches for all changes in it. */
  batch: number
  tableName: string
  rowKey: string
  /** SHA-256 of the salt and the whole row; null if the row was removed. */
  digest: Buffer | null
  salt: string | null
}

/** An entry of the log that vouches for the changes of a batch. */
export interface VouchingEntry {
  id: number
  rowsBatch: number
  rowsHash: string | null
}

const MOST_ROWS_NAMED = 200

/** Hashes the changes of a batch one by one, since there may be millions. */
const openBatch = (number: number) => {
  const lines = createHash('sha256')
  const named: string[] = []
  return {
    number,
    take: ({ tableName, rowKey, digest }: RowChange): void => {
      lines.update(`${tableName} ${rowKey} ${digest?.toString('hex') ?? 'gone'}\n`)
      if (named.length < MOST_ROWS_NAMED) named.push(`${tableName} ${rowKey}`)
      else if (named.length === MOST_ROWS_NAMED) named.push('others')
    },
    /** The hash for which its entry vouches: the SHA-256 of one line for each change. */
    hash: (): string => lines.copy().digest('hex'),
    named,
  }
}

const NO_CHANGES = openBatch(0)

const faultOf = (
  { id, rowsHash }: VouchingEntry,
  batch: ReturnType<typeof openBatch>,
): VerificationFault | undefined =>
  batch.hash() === rowsHash
    ? undefined
    : {
        what: `The entry of the log with id ${id}`,
        why: `vouches for other row changes than those stored${batch.named.length > 0 ? ` (of ${batch.named.join(', ')})` : ''}`,
      }

/**
 * Checks that the stored changes are those for which entries vouch. Entries and changes come in the order of their
 * batches, changes page by page, and each page is passed on with the entry that vouches for each change; changes
 * without such an entry do not count.
 */
export async function* verifyRowChanges(
  entries: PeekableSequence<VouchingEntry>,
  pages: AsyncIterable<RowChange[]>,
  seen: (
    page: { change: RowChange; entryId: number | undefined }[],
  ) => AsyncIterable<VerificationFault> | readonly VerificationFault[],
): AsyncIterable<VerificationFault> {
  let batch = NO_CHANGES
  /** Checks the entries of the batch that has ended, and those of batches without changes. */
  const upTo = async function* (next: number): AsyncIterable<VerificationFault> {
    for (let entry = await entries.peek(); entry && entry.rowsBatch < next; entry = await entries.peek()) {
      await entries.next()
      const fault = faultOf(entry, entry.rowsBatch === batch.number ? batch : NO_CHANGES)
      if (fault) yield fault
    }
  }
  for await (const page of pages) {
    const handed: { change: RowChange; entryId: number | undefined }[] = []
    for (const change of page) {
      if (change.batch !== batch.number) {
        yield* upTo(change.batch)
        batch = openBatch(change.batch)
      }
      batch.take(change)
      const entry = await entries.peek()
      handed.push({ change, entryId: entry?.rowsBatch === change.batch ? entry.id : undefined })
    }
    yield* seen(handed)
  }
  yield* upTo(Infinity)
}
