import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { mayReadAll } from '#contract/nouns/read-access'
import { isOneOfValuesSql, nameableByActorSql, visibleToActorSql } from '../kit/visible.ts'
import type { ListFilter, ListSearch } from './listing.ts'
import type { ListSort } from './sorts.ts'

/** Filters of projects and requirements that stored counts are grouped by. */
export const COUNTED_FILTERS = [
  'marketId',
  'marketRoundId',
  'awaiting',
  'roundStatus',
  'status',
  'type',
  'creditType',
  'registry',
] as const

/** Rows whose column is one of some ids or other values. */
export const idFilter = (column: string): ListFilter =>
  Object.assign((values: readonly string[]) => isOneOfValuesSql(column, values), {
    along: (values: readonly string[]) => ({ column, values }),
  })

/** Rows whose array column contains any of some values. */
export const anyOfFilter =
  (column: string): ListFilter =>
  values =>
    sql<SqlBool>`${sql.ref(column)} && ${values}::text[]`

/** Rows whose instant is on a date or later, in UK time. */
export const fromDayFilter =
  (column: string): ListFilter =>
  ([first = null]) =>
    sql<SqlBool>`${sql.ref(column)} >= ${first}::date::timestamp at time zone 'Europe/London'`

/** Rows whose instant is on a date or earlier, in UK time. */
export const untilDayFilter =
  (column: string): ListFilter =>
  ([last = null]) =>
    sql<SqlBool>`${sql.ref(column)} < (${last}::date + 1)::timestamp at time zone 'Europe/London'`

/** Rows that meet a condition, or that do not. */
export const booleanFilter =
  (condition: RawBuilder<SqlBool>): ListFilter =>
  ([value]) =>
    value === 'true' ? condition : sql<SqlBool>`(${condition}) is not true`

/**
 * Rows whose column is one of some of its known values, or none of them: both are looked up by values in the index.
 */
export const knownValueFilter = (
  column: string,
  some: readonly string[],
  known: readonly string[],
): ListFilter => {
  const along = ([value]: readonly string[]) => ({
    column,
    values: value === 'true' ? some : known.filter(one => !some.includes(one)),
  })
  return Object.assign((values: readonly string[]) => isOneOfValuesSql(column, along(values).values), {
    along,
  })
}

/** Rows that refer to a row of a small table with one of some ids or values in its own column. */
export const relatedFilter =
  (column: string, table: string, its: string): ListFilter =>
  values =>
    sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
      where ${isOneOfValuesSql(`${table}.${its}`, values)}))`

/** Sorts by a text that is never null, ignoring case. */
export const textSort = (column: string): ListSort => ({ by: sql`lower(${sql.ref(column)})`, type: 'string' })

/** Sorts by a nullable text, ignoring case; nulls first. */
export const nullableTextSort = (column: string): ListSort => ({
  by: sql`coalesce(lower(${sql.ref(column)}), '')`,
  type: 'string',
})

/** Sorts by a nullable date; nulls first. */
export const daySort = (column: string): ListSort => ({
  by: sql`coalesce(${sql.ref(column)}, '-infinity'::date)`,
  type: 'string',
})

/** Sorts by a nullable instant; nulls first. */
export const instantSort = (column: string): ListSort => ({
  by: sql`coalesce(${sql.ref(column)}::text, '')`,
  type: 'string',
})

/** Sorts by a number that is never null. */
export const numberSort = (column: string): ListSort => ({ by: sql`${sql.ref(column)}`, type: 'number' })

/** Sorts in the order of a fixed list that names all values of a column. */
export const fixedOrderSort = (column: string, known: readonly string[]): ListSort => ({
  column,
  known,
  type: 'number',
})

const isLike = (column: string, patterns: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    patterns.map(pattern => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`

/** Searches a text column of the row. */
export const textSearch =
  (column: string): ListSearch =>
  patterns =>
    isLike(column, patterns)

/**
 * Searches the name of a row that a column refers to. As an array, ids can be looked up in an index together with the
 * row's own name.
 */
export const nameSearch =
  (column: string, table: string): ListSearch =>
  patterns =>
    sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
      where ${isLike(`${table}.name`, patterns)}))`

const SORTED_NAME = sql`lower(${sql.ref('sorted.name')})`

/** Sorts by the name of the row that a column refers to. */
export const relatedNameSort = (column: string, table: string): ListSort => ({
  by: SORTED_NAME,
  type: 'string',
  column,
  joined: () => ({
    table: sql.table(table),
    isWithout: sql<SqlBool>`${sql.ref(column)} is null`,
  }),
})

type Followed = 'project' | 'requirement'

// A name that a reader may not know must not be searchable, nor be revealed by the sort order.
const known = (kind: Followed, reader: Actor, may = nameableByActorSql): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(kind)} where ${may(kind, reader)})`

/**
 * Rows that refer to one of some projects or requirements, as far as the reader may know these or see their owner.
 */
export const visibleItemFilter =
  (column: string, kind: Followed, its = 'id'): ListFilter =>
  (values, reader) =>
    sql<SqlBool>`${sql.ref(column)} in (select ${sql.ref('seen.id')} from
      ${known(kind, reader, its === 'id' ? nameableByActorSql : visibleToActorSql)} as seen where ${sql.ref(`seen.${its}`)} = any(${values}::text[]))`

/**
 * Searches the names of projects or requirements that the reader may know. Few matches are looked up by an array of
 * ids; many matches are met soon while reading in order, so each row is tested instead.
 */
export const visibleNameSearch =
  (column: string, kind: Followed): ListSearch =>
  (patterns, reader, among) => {
    const bearers = sql`select ${sql.ref('seen.id')} from ${known(kind, reader)} as seen
      where ${isLike('seen.name', patterns)}`
    return among === 'few'
      ? sql<SqlBool>`${sql.ref(column)} = any(array(${bearers}))`
      : sql<SqlBool>`${sql.ref(column)} in (${bearers})`
  }

/** Sorts by the name of a project or requirement, as far as the reader may see it. */
export const visibleNameSort = (column: string, kind: Followed): ListSort => ({
  by: SORTED_NAME,
  type: 'string',
  column,
  joined: reader => ({
    table: known(kind, reader),
    isWithout: mayReadAll(reader)
      ? sql<SqlBool>`${sql.ref(column)} is null`
      : sql<SqlBool>`(${sql.ref(column)} = any(array(select id from ${known(kind, reader)} as seen))) is not true`,
  }),
})
