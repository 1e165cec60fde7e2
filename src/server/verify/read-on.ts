import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../store/tables.ts'

const AT_ONCE = 1000
/** Of rows that may be megabytes long. */
const LARGE_AT_ONCE = 10

let cursors = 0

/** The rows of a query, page by page, within the transaction that asks. */
export async function* readOn<Row>(db: Kysely<Database>, query: string, isLarge = false): AsyncIterable<Row> {
  cursors += 1
  const cursor = `read_on_${cursors}`
  const ask = (statement: string) => db.executeQuery<Row>(CompiledQuery.raw(statement))
  await ask(`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await ask(`fetch ${isLarge ? LARGE_AT_ONCE : AT_ONCE} from ${cursor}`)
    yield* rows
    if (rows.length === 0) break
  }
  await ask(`close ${cursor}`)
}

/** What comes one after the other, of which the next can be looked at before it is taken. */
export interface Peeking<T> {
  peek: () => Promise<T | undefined>
  next: () => Promise<T | undefined>
}

/** Lets the next be looked at before it is taken. */
export const peeking = <T>(from: AsyncIterable<T>): Peeking<T> => {
  const iterator = from[Symbol.asyncIterator]()
  let ahead: { value: T | undefined } | undefined
  const peek = async (): Promise<T | undefined> => {
    if (!ahead) {
      const { done, value } = await iterator.next()
      ahead = { value: done ? undefined : value }
    }
    return ahead.value
  }
  return {
    peek,
    next: async () => {
      const value = await peek()
      ahead = undefined
      return value
    },
  }
}

/** The order of the bytes of texts in UTF-8, which is that of the collation "C". */
export const byBytes = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
