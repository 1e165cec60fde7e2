import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import type { StoredRow } from '#domain/values/subject'
import { PLAN_EACH_TIME_PREFIX } from '../../store/planning.ts'
import type { PageCursor } from './cursor.ts'

/** A row with its sort value, and the value that orders it among equal rows. */
export type SortedRow = StoredRow & { sortedBy: string | number; alsoBy: string | number | null }

/** A sort order; its values are never null. Each kind is read along an index, so that every page costs the same. */
export type ListSort = ByOwn | ByJoined | ByPlace

/** A sort order that depends on the date. */
export type DatedSort = (on: Day) => ListSort

/** Sorts by the row itself, or by the one row of another table that every row has. */
interface ByOwn {
  type: 'string' | 'number'
  by: Expression<unknown>
  join?: RawBuilder<unknown>
  /** Id column to sort by: that of the joined table, if the index is on that table. */
  id?: Expression<unknown>
}

/** Sorts by a text of a row of another table, aliased `sorted`; rows without one come first. */
interface ByJoined {
  type: 'string'
  by: Expression<unknown>
  joined: (reader: Actor) => {
    table: RawBuilder<unknown>
    isWithout: Expression<SqlBool>
  }
  /** The column that refers to that row. */
  column: string
}

/** Sorts by the position of a column's value in a list of all its values. */
interface ByPlace {
  type: 'number'
  column: string
  known: readonly string[]
}

/**
 * The order among rows with equal names or positions, in its own fixed direction; equal rows are then sorted by id.
 */
export interface TieBreakOrder {
  type: 'string' | 'number'
  by: Expression<unknown>
  descending: boolean
}

/** A condition that restricts a column to some values; it is one of the conditions or follows from them. */
export interface ValueRestriction {
  column: string
  values: readonly string[]
  /** The remaining conditions. */
  besides: RawBuilder<unknown>
}

/** The rows of a table to fetch and their order: all, or a number of rows after a cursor. */
interface Wanted {
  kind: StoredKind
  /** The columns to fetch, including the id. */
  columns: RawBuilder<unknown>
  conditions: RawBuilder<unknown>
  oneOf?: ValueRestriction | undefined
  reader: Actor
  sort: ListSort
  within: TieBreakOrder
  descending: boolean
  cursor?: PageCursor | undefined
  limit?: number | undefined
  /** True if any condition excludes rows. */
  isNarrowed: boolean
  /** The number of rows that meet the conditions. */
  total: number
}

/** Up to this many rows are sorted on request. Larger results are read along an index in the requested order. */
export const MAX_SORTED_ROWS = 5000
/** If an index gives the order, up to this many times the rows of a page are still fetched and sorted instead. */
const TIMES_SHOWN = 10

/** True for a sort by the row itself. */
export const isSortByRow = (sort: ListSort): sort is ByOwn => !('column' in sort)

/**
 * The statement that fetches the rows, each with its sort values as `sortedBy` and `alsoBy`. It is planned for its
 * parameters, since the best index depends on them.
 */
export const orderedRowsQuery = (wanted: Wanted): RawBuilder<SortedRow> => {
  const { sort, oneOf, total, limit, isNarrowed } = wanted
  const isAlongIndex = limit !== undefined && (!isNarrowed || (isSortByRow(sort) && oneOf !== undefined))
  if (total <= (isAlongIndex ? limit * TIMES_SHOWN : MAX_SORTED_ROWS))
    return sql`${PLAN_EACH_TIME_PREFIX} ${gathered(wanted)}`
  return sql`${PLAN_EACH_TIME_PREFIX} ${isSortByRow(sort) ? bySelf(wanted, sort) : inGroups(wanted, groupsOf(wanted, sort))}`
}

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)
const beyond = (descending: boolean) => (descending ? sql`<` : sql`>`)
const atMost = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)

/** Rows with one value of a column, in an order, after the last row of the previous page. */
interface Turn {
  column: Expression<unknown>
  value: Expression<unknown>
  by: Expression<unknown>
  id: Expression<unknown>
  descending: boolean
  after?: readonly [by: unknown, id: string] | undefined
}

/**
 * The condition and the order. The value is given as a range: as an equality, the database might use the index of the
 * order alone and scan all rows of other values that come before.
 */
const inTurn = ({ column, value, by, id, descending, after }: Turn) => {
  const way = direction(descending)
  const begin = after
    ? sql`(${column}, ${by}, ${id}) ${beyond(descending)} (${value}, ${after[0]}, ${after[1]})`
    : sql`${column} ${beyond(descending)}= ${value}`
  return {
    where: sql<SqlBool>`${begin} and ${column} ${beyond(!descending)}= ${value}`,
    order: sql`order by ${column} ${way}, ${by} ${way}, ${id} ${way}`,
  }
}

