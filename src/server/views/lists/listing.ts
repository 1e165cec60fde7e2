import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { CREDIT_TYPES } from '#domain/credit-type'
import { dayOf } from '#domain/dates'
import type { Collection, Entities, StoredKind } from '#domain/entities'
import { quantityOf } from '#domain/units'
import type { ListOf } from '#domain/wire/general'
import type { SoldTotal } from '#domain/wire/project'
import { collectionSubject } from '../../runner/facts.ts'
import { availableOn } from '../../runner/available.ts'
import { badRequest } from '../../runner/refusals.ts'
import type { Database } from '../../store/tables.ts'
import type { ViewContext } from '../context.ts'
import { visibleTo } from '../visible.ts'
import { type Cursor, cursorOf, readCursor } from './cursor.ts'
import { mostAtOnce } from './most-at-once.ts'
import { ordered, type Sort } from './sorts.ts'
import { summed } from './summed.ts'

/** The words after the question mark, as they came. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** How a filter of the query becomes a condition; throws 400 for a value it does not know. */
export type Filter = (values: readonly string[], reader: Actor) => Expression<SqlBool>

/** Where `q` is looked for: the condition that a pattern is found there. */
export type Search = (pattern: string, reader: Actor) => Expression<SqlBool>

/** One column of a list as it is exported. */
export interface Column<R> {
  title: string
  value: (row: R) => string | number | null
}

/** A list of one kind: who sees what of it, how it is filtered and sorted, and how its rows look. */
export interface Listing<K extends StoredKind, R> {
  kind: K
  filters: Record<string, Filter>
  sorts: Record<string, Sort>
  /** One of the sorts, with a minus for the other direction. */
  defaultSort: string
  /** The texts that `q` is looked for in. */
  searchColumns: readonly Search[]
  rows: (db: Kysely<Database>, entities: Entities[K][], reader: Actor) => Promise<R[]> | R[]
  columns: readonly Column<R>[]
  /** The columns that `rows` looks at, where the others need not be fetched. */
  reads?: readonly (keyof Entities[K] & string)[]
  /** The collection on which one adds. */
  collection?: Collection
  /** What the list leaves out whoever asks. */
  baseFilter?: Expression<SqlBool>
  /** The column of credits that names these things, by which what was sold of them is summed up. */
  ownerColumn?: 'projectId' | 'requirementId'
  /** What everybody may choose from by name, though not read. */
  nameable?: Expression<SqlBool>
}

/** The words that every list understands. */
const COMMON = ['limit', 'cursor', 'sort', 'q', 'format']
const MOST = 200
const USUAL = 50

/** The values of one word; empty ones count as not said. */
const valuesOf = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().filter(value => value !== '')

/** The one value of a word that may be said once. */
export const valueOf = (query: Query, name: string): string | undefined => {
  const values = valuesOf(query, name)
  if (values.length > 1) throw badRequest(`Unknown query value: ${name} may be given once`)
  return values[0]
}

const limitOf = (query: Query): number => {
  const text = valueOf(query, 'limit')
  if (text === undefined) return USUAL
  const limit = Number(text)
  if (!/^\d{1,4}$/.test(text) || limit < 1 || limit > MOST)
    throw badRequest(`Unknown query value: limit is a number from 1 to ${MOST}`)
  return limit
}

const LONGEST_SEARCH = 200

