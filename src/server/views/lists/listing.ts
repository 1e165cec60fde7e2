import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { type Day, dayOf } from '#domain/dates'
import type { FilterOf, Listed, RowOf, SortOf } from '#contract/noun'
import type { Entities, StoredKind } from '#domain/entities'
import type { Stored } from '#domain/subject'
import { readsAll } from '#contract/read-access'
import type { ListOf } from '#contract/resource'
import type { Named } from '#contract/values'
import { collectionSubject } from '../../runner/facts.ts'
import { availableOn } from '../../runner/available.ts'
import type { Reading } from '../../store/state.ts'
import type { Database } from '../../store/tables.ts'
import type { ViewContext } from '../context.ts'
import { withDoors } from '../doors.ts'
import { patternsOf } from '../found-by.ts'
import { visibleTo } from '../visible.ts'
import { type Cursor, cursorOf, readCursor } from './cursor.ts'
import { FEW, isBySelf, type OneOf, ordered, type Sort, type SortOnDay, type Within } from './sorts.ts'
import { summed } from './summed.ts'

/** What is asked of a list, as its endpoint has read it. */
export interface ListQuery extends Readonly<Record<string, unknown>> {
  limit?: number
  cursor?: string
  sort?: string
  q?: string
  /** Only these. */
  id?: readonly string[]
  format?: string
}

/** How a filter of the query becomes a condition. */
export interface Filter {
  (values: readonly string[], reader: Actor): Expression<SqlBool>
  /** The values of a column that it lets through; rows of each are in order along an index. */
  along?: (values: readonly string[]) => Omit<OneOf, 'besides'>
  /** It says more than that. */
  saysMore?: true
}

/** How many rows a text is known to select: those that are few can be looked up, each by what it is found by. */
export type Among = 'few' | 'many'

/** Where `q` is looked for: the condition that one of some patterns is found there. */
export type Search = (patterns: readonly string[], reader: Actor, among: Among) => Expression<SqlBool>

/** One column of a list as it is exported. */
export interface Column<R> {
  /** What it is called; where it is for a day, it says for which. */
  title: string | ((on: Day) => string)
  value(row: R): string | number | null
}

type Row = Record<string, unknown>

/** How the list of a noun is read, as everything generic sees it. */
export interface AnyListing {
  noun: Listed
  filters: Readonly<Record<string, Filter>>
  sorts: Readonly<Record<string, Sort | SortOnDay>>
  /** One of the sorts, with a minus for the other direction. */
  defaultSort: string
  /** The texts that `q` is looked for in. */
  searchColumns: readonly Search[]
  rows(db: Kysely<Database>, entities: readonly Stored[], reader: Actor, on: Day): Promise<Row[]> | Row[]
  columns: readonly Column<Row>[]
  /** The columns that `rows` looks at, where the others need not be fetched. */
  reads?: readonly string[]
  /** What a download is made of, where that is more than a row of the list: the columns it looks at, and its rows. */
  table?: {
    reads?: readonly string[]
    rows(db: Kysely<Database>, entities: readonly Stored[], reader: Actor, on: Day): Promise<Row[]>
  }
  /** How they are called where one chooses from them, if not by the name in their rows, and the columns that this looks at. */
  choices?: {
    reads: readonly string[]
    rows(db: Kysely<Database>, entities: readonly Stored[]): Promise<Named[]>
  }
  /** The filters that ask for nothing but what kept counts are by: what they alone narrow down is counted already. */
  counted?: readonly string[]
  /** What the list leaves out whoever asks. */
  baseFilter?: Expression<SqlBool>
  /** The column of credits that names these things, by which what was sold of them is summed up. */
  ownerColumn?: 'projectId' | 'requirementId'
  /** What everybody may choose from by name, though not read. */
  nameable?: Expression<SqlBool>
}

/** How the list of a noun is read: every filter and sort that its card names, and rows as the card shapes them. */
export interface Listing<N extends Listed, R extends RowOf<N> = RowOf<N>> extends AnyListing {
  noun: N
  filters: { readonly [F in FilterOf<N>]: Filter }
  sorts: { readonly [S in SortOf<N>]: Sort | SortOnDay }
  defaultSort: SortOf<N> | `-${SortOf<N>}`
  rows(
    db: Kysely<Database>,
    entities: Entities[N['kind']][],
    reader: Actor,
    on: Day,
  ): Promise<RowOf<N>[]> | RowOf<N>[]
  columns: readonly Column<R>[]
  table?: {
    reads?: readonly (keyof Entities[N['kind']] & string)[]
    rows(db: Kysely<Database>, entities: Entities[N['kind']][], reader: Actor, on: Day): Promise<R[]>
  }
  reads?: readonly (keyof Entities[N['kind']] & string)[]
  choices?: {
    reads: readonly (keyof Entities[N['kind']] & string)[]
    rows(db: Kysely<Database>, entities: Entities[N['kind']][]): Promise<Named[]>
  }
  counted?: readonly FilterOf<N>[]
}

const USUAL = 50

