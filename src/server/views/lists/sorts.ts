import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import type { Stored } from '#domain/subject'
import { PLANNED_ANEW } from '../../store/planning.ts'
import type { Cursor } from './cursor.ts'

/** A row with what it is sorted by, and by what it is told from rows alike in that. */
export type SortedRow = Stored & { sortedBy: string | number; alsoBy: string | number | null }

/** What a list can be sorted by: never null. Each kind of it is read along an index, so that any page costs the same. */
export type Sort = ByOwn | ByJoined | ByPlace

/** What differs from day to day. */
export type SortOnDay = (on: Day) => Sort

/** By the row itself, or by the one row of another table that every row has. */
interface ByOwn {
  type: 'string' | 'number'
  by: Expression<unknown>
  join?: RawBuilder<unknown>
  /** The id as it stands in the index, where that is of the other table. */
  id?: Expression<unknown>
}

/** By a text of a row of another table, called `sorted`; where there is none, the row comes first. */
interface ByJoined {
  type: 'string'
  by: Expression<unknown>
  joined: (reader: Actor) => {
    table: RawBuilder<unknown>
    isWithout: Expression<SqlBool>
  }
  /** The column that names that row. */
  column: string
}

/** By the place of a column's value in a list of all its values. */
interface ByPlace {
  type: 'number'
  column: string
  known: readonly string[]
}

/** By what rows alike in a name or a place are told apart, in one direction whichever way these go, and then by their ids. */
export interface Within {
  type: 'string' | 'number'
  by: Expression<unknown>
  descending: boolean
}

/** One of the conditions is, or follows from it, that a column has one of some values. */
export interface OneOf {
  column: string
  values: readonly string[]
  /** The other conditions. */
  besides: RawBuilder<unknown>
}

/** What rows of a table, in which order: all of them, or so many after a cursor. */
interface Wanted {
  kind: StoredKind
  /** The columns wanted, the id among them. */
  columns: RawBuilder<unknown>
  conditions: RawBuilder<unknown>
  oneOf?: OneOf | undefined
  reader: Actor
  sort: Sort
  within: Within
  descending: boolean
  cursor?: Cursor | undefined
  limit?: number | undefined
  /** Does any condition leave rows out? */
  isNarrowed: boolean
  /** How many rows meet the conditions. */
  total: number
}

/** So few rows are put in order when they are asked for. More are read along an index in the order asked for. */
export const FEW = 5000
/** As many times the rows of a page may be read for it where an index gives the order within the conditions. */
const TIMES_SHOWN = 10

/** Is it by the row itself? */
export const isBySelf = (sort: Sort): sort is ByOwn => !('column' in sort)

/**
 * The statement that fetches them, each with what it is sorted by as `sortedBy` and `alsoBy`. It is planned for what it asks:
 * which index is the best depends on that.
 */
export const ordered = (wanted: Wanted): RawBuilder<SortedRow> => {
  const { sort, oneOf, total, limit, isNarrowed } = wanted
  const isAlongIndex = limit !== undefined && (!isNarrowed || (isBySelf(sort) && oneOf !== undefined))
  if (total <= (isAlongIndex ? limit * TIMES_SHOWN : FEW)) return sql`${PLANNED_ANEW} ${gathered(wanted)}`
  return sql`${PLANNED_ANEW} ${isBySelf(sort) ? bySelf(wanted, sort) : inGroups(wanted, groupsOf(wanted, sort))}`
}

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)
const beyond = (descending: boolean) => (descending ? sql`<` : sql`>`)
const atMost = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)

/** Rows of one value of a column, in an order within that, after the last of the page before. */
interface Turn {
  column: Expression<unknown>
  value: Expression<unknown>
  by: Expression<unknown>
  id: Expression<unknown>
  descending: boolean
  after?: readonly [by: unknown, id: string] | undefined
}

/**
 * The condition and the order. The value is told as a range: told as one value, the database may as well take the index of
 * the order alone, and go through all rows of other values that come before.
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

// The rows of each of several values are in order along an index; those that come first of each are merged.
const bySelf = (
  { kind, columns, conditions, oneOf, descending, cursor, limit }: Wanted,
  { by, join, id = sql.ref(`${kind}.id`) }: ByOwn,
): RawBuilder<SortedRow> => {
  const way = direction(descending)
  const rows = (where: Expression<unknown>, order: Expression<unknown>) =>
    sql<SortedRow>`select ${columns}, ${by} as "sortedBy", null as "alsoBy" from ${sql.table(kind)} ${join ?? sql``}
      where ${where} ${order} ${atMost(limit)}`
  // No index has the column of one table beside the order of another.
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

/** All rows that meet the conditions, by whatever index finds them best, and then put in order. */
const gathered = (wanted: Wanted): RawBuilder<SortedRow> => {
  const { kind, columns, conditions, reader, sort, within, descending, cursor, limit } = wanted
  const isOwn = isBySelf(sort)
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

const valueOf = (sort: Sort, reader: Actor): Expression<unknown> => {
  if (isBySelf(sort)) return sort.by
  if ('known' in sort) return sql`array_position(${sort.known}::text[], ${sql.ref(sort.column)}::text)`
  return sql`coalesce((select ${sort.by} from ${sort.joined(reader).table} as sorted
    where ${sql.ref('sorted.id')} = ${sql.ref(sort.column)}), '')`
}

/** Rows alike, group by group: where the groups are, the value of each as the rows are sorted by it, and what its rows have in a column. */
interface Groups {
  table: RawBuilder<unknown>
  value: Expression<unknown>
  column: string
  key: Expression<unknown>
  /** The rows of no group, which come first. */
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
 * Groups in their order, and of each as many rows as are wanted: those after the cursor in its own group, and from the
 * groups beyond it. The database looks into no more groups than fill the page.
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