const matching = (searched: readonly Search[], query: Query, reader: Actor): Expression<SqlBool> => {
  const q = valueOf(query, 'q')
  if (q === undefined) return sql<SqlBool>`true`
  if (q.length > LONGEST_SEARCH)
    throw badRequest(`Unknown query value: q is at most ${LONGEST_SEARCH} characters`)
  const pattern = `%${q.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  return sql<SqlBool>`(${sql.join(
    searched.map(found => found(pattern, reader)),
    sql` or `,
  )})`
}

const columnsOf = <K extends StoredKind, R>({ kind, reads }: Listing<K, R>): RawBuilder<unknown> =>
  reads ? sql.join(reads.map(column => sql.ref(`${kind}.${column}`))) : sql`${sql.table(kind)}.*`

interface ListRequest {
  kind: StoredKind
  reader: Actor
  conditions: RawBuilder<unknown>
  sort: Sort
  /** The sorting as the query names it. */
  sorting: string
  descending: boolean
  cursor: Cursor | undefined
}

const parseListRequest = <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
): ListRequest => {
  for (const name of Object.keys(query))
    if (!COMMON.includes(name) && !Object.hasOwn(listing.filters, name))
      throw badRequest(`Unknown query value: ${name.slice(0, 50)}`)
  const visible = visibleTo(listing.kind, reader)
  const conditions = [
    query.format === 'choices' && listing.nameable
      ? sql<SqlBool>`(${visible} or ${listing.nameable})`
      : visible,
    ...(listing.baseFilter ? [listing.baseFilter] : []),
    ...Object.entries(listing.filters).flatMap(([name, filter]) => {
      const values = valuesOf(query, name)
      return values.length === 0 ? [] : [filter(values, reader)]
    }),
    matching(listing.searchColumns, query, reader),
  ]
  const sorting = valueOf(query, 'sort') ?? listing.defaultSort
  const descending = sorting.startsWith('-')
  const name = descending ? sorting.slice(1) : sorting
  const sort = Object.hasOwn(listing.sorts, name) ? listing.sorts[name] : undefined
  if (!sort) throw badRequest(`Unknown query value: cannot sort by ${name.slice(0, 50)}`)
  return {
    kind: listing.kind,
    reader,
    conditions: sql`${sql.join(conditions, sql` and `)}`,
    sort,
    sorting,
    descending,
    cursor: readCursor(valueOf(query, 'cursor'), sorting, sort.type),
  }
}

/** The condition that a query puts to the rows of a list, for counts and sums of them. */
export const conditionOf = <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
): RawBuilder<unknown> => parseListRequest(listing, query, reader).conditions

/** One page of a list, with how many there are in all and what may be added to it. */
export const listOf = async <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<ListOf<R>> => {
  const asked = parseListRequest(listing, query, reader)
  const limit = limitOf(query)
  // One more than asked tells whether there is another page.
  const { rows } = await ordered({ ...asked, columns: columnsOf(listing), limit: limit + 1 }).execute(db)
  const page = (rows as (Entities[K] & { sortedBy: string | number })[]).slice(0, limit)
  const last = page.at(-1)
  const [sum] = await summed(
    db,
    sql<{
      total: number
    }>`select count(*) as total from ${sql.table(listing.kind)} where ${asked.conditions}`,
  )
  return {
    items: await listing.rows(db, page, reader),
    total: sum!.total,
    next: rows.length > limit && last ? cursorOf(asked.sorting, { value: last.sortedBy, id: last.id }) : null,
    actions: listing.collection
      ? availableOn(listing.collection, collectionSubject(listing.collection), reader, {
          round: undefined,
          today: dayOf(now),
        })
      : [],
  }
}

/** What the credits of all things come to that a query selects, by credit type: sold, kept as reserve, and unused. */
export const soldOf = async <K extends StoredKind, R>(
  listing: Listing<K, R>,
  column: 'projectId' | 'requirementId',
  query: Query,
  reader: Actor,
  { db }: ViewContext,
): Promise<SoldTotal[]> => {
  const { cursor: _, format: __, ...words } = query
  const { conditions } = parseListRequest(listing, words, reader)
  const rows = await mostAtOnce(
    db,
    sql`array[type, case when ${sql.ref('credit.requirementId')} is not null then 'sold'
      when ${sql.ref('credit.isReserved')} then 'reserved'
      when not is_whole(${sql.ref('credit.status')}) then 'unused' else 'whole' end]`,
    sql<SqlBool>`${sql.ref(`credit.${column}`)} in (
      select ${sql.ref(`${listing.kind}.id`)} from ${sql.table(listing.kind)} where ${conditions})`,
  )
  const units = (creditType: string, share: string) =>
    quantityOf(rows.find(({ sort }) => sort[0] === creditType && sort[1] === share)?.units ?? 0)
  return CREDIT_TYPES.filter(type => rows.some(({ sort }) => sort[0] === type)).map(creditType => ({
    creditType,
    sold: units(creditType, 'sold'),
    reserved: units(creditType, 'reserved'),
    unused: units(creditType, 'unused'),
  }))
}

const AT_ONCE = 1000

/**
 * All rows that a query selects, in their order, some at a time. What they are is settled at once, so nothing is sorted
 * twice; the next are fetched while the last are written.
 */
export const everyRow = async function* <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
  { db }: ViewContext,
): AsyncGenerator<R[]> {
  const { cursor: _, ...words } = query
  const id = sql.ref(`${listing.kind}.id`)
  const selection = ordered({ ...parseListRequest(listing, words, reader), columns: sql`${id}` })
  const { rows: all } = await sql<{ ids: string[] }>`
    select array(select id from (${selection}) as found) as ids`.execute(db)
  const ids = all[0]!.ids
  const fetch = async (from: number): Promise<R[]> => {
    if (from >= ids.length) return []
    const wanted = ids.slice(from, from + AT_ONCE)
    const { rows } = await sql<Entities[K]>`
      select ${columnsOf(listing)} from ${sql.table(listing.kind)} where ${id} = any(${wanted}::text[])`.execute(
      db,
    )
    const byId = new Map(rows.map(row => [row.id, row]))
    return listing.rows(
      db,
      wanted.flatMap(one => byId.get(one) ?? []),
      reader,
    )
  }
  let coming = fetch(0)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await coming
    coming = fetch(from + AT_ONCE)
    // Nobody may ask for them any more.
    coming.catch(() => {})
    yield rows
  }
}
