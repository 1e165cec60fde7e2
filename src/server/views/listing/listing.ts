import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { type Day, utcDayOf } from '@credit-market/values/dates'
import type { FilterOf, ListedNoun, RowOf, SortOf } from '#contract/kit/noun'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import type { StoredRow } from '#domain/values/subject'
import { mayReadAll } from '#contract/nouns/read-access'
import type { ListPage } from '#contract/kit/resource'
import type { IdAndName } from '#contract/kit/values'
import { subjectOfCollection } from '../../runner/facts.ts'
import { listAvailableActions } from '../../runner/available.ts'
import type { ReadRestriction } from '../../store/state.ts'
import type { Database } from '../../store/tables/tables.ts'
import type { ViewContext } from '../kit/context.ts'
import { addEmptyChoiceHints } from '../kit/doors.ts'
import { toLikePatterns } from '../../search/found-by.ts'
import { visibleToActorSql } from '../kit/visible.ts'
import { type PageCursor, encodeCursor, decodeCursor } from './cursor.ts'
import {
  MAX_SORTED_ROWS,
  isSortByRow,
  type ValueRestriction,
  orderedRowsQuery,
  type ListSort,
  type DatedSort,
  type TieBreakOrder,
} from './sorts.ts'
import { readCachedSum } from './summed.ts'

/** Query of a list, as its endpoint has parsed it. */
export interface ListQuery extends Readonly<Record<string, unknown>> {
  limit?: number
  cursor?: string
  sort?: string
  q?: string
  /** Restricts the list to these ids. */
  id?: readonly string[]
  format?: string
}

/** Turns a filter of the query into a condition. */
export interface ListFilter {
  (values: readonly string[], reader: Actor): Expression<SqlBool>
  /** The column values that the filter admits; rows of each value are in order along an index. */
  along?: (values: readonly string[]) => Omit<ValueRestriction, 'besides'>
  /** True if the filter is narrower than these values. */
  saysMore?: true
}

/** Number of rows that a search text selects: few are looked up by the names that match. */
export type SelectionSize = 'few' | 'many'

/** A search target of `q`: the condition that one of some patterns occurs there. */
export type ListSearch = (
  terms: readonly string[],
  reader: Actor,
  among: SelectionSize,
) => Expression<SqlBool>

/** A column of a list in an export. */
export interface ExportColumn<R> {
  title: string | ((on: Day) => string)
  value(row: R): string | number | null
}

type Row = Record<string, unknown>

/** Definition of the list of a noun, without its types. */
export interface AnyListing {
  noun: ListedNoun
  filters: Readonly<Record<string, ListFilter>>
  sorts: Readonly<Record<string, ListSort | DatedSort>>
  /** One of the sorts; a minus in front reverses it. */
  defaultSort: string
  /** Search targets of `q`. */
  searchColumns: readonly ListSearch[]
  rows(db: Kysely<Database>, entities: readonly StoredRow[], reader: Actor, on: Day): Promise<Row[]> | Row[]
  columns: readonly ExportColumn<Row>[]
  /** Columns that `rows` uses; all if not given. */
  reads?: readonly string[]
  /** Columns and rows of a download, if it contains more than a row of the list. */
  table?: {
    reads?: readonly string[]
    rows(db: Kysely<Database>, entities: readonly StoredRow[], reader: Actor, on: Day): Promise<Row[]>
  }
  /** Labels in a choice, if not the name of the row, and the columns they need. */
  choices?: {
    reads: readonly string[]
    rows(db: Kysely<Database>, entities: readonly StoredRow[]): Promise<IdAndName[]>
  }
  /** Filters that stored counts are grouped by: a list narrowed only by these is already counted. */
  counted?: readonly string[]
  /** Condition of every query, whoever the reader is. */
  baseFilter?: Expression<SqlBool>
  /** The column of credits that refers to these rows; sums of sold units use it. */
  ownerColumn?: 'projectId' | 'requirementId'
  /** Rows that anyone may choose by name without being able to read them. */
  nameable?: Expression<SqlBool>
}

/** Definition of the list of a noun: every filter and sort that its card declares, and rows of its shape. */
export interface Listing<N extends ListedNoun, R extends RowOf<N> = RowOf<N>> extends AnyListing {
  noun: N
  filters: { readonly [F in FilterOf<N>]: ListFilter }
  sorts: { readonly [S in SortOf<N>]: ListSort | DatedSort }
  defaultSort: SortOf<N> | `-${SortOf<N>}`
  rows(
    db: Kysely<Database>,
    entities: EntityMap[N['kind']][],
    reader: Actor,
    on: Day,
  ): Promise<RowOf<N>[]> | RowOf<N>[]
  columns: readonly ExportColumn<R>[]
  table?: {
    reads?: readonly (keyof EntityMap[N['kind']] & string)[]
    rows(db: Kysely<Database>, entities: EntityMap[N['kind']][], reader: Actor, on: Day): Promise<R[]>
  }
  reads?: readonly (keyof EntityMap[N['kind']] & string)[]
  choices?: {
    reads: readonly (keyof EntityMap[N['kind']] & string)[]
    rows(db: Kysely<Database>, entities: EntityMap[N['kind']][]): Promise<IdAndName[]>
  }
  counted?: readonly FilterOf<N>[]
}

const USUAL = 50

