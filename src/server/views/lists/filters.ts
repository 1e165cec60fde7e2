import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { readsAll } from '#contract/read-access'
import { isOneOf, namedTo, visibleTo } from '../visible.ts'
import type { Filter, Search } from './listing.ts'
import type { Sort } from './sorts.ts'

/** The filters of projects and of requirements that kept counts are by. */
export const COUNTED = [
  'marketId',
  'marketRoundId',
  'awaiting',
  'roundStatus',
  'status',
  'type',
  'creditType',
  'registry',
] as const

/** Rows whose column is one of some ids or other words. */
export const byId = (column: string): Filter =>
  Object.assign((values: readonly string[]) => isOneOf(column, values), {
    along: (values: readonly string[]) => ({ column, values }),
  })

/** Rows whose list column holds one of some values. */
export const byAnyOf =
  (column: string): Filter =>
  values =>
    sql<SqlBool>`${sql.ref(column)} && ${values}::text[]`

/** Rows whose moment is on a day or later, by clocks in London. */
export const notBefore =
  (column: string): Filter =>
  ([first = null]) =>
    sql<SqlBool>`${sql.ref(column)} >= ${first}::date::timestamp at time zone 'Europe/London'`

/** Rows whose moment is on a day or earlier, by clocks in London. */
export const notAfter =
  (column: string): Filter =>
  ([last = null]) =>
    sql<SqlBool>`${sql.ref(column)} < (${last}::date + 1)::timestamp at time zone 'Europe/London'`

/** Rows for which something is so, or is not. */
export const booleanFilter =
  (condition: RawBuilder<SqlBool>): Filter =>
  ([value]) =>
    value === 'true' ? condition : sql<SqlBool>`(${condition}) is not true`

/** Rows whose column is one of some of its known values, or is none of them: both are looked up by the values they may have. */
export const isAmong = (column: string, some: readonly string[], known: readonly string[]): Filter => {
  const along = ([value]: readonly string[]) => ({
    column,
    values: value === 'true' ? some : known.filter(one => !some.includes(one)),
  })
  return Object.assign((values: readonly string[]) => isOneOf(column, along(values).values), { along })
}

/** Rows whose thing, named by a column, has one of some ids or words in a column of its own. The things are few. */
export const byRelated =
  (column: string, table: string, its: string): Filter =>
  values =>
    sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
      where ${isOneOf(`${table}.${its}`, values)}))`

/** Sorted by a text that is always there, capitals or not. */
export const text = (column: string): Sort => ({ by: sql`lower(${sql.ref(column)})`, type: 'string' })

/** Sorted by a text, capitals or not; rows without one come first. */
export const textIfAny = (column: string): Sort => ({
  by: sql`coalesce(lower(${sql.ref(column)}), '')`,
  type: 'string',
})

/** Sorted by a day; rows without one come first. */
export const day = (column: string): Sort => ({
  by: sql`coalesce(${sql.ref(column)}, '-infinity'::date)`,
  type: 'string',
})

/** Sorted by a moment; rows without one come first. */
export const moment = (column: string): Sort => ({
  by: sql`coalesce(${sql.ref(column)}::text, '')`,
  type: 'string',
})

/** Sorted by a number that is always there. */
export const number = (column: string): Sort => ({ by: sql`${sql.ref(column)}`, type: 'number' })

/** Sorted in the order in which a fixed list names all values of a column. */
export const inOrderOf = (column: string, known: readonly string[]): Sort => ({
  column,
  known,
  type: 'number',
})

const isLike = (column: string, patterns: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    patterns.map(pattern => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`

/** Found by a text of its own. */
export const textSearch =
  (column: string): Search =>
  patterns =>
    isLike(column, patterns)

/** Found by the name of the thing that a column names. As an array it can be looked up in an index beside the row's own name. */
export const nameSearch =
  (column: string, table: string): Search =>
  patterns =>
    sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
      where ${isLike(`${table}.name`, patterns)}))`

const SORTED_NAME = sql`lower(${sql.ref('sorted.name')})`

/** Sorted by the name of the thing that a column names. */
export const nameOf = (column: string, table: string): Sort => ({
  by: SORTED_NAME,
  type: 'string',
  column,
  joined: () => ({
    table: sql.table(table),
    isWithout: sql<SqlBool>`${sql.ref(column)} is null`,
  }),
})

type Followed = 'project' | 'requirement'

// What a reader may not know must neither be found by its name nor tell it by its place in the order.
const known = (kind: Followed, reader: Actor, may = namedTo): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(kind)} where ${may(kind, reader)})`

/** Rows that name one of some projects or requirements, as far as the reader may know these, or see whose they are. */
export const byVisible =
  (column: string, kind: Followed, its = 'id'): Filter =>
  (values, reader) =>
    sql<SqlBool>`${sql.ref(column)} in (select ${sql.ref('seen.id')} from
      ${known(kind, reader, its === 'id' ? namedTo : visibleTo)} as seen where ${sql.ref(`seen.${its}`)} = any(${values}::text[]))`

/**
 * Found by the name of a project or requirement that the reader may know. Few rows are looked up by an array of what bears the
 * name; many are met in their order soon enough, if each is only held against it.
 */
export const inVisibleName =
  (column: string, kind: Followed): Search =>
  (patterns, reader, among) => {
    const bearers = sql`select ${sql.ref('seen.id')} from ${known(kind, reader)} as seen
      where ${isLike('seen.name', patterns)}`
    return among === 'few'
      ? sql<SqlBool>`${sql.ref(column)} = any(array(${bearers}))`
      : sql<SqlBool>`${sql.ref(column)} in (${bearers})`
  }

/** Sorted by the name of a project or requirement, as far as the reader may see it. */
export const visibleNameOf = (column: string, kind: Followed): Sort => ({
  by: SORTED_NAME,
  type: 'string',
  column,
  joined: reader => ({
    table: known(kind, reader),
    isWithout: readsAll(reader)
      ? sql<SqlBool>`${sql.ref(column)} is null`
      : sql<SqlBool>`(${sql.ref(column)} = any(array(select id from ${known(kind, reader)} as seen))) is not true`,
  }),
})
