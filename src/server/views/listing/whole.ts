import { sql } from 'kysely'
import { type IdAndName, idAndNameList } from '#contract/kit/values'
import type { Actor } from '#domain/people/actor'
import type { StoredRow } from '#domain/values/subject'
import { PLAN_EACH_TIME_PREFIX } from '../../store/planning.ts'
import type { ViewContext } from '../kit/context.ts'
import {
  type AnyListing,
  columnsToFetch,
  type ListQuery,
  parseListRequest,
  countSelectedRows,
} from './listing.ts'
import { orderedRowsQuery } from './sorts.ts'

type Row = Record<string, unknown>

const AT_ONCE = 1000

/**
 * Yields all rows that a query selects, in order, in chunks from one snapshot; the next chunk is fetched while the
 * last is written. Holds a connection until the last chunk is fetched or the generator returns; the database closes
 * it after a minute without a fetch.
 */
export const iterateAllRows = async function* (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: ViewContext,
): AsyncGenerator<Row[]> {
  const table = { ...listing, ...listing.table }
  const asked = parseListRequest(table, { ...query, cursor: undefined }, reader, on)
  const total = await countSelectedRows(listing, query, reader, { db, on })
  const moment = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let coming: Promise<Row[]> | undefined
  try {
    const rows = orderedRowsQuery({ ...asked, columns: columnsToFetch(table), total })
    await Promise.all([
      // The client may be slow to read.
      sql`set local idle_in_transaction_session_timeout = '1min'`.execute(moment),
      sql`${PLAN_EACH_TIME_PREFIX} declare everything no scroll cursor for ${rows}`.execute(moment),
    ])
    const fetch = async (): Promise<Row[]> => {
      const { rows: some } = await sql<StoredRow>`fetch ${sql.lit(AT_ONCE)} from everything`.execute(moment)
      return some.length === 0 ? [] : table.rows(moment, some, reader, on)
    }
    coming = fetch()
    for (let some = await coming; some.length > 0; some = await coming) {
      coming = fetch()
      // The consumer may never fetch the next chunk.
      coming.catch(() => {})
      yield some
    }
  } finally {
    await coming?.catch(() => {})
    // A broken connection has ended its transaction.
    await moment
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** Rows that a query selects as choices of a form, by name. */
export const readRowsAsChoices = async (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: ViewContext,
): Promise<IdAndName[]> => {
  const named = { ...listing, ...listing.choices }
  const asked = parseListRequest(named, { ...query, cursor: undefined }, reader, on)
  const total = await countSelectedRows(listing, query, reader, { db, on })
  const { rows } = await orderedRowsQuery({ ...asked, columns: columnsToFetch(named), total }).execute(db)
  return idAndNameList.parse(await named.rows(db, rows, reader, on))
}
