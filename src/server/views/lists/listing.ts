import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { CREDIT_TYPES } from '#domain/credit-type'
import { dayOf } from '#domain/dates'
import type { Collection, Entities, StoredKind } from '#domain/entities'
import { quantityOf } from '#domain/units'
import type { ListOf } from '#domain/wire/general'
import type { SoldTotal } from '#domain/wire/project'
import { collectionSubject } from '../../facts.ts'
import { offeredOn } from '../../offered-actions.ts'
import { badRequest } from '../../refused.ts'
import type { Database } from '../../store/tables.ts'
import type { ViewContext } from '../context.ts'
import { visibleTo } from '../visible.ts'
import { type Cursor, cursorOf, readCursor } from './cursor.ts'
import { mostAtOnce } from './most-at-once.ts'

/** The words after the question mark, as they came. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** How a filter of the query becomes a condition; throws 400 for a value it does not know. */
export type Filter = (values: readonly string[], reader: Actor) => Expression<SqlBool>

/** What a list can be sorted by: never null. */
export interface Sort {
  by: Expression<unknown>
  type: 'string' | 'number'
  /** The table, called `sorted`, that holds what it is sorted by, where that is another one. */
  join?: (reader: Actor) => RawBuilder<unknown>
}

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
  usually: string
  /** The texts that `q` is looked for in. */
  searched: readonly Search[]
  rows: (db: Kysely<Database>, entities: Entities[K][], reader: Actor) => Promise<R[]> | R[]
  columns: readonly Column<R>[]
  /** The columns that `rows` looks at, where a table to download need not fetch the others. */
  reads?: readonly (keyof Entities[K] & string)[]
  /** The collection on which one adds. */
  collection?: Collection
  /** What the list leaves out whoever asks. */
  only?: Expression<SqlBool>
  /** The column of credits that names these things, by which what was sold of them is summed up. */
  soldBy?: 'projectId' | 'requirementId'
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

const every = (conditions: readonly Expression<SqlBool>[]) => sql`${sql.join(conditions, sql` and `)}`

interface Asked {
  conditions: Expression<SqlBool>[]
  sort: Sort
  join: RawBuilder<unknown>
  sortName: string
  descending: boolean
  cursor: Cursor | undefined
}

const askedOf = <K extends StoredKind, R>(listing: Listing<K, R>, query: Query, reader: Actor): Asked => {
  for (const name of Object.keys(query))
    if (!COMMON.includes(name) && !Object.hasOwn(listing.filters, name))
      throw badRequest(`Unknown query value: ${name.slice(0, 50)}`)
  const visible = visibleTo(listing.kind, reader)
  const conditions = [
    query.format === 'choices' && listing.nameable
      ? sql<SqlBool>`(${visible} or ${listing.nameable})`
      : visible,
    ...(listing.only ? [listing.only] : []),
    ...Object.entries(listing.filters).flatMap(([name, filter]) => {
      const values = valuesOf(query, name)
      return values.length === 0 ? [] : [filter(values, reader)]
    }),
    matching(listing.searched, query, reader),
  ]
  const asked = valueOf(query, 'sort') ?? listing.usually
  const descending = asked.startsWith('-')
  const sortName = descending ? asked.slice(1) : asked
  const sort = Object.hasOwn(listing.sorts, sortName) ? listing.sorts[sortName] : undefined
  if (!sort) throw badRequest(`Unknown query value: cannot sort by ${sortName.slice(0, 50)}`)
  return {
    conditions,
    sort,
    join: sort.join?.(reader) ?? sql``,
    sortName,
    descending,
    cursor: readCursor(valueOf(query, 'cursor'), asked, sort.type),
  }
}

/** The condition that a query puts to the rows of a list, for counts and sums of them. */
export const conditionOf = <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
): RawBuilder<unknown> => every(askedOf(listing, query, reader).conditions)

interface Page<K extends StoredKind> {
  entities: Entities[K][]
  next: string | null
}

const fetchPage = async <K extends StoredKind, R>(
  { kind }: Listing<K, R>,
  { conditions, sort, join, sortName, descending, cursor }: Asked,
  limit: number,
  db: Kysely<Database>,
): Promise<Page<K>> => {
  const id = sql.ref(`${kind}.id`)
  const beyond = descending ? sql`<` : sql`>`
  const direction = descending ? sql`desc` : sql`asc`
  const here = cursor ? sql`(${sort.by}, ${id}) ${beyond} (${cursor.value}, ${cursor.id})` : sql`true`
  // One more than asked tells whether there is another page.
  const { rows: found } = await sql<Entities[K] & { sortedBy: string | number }>`
    select ${sql.table(kind)}.*, ${sort.by} as "sortedBy"
    from ${sql.table(kind)} ${join}
    where ${every(conditions)} and ${here}
    order by ${sort.by} ${direction}, ${id} ${direction}
    limit ${limit + 1}`.execute(db)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const asked = `${descending ? '-' : ''}${sortName}`
  const next = found.length > limit && last ? cursorOf(asked, { value: last.sortedBy, id: last.id }) : null
  return { entities: page, next }
}

/** One page of a list, with how many there are in all and what may be added to it. */
export const listOf = async <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<ListOf<R>> => {
  const asked = askedOf(listing, query, reader)
  const { entities, next } = await fetchPage(listing, asked, limitOf(query), db)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(listing.kind)} where ${every(asked.conditions)}`.execute(db)
  return {
    items: await listing.rows(db, entities, reader),
    total: rows[0]?.total ?? 0,
    next,
    actions: listing.collection
      ? offeredOn(listing.collection, collectionSubject(listing.collection), reader, {
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
  const { conditions } = askedOf(listing, words, reader)
  const rows = await mostAtOnce(
    db,
    sql`array[type, case when ${sql.ref('credit.requirementId')} is not null then 'sold'
      when ${sql.ref('credit.isReserved')} then 'reserved'
      when not is_whole(${sql.ref('credit.status')}) then 'unused' else 'whole' end]`,
    sql<SqlBool>`${sql.ref(`credit.${column}`)} in (
      select ${sql.ref(`${listing.kind}.id`)} from ${sql.table(listing.kind)} where ${every(conditions)})`,
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

/** All rows that a query selects, in their order, some at a time. What they are is settled at once, so nothing is sorted twice. */
export const everyRow = async function* <K extends StoredKind, R>(
  listing: Listing<K, R>,
  query: Query,
  reader: Actor,
  { db }: ViewContext,
): AsyncGenerator<R[]> {
  const { kind } = listing
  const { cursor: _, ...words } = query
  const { conditions, sort, join, descending } = askedOf(listing, words, reader)
  const direction = descending ? sql`desc` : sql`asc`
  const id = sql.ref(`${kind}.id`)
  const { rows: found } = await sql<{ id: string }>`
    select ${id} from ${sql.table(kind)} ${join}
    where ${every(conditions)} order by ${sort.by} ${direction}, ${id} ${direction}`.execute(db)
  const columns = listing.reads ? sql.join(listing.reads.map(column => sql.ref(column))) : sql`*`
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const ids = found.slice(from, from + AT_ONCE).map(row => row.id)
    const { rows } = await sql<Entities[K]>`
      select ${columns} from ${sql.table(kind)} where ${id} = any(${ids}::text[])`.execute(db)
    const byId = new Map(rows.map(row => [row.id, row]))
    yield await listing.rows(
      db,
      ids.flatMap(one => byId.get(one) ?? []),
      reader,
    )
  }
}