const matching = (
  searched: readonly ListSearch[],
  q: string | undefined,
  reader: Actor,
  among: SelectionSize,
): Expression<SqlBool> =>
  q === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        searched.map(found => found(toLikePatterns(q), reader, among)),
        sql` or `,
      )})`

/** The columns that a list fetches. */
export const columnsToFetch = ({ noun: { kind }, reads }: AnyListing): RawBuilder<unknown> =>
  reads ? sql.join(reads.map(column => sql.ref(`${kind}.${column}`))) : sql`${sql.table(kind)}.*`

interface ListRequest {
  kind: StoredKind
  reader: Actor
  conditions: RawBuilder<unknown>
  oneOf: ValueRestriction | undefined
  isNarrowed: boolean
  sort: ListSort
  within: TieBreakOrder
  /** The sort as the query names it. */
  sorting: string
  descending: boolean
  cursor: PageCursor | undefined
}

const sortOf = ({ noun, sorts }: AnyListing, sorting: string, on: Day) => {
  const descending = sorting.startsWith('-')
  const found = sorts[descending ? sorting.slice(1) : sorting]
  const sort = typeof found === 'function' ? found(on) : found
  if (!sort) throw new Error(`${noun.list} cannot be sorted by ${sorting}`)
  return { sort, descending }
}

/** Rows with equal sort values are in the default order, if that sorts by the row itself. */
const withinOf = (listing: AnyListing, on: Day): TieBreakOrder => {
  const { sort, descending } = sortOf(listing, listing.defaultSort, on)
  return isSortByRow(sort)
    ? { type: sort.type, by: sort.by, descending }
    : { type: 'string', by: sql`${sql.ref(`${listing.noun.kind}.id`)}`, descending: false }
}

/** Prepares the query of a list for the database. */
export const parseListRequest = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  on: Day,
  among: SelectionSize = 'few',
): ListRequest => {
  const { noun, nameable, baseFilter } = listing
  const visible = visibleToActorSql(noun.kind, reader)
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
    isNarrowed: asked.length > 0 || query.q !== undefined || query.id !== undefined || !mayReadAll(reader),
    // Only the default order has indexes that begin with the column, and rows that a search finds are in no index's order.
    oneOf:
      along && query.q === undefined && sorting.replace(/^-/, '') === listing.defaultSort.replace(/^-/, '')
        ? { ...along, besides: and(asked.filter(one => one !== first || one.filter.saysMore)) }
        : undefined,
    sort,
    within,
    sorting,
    descending,
    cursor: decodeCursor(query.cursor, sorting, sort.type, isSortByRow(sort) ? null : within.type),
  }
}

/** True if stored counts can answer everything that the query filters by. */
const isCountedBy = ({ counted, filters }: AnyListing, query: ListQuery, reader: Actor): boolean =>
  counted !== undefined &&
  mayReadAll(reader) &&
  query.q === undefined &&
  query.id === undefined &&
  Object.keys(filters).every(
    name => counted.includes(name) || query[name] === undefined || [query[name]].flat().length === 0,
  )

/**
 * The condition of a list's query, for counts and sums; whether stored counts can answer it; and which state it
 * depends on: the registry of credits depends on sold units only.
 */
export const listConditionSql = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { on }: Pick<ViewContext, 'on'>,
): { conditions: RawBuilder<unknown>; isCounted: boolean; reading: ReadRestriction } => ({
  conditions: parseListRequest(listing, query, reader, on).conditions,
  isCounted: isCountedBy(listing, query, reader),
  reading: { soldOnly: listing.noun.kind === 'credit' && String(query.registry) === 'true' },
})

/** The number of rows that a query selects. */
export const countSelectedRows = (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  { db, on }: Pick<ViewContext, 'db' | 'on'>,
): Promise<number> => {
  const { kind } = listing.noun
  const { conditions, isCounted, reading } = listConditionSql(listing, query, reader, { on })
  return readCachedSum(
    db,
    isCounted
      ? sql<{ count: number }>`select coalesce(sum(number), 0) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${conditions}`
      : sql<{ count: number }>`select count(*) as count from ${sql.table(kind)} where ${conditions}`,
    ([row]) => row!.count,
    reading,
  )
}

/** One page of a list, with the total and the actions that add to it. */
export const readListPage = async <N extends ListedNoun>(
  listing: AnyListing & { noun: N },
  query: ListQuery,
  reader: Actor,
  { db, read, now, on }: ViewContext,
): Promise<ListPage<RowOf<N>>> => {
  const total = await countSelectedRows(listing, query, reader, { db, on })
  const asked = parseListRequest(listing, query, reader, on, total > MAX_SORTED_ROWS ? 'many' : 'few')
  const { limit = USUAL } = query
  const { collection } = listing.noun
  const subject = collection && subjectOfCollection(collection)
  const paging = { columns: columnsToFetch(listing), limit: limit + 1, total }
  const { rows } = await orderedRowsQuery({ ...asked, ...paging }).execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: (await listing.rows(db, page, reader, on)) as RowOf<N>[],
    total,
    next:
      rows.length > limit && last
        ? encodeCursor(asked.sorting, { value: last.sortedBy, also: last.alsoBy, id: last.id })
        : null,
    actions: subject
      ? await addEmptyChoiceHints(
          collection,
          subject,
          listAvailableActions(collection, subject, reader, { round: undefined, today: utcDayOf(now) }),
          reader,
          { read, now },
        )
      : [],
  }
}
