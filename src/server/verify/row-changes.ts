import { createHash } from 'node:crypto'
import type { Fault } from './check.ts'
import type { Peeking } from './peeking.ts'

/** That a row was changed, as it is noted beside the log. */
export interface RowChange {
  nr: number
  /** Of which transaction; for all changes of one an entry vouches. */
  batch: number
  tableName: string
  rowKey: string
  /** The SHA-256 of the salt and all that the row says; null where the row was taken away. */
  digest: Buffer | null
  salt: string | null
}

/** An entry of the log that vouches for the changes of a batch. */
export interface Vouching {
  id: number
  rowsBatch: number
  rowsHash: string | null
}

const MOST_ROWS_NAMED = 200

/** The changes of a batch, taken in as they come, since there may be millions of them. */
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
    /** What its entry vouches for: the SHA-256 of one line for each change. */
    hash: (): string => lines.copy().digest('hex'),
    named,
  }
}

const NO_CHANGES = openBatch(0)

const faultOf = ({ id, rowsHash }: Vouching, batch: ReturnType<typeof openBatch>): Fault | undefined =>
  batch.hash() === rowsHash
    ? undefined
    : {
        what: `The entry of the log with id ${id}`,
        why: `vouches for other changes of rows than lie beside it${batch.named.length > 0 ? ` (of ${batch.named.join(', ')})` : ''}`,
      }

/**
 * What every entry vouches for must be what lies beside the log. Entries and changes come in the order of their batches, changes
 * page by page, and each page is handed on with the entry that vouches for each change; those for which none does count for nothing.
 */
export async function* changesAsVouchedFor(
  entries: Peeking<Vouching>,
  pages: AsyncIterable<RowChange[]>,
  seen: (
    page: { change: RowChange; entryId: number | undefined }[],
  ) => AsyncIterable<Fault> | readonly Fault[],
): AsyncIterable<Fault> {
  let batch = NO_CHANGES
  /** The entries of the batch that has ended, and those of batches that have no changes. */
  const upTo = async function* (next: number): AsyncIterable<Fault> {
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
