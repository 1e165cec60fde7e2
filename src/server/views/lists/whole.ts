import { sql } from 'kysely'
import { type Named, namedList } from '#contract/values'
import type { Actor } from '#domain/actor'
import type { Stored } from '#domain/subject'
import { PLANNED_ANEW } from '../../store/planning.ts'
import type { ViewContext } from '../context.ts'
import { type AnyListing, columnsOf, type ListQuery, parseListRequest, totalOf } from './listing.ts'
import { ordered } from './sorts.ts'

type Row = Record<string, unknown>

const AT_ONCE = 1000

/**
 * All rows that a query selects, in their order and as they are at one moment, some at a time: the next are fetched while the
 * last are written. A connection is held until the last is fetched or the generator is told to return; the
 * database ends it when nobody asks for more within a minute.
 */
export const everyRow = async function* (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: ViewContext,
): AsyncGenerator<Row[]> {
  const table = { ...listing, ...listing.table }
  const asked = parseListRequest(table, { ...query, cursor: undefined }, reader, on)
  const total = await totalOf(listing, query, reader, { db, on })
  const moment = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let coming: Promise<Row[]> | undefined
  try {
    const rows = ordered({ ...asked, columns: columnsOf(table), total })
    await sql`${PLANNED_ANEW} declare everything no scroll cursor for ${rows}`.execute(moment)
    const fetch = async (): Promise<Row[]> => {
      const { rows: some } = await sql<Stored>`fetch ${sql.lit(AT_ONCE)} from everything`.execute(moment)
      return some.length === 0 ? [] : table.rows(moment, some, reader, on)
    }
    coming = fetch()
    for (let some = await coming; some.length > 0; some = await coming) {
      coming = fetch()
      // Nobody may ask for them any more.
      coming.catch(() => {})
      yield some
    }
  } finally {
    await coming?.catch(() => {})
    // A connection that broke has ended its transaction.
    await moment
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** What a query selects as choices of a form, by name. */
export const choicesOf = async (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: ViewContext,
): Promise<Named[]> => {
  const named = { ...listing, ...listing.choices }
  const asked = parseListRequest(named, { ...query, cursor: undefined }, reader, on)
  const total = await totalOf(listing, query, reader, { db, on })
  const { rows } = await ordered({ ...asked, columns: columnsOf(named), total }).execute(db)
  return namedList.parse(await named.rows(db, rows, reader, on))
}