const matching = (
  searched: readonly Search[],
  q: string | undefined,
  reader: Actor,
  among: Among,
): Expression<SqlBool> =>
  q === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        searched.map(found => found(patternsOf(q), reader, among)),
        sql` or `,
      )})`

/** The columns that a list fetches. */
export const columnsOf = ({ noun: { kind }, reads }: AnyListing): RawBuilder<unknown> =>
  reads ? sql.join(reads.map(column => sql.ref(`${kind}.${column}`))) : sql`${sql.table(kind)}.*`

interface ListRequest {
  kind: StoredKind
  reader: Actor
  conditions: RawBuilder<unknown>
  oneOf: OneOf | undefined
  isNarrowed: boolean
  sort: Sort
  within: Within
  /** The sorting as the query names it. */
  sorting: string
  descending: boolean
  cursor: Cursor | undefined
}

const sortOf = ({ noun, sorts }: AnyListing, sorting: string, on: Day) => {
  const descending = sorting.startsWith('-')
  const found = sorts[descending ? sorting.slice(1) : sorting]
  const sort = typeof found === 'function' ? found(on) : found
  if (!sort) throw new Error(`${noun.list} cannot be sorted by ${sorting}`)
  return { sort, descending }
}

/** Rows alike in what is asked for are in the usual order, where that is by the row itself. */
const withinOf = (listing: AnyListing, on: Day): Within => {
  const { sort, descending } = sortOf(listing, listing.defaultSort, on)
  return isBySelf(sort)
    ? { type: sort.type, by: sort.by, descending }
    : { type: 'string', by: sql`${sql.ref(`${listing.noun.kind}.id`)}`, descending: false }
}

/** What a query asks of a list, made ready for the database. */
export const parseListRequest = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  on: Day,
  among: Among = 'few',
): ListRequest => {
  const { noun, nameable, baseFilter } = listing
  const visible = visibleTo(noun.kind, reader)
  const asked = Object.entries(listing.filters).flatMap(([name, filter]) => {
    const values = [...new Set([query[name] ?? []].flat().map(String))]
    return values.length === 0 ? [] : [{ filter, values }]
  })
  const others = [
    query.format === 'choices' && nameable ? sql<SqlBool>`(${visible} or ${nameable})` : visible,
    ...(baseFilter ? [baseFilter] : []),
    matching(listing.searchColumns, query.q, reader, among),
    ...(query.id ? [sql<SqlBool>`${sql.ref(`${noun.kind}.id`)} = any(${query.id}::text[])`] : []),
  ]
  const and = (more: typeof asked) =>
    sql`${sql.join([...others, ...more.map(({ filter, values }) => filter(values, reader))], sql` and `)}`
  const first = asked.find(({ filter }) => filter.along)
  const along = first?.filter.along?.(first.values)
  const sorting = query.sort ?? listing.defaultSort
  const { sort, descending } = sortOf(listing, sorting, on)
  const within = withinOf(listing, on)
  return {
    kind: noun.kind,
    reader,
    conditions: and(asked),
    isNarrowed: asked.length > 0 || query.q !== undefined || query.id !== undefined || !readsAll(reader),
    // Only the usual order has indexes that begin with the column.
    oneOf:
      along && sorting.replace(/^-/, '') === listing.defaultSort.replace(/^-/, '')
        ? { ...along, besides: and(asked.filter(one => one !== first || one.filter.saysMore)) }
        : undefined,
    sort,
    within,
    sorting,
    descending,
    cursor: readCursor(query.cursor, sorting, sort.type, isBySelf(sort) ? null : within.type),
  }
}

/** Is all that a query asks of its list among what kept counts are by? */
const isCountedBy = ({ counted, filters }: AnyListing, query: ListQuery, reader: Actor): boolean =>
  counted !== undefined &&
  readsAll(reader) &&
  query.q === undefined &&
  query.id === undefined &&
  Object.keys(filters).every(
    name => counted.includes(name) || query[name] === undefined || [query[name]].flat().length === 0,
  )

/**
 * The condition that a query puts to the rows of a list, for counts and sums of them; can it be put to the kept counts too? And
 * what do they read: what is in the registry of credits is of what is sold.
 */
export const chosenBy = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { on }: Pick<ViewContext, 'on'>,
): { conditions: RawBuilder<unknown>; isCounted: boolean; reading: Reading } => ({
  conditions: parseListRequest(listing, query, reader, on).conditions,
  isCounted: isCountedBy(listing, query, reader),
  reading: { soldOnly: listing.noun.kind === 'credit' && String(query.registry) === 'true' },
})

/** How many rows of a list a query selects. */
export const totalOf = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: Pick<ViewContext, 'db' | 'on'>,
): Promise<number> => {
  const { kind } = listing.noun
  const { conditions, isCounted, reading } = chosenBy(listing, query, reader, { on })
  return summed(
    db,
    isCounted
      ? sql<{ count: number }>`select coalesce(sum(number), 0) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${conditions}`
      : sql<{ count: number }>`select count(*) as count from ${sql.table(kind)} where ${conditions}`,
    ([row]) => row!.count,
    reading,
  )
}

/** One page of a list, with how many there are in all and what may be added to it. */
export const listOf = async <N extends Listed>(
  listing: AnyListing & { noun: N },
  query: ListQuery,
  reader: Actor,
  { db, read, now, on }: ViewContext,
): Promise<ListOf<RowOf<N>>> => {
  // How many there are decides how they are best read.
  const total = await totalOf(listing, query, reader, { db, on })
  const asked = parseListRequest(listing, query, reader, on, total > FEW ? 'many' : 'few')
  const { limit = USUAL } = query
  const { collection } = listing.noun
  // One more than asked tells whether there is another page.
  const { rows } = await ordered({ ...asked, columns: columnsOf(listing), limit: limit + 1, total }).execute(
    db,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: (await listing.rows(db, page, reader, on)) as RowOf<N>[],
    total,
    next:
      rows.length > limit && last
        ? cursorOf(asked.sorting, { value: last.sortedBy, also: last.alsoBy, id: last.id })
        : null,
    actions: collection
      ? await withDoors(
          collection,
          collectionSubject(collection),
          availableOn(collection, collectionSubject(collection), reader, {
            round: undefined,
            today: dayOf(now),
          }),
          reader,
          { read, now },
        )
      : [],
  }
}