// Rows of each value are in order along an index; the first rows of each are merged.
const bySelf = (
  { kind, columns, conditions, oneOf, descending, cursor, limit }: Wanted,
  { by, join, id = sql.ref(`${kind}.id`) }: ByOwn,
): RawBuilder<SortedRow> => {
  const way = direction(descending)
  const rows = (where: Expression<unknown>, order: Expression<unknown>) =>
    sql<SortedRow>`select ${columns}, ${by} as "sortedBy", null as "alsoBy" from ${sql.table(kind)} ${join ?? sql``}
      where ${where} ${order} ${atMost(limit)}`
  // No index has a column of one table together with the order of another.
  if (oneOf && !join && limit !== undefined) {
    const after = cursor && ([cursor.value, cursor.id] as const)
    const column = sql.ref(oneOf.column)
    const { where, order } = inTurn({ column, value: sql`one.value`, by, id, descending, after })
    return sql`select page.* from unnest(${oneOf.values}::text[]) as one (value) cross join lateral (${rows(sql`${oneOf.besides} and ${where}`, order)}) as page
      order by "sortedBy" ${way}, id ${way} ${atMost(limit)}`
  }
  const after = cursor ? sql`and (${by}, ${id}) ${beyond(descending)} (${cursor.value}, ${cursor.id})` : sql``
  return rows(sql`${conditions} ${after}`, sql`order by ${by} ${way}, ${id} ${way}`)
}

/** Fetches all rows that meet the conditions by whatever index is best, then sorts them. */
const gathered = (wanted: Wanted): RawBuilder<SortedRow> => {
  const { kind, columns, conditions, reader, sort, within, descending, cursor, limit } = wanted
  const isOwn = isSortByRow(sort)
  const also = isOwn ? { by: sql`null`, descending } : within
  const itsWay = direction(also.descending)
  const after = cursor
    ? sql`where "sortedBy" ${beyond(descending)} ${cursor.value} or ("sortedBy" = ${cursor.value} and ${
        isOwn
          ? sql`id ${beyond(descending)} ${cursor.id}`
          : sql`("alsoBy", id) ${beyond(within.descending)} (${cursor.also}, ${cursor.id})`
      })`
    : sql``
  return sql`with gathered as materialized (
      select ${columns}, ${valueOf(sort, reader)} as "sortedBy", ${also.by} as "alsoBy"
      from ${sql.table(kind)} ${(isOwn && sort.join) || sql``} where ${conditions})
    select * from gathered ${after}
    order by "sortedBy" ${direction(descending)}, "alsoBy" ${itsWay}, id ${itsWay} ${atMost(limit)}`
}

const valueOf = (sort: ListSort, reader: Actor): Expression<unknown> => {
  if (isSortByRow(sort)) return sort.by
  if ('known' in sort) return sql`array_position(${sort.known}::text[], ${sql.ref(sort.column)}::text)`
  return sql`coalesce((select ${sort.by} from ${sort.joined(reader).table} as sorted
    where ${sql.ref('sorted.id')} = ${sql.ref(sort.column)}), '')`
}

/** Rows in groups: the table of groups, the sort value of each, and the column value that its rows share. */
interface Groups {
  table: RawBuilder<unknown>
  value: Expression<unknown>
  column: string
  key: Expression<unknown>
  /** Rows without a group; they come first. */
  isWithout?: Expression<SqlBool>
}

const groupsOf = ({ reader }: Wanted, sort: ByJoined | ByPlace): Groups => {
  const { column } = sort
  if ('known' in sort) {
    const table = sql`unnest(${sort.known}::text[]) with ordinality as sorted (value, place)`
    return { table, value: sql`sorted.place`, column, key: sql`sorted.value` }
  }
  const { table, isWithout } = sort.joined(reader)
  return { table: sql`${table} as sorted`, value: sort.by, column, key: sql`sorted.id`, isWithout }
}

/**
 * Groups in order, each with as many rows as the page needs: after the cursor in its own group, and from the groups
 * that follow. The database reads no more groups than fill the page.
 */
const inGroups = (
  wanted: Wanted,
  { table, value, column, key, isWithout }: Groups,
): RawBuilder<SortedRow> => {
  const { kind, columns, conditions, within, descending, cursor, limit } = wanted
  const id = sql.ref(`${kind}.id`)
  const way = direction(within.descending)
  const { by } = within
  const after = cursor && ([cursor.also, cursor.id] as const)
  const inOrder = sql`order by "sortedBy" ${direction(descending)}, "alsoBy" ${way}, id ${way} ${atMost(limit)}`
  const rows = (where: Expression<unknown>, order: Expression<unknown>) =>
    sql`select ${columns}, ${by} as "alsoBy" from ${sql.table(kind)} where ${conditions} and ${where} ${order} ${atMost(limit)}`
  const from = (groups: Expression<unknown>, later?: Turn['after']) => {
    const { where, order } = inTurn({ ...within, column: sql.ref(column), value: key, id, after: later })
    return sql`select page.*, ${value} as "sortedBy" from ${table} cross join lateral (${rows(where, order)}) as page
      where ${groups} ${inOrder}`
  }
  const without = (later?: Turn['after']) => {
    if (!isWithout) return []
    const where = later
      ? sql`${isWithout} and (${by}, ${id}) ${beyond(within.descending)} (${later[0]}, ${later[1]})`
      : isWithout
    return [
      sql`select page.*, ''::text as "sortedBy" from (${rows(where, sql`order by ${by} ${way}, ${id} ${way}`)}) as page`,
    ]
  }
  const isWithoutValue = cursor?.value === ''
  const parts = cursor
    ? [
        ...(isWithoutValue ? without(after) : [from(sql`${value} = ${cursor.value}`, after)]),
        ...(isWithoutValue && descending ? [] : [from(sql`${value} ${beyond(descending)} ${cursor.value}`)]),
        ...(descending && !isWithoutValue ? without() : []),
      ]
    : [...without(), from(sql`true`)]
  return sql`select * from (${sql.join(
    parts.map(part => sql`(${part})`),
    sql` union all `,
  )}) as page ${inOrder}`
}
