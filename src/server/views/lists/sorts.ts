import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import type { Stored } from '#domain/subject'
import type { Cursor } from './cursor.ts'

/** A row with what it is sorted by. */
export type SortedRow = Stored & { sortedBy: string | number }

/** What a list can be sorted by: never null. Each kind of it is read along an index, so that any page costs the same. */
export type Sort = ByOwn | ByJoined | ByPlace

/** What differs from day to day. */
export type SortOnDay = (on: Day) => Sort

/** By the row itself, or by the one row of another table that every row has. */
interface ByOwn {
  type: 'string' | 'number'
  by: Expression<unknown>
  join?: RawBuilder<unknown>
}

/** By a text of a row of another table, called `sorted`; where there is none, the row comes first. */
interface ByJoined {
  type: 'string'
  by: Expression<unknown>
  joined: (reader: Actor) => {
    table: RawBuilder<unknown>
    on: Expression<SqlBool>
    isWithout: Expression<SqlBool>
  }
}

/** By the place of a column's value in a list of all its values. */
interface ByPlace {
  type: 'number'
  column: string
  known: readonly string[]
}

/** What rows of a table, in which order: all of them, or so many after a cursor. */
interface Wanted {
  kind: StoredKind
  /** The columns wanted, the id among them. */
  columns: RawBuilder<unknown>
  conditions: RawBuilder<unknown>
  reader: Actor
  sort: Sort
  descending: boolean
  cursor?: Cursor | undefined
  limit?: number
}

/** The statement that fetches them, each with what it is sorted by as `sortedBy`; rows alike in that are told apart by their ids. */
export const ordered = (selection: Wanted): RawBuilder<SortedRow> => {
  const { sort } = selection
  if ('column' in sort) return byPlace(selection, sort)
  return 'joined' in sort ? byJoined(selection, sort) : byOwn(selection, sort.by, sort.join)
}

const byOwn = (
  { kind, columns, conditions, descending, cursor, limit }: Wanted,
  by: Expression<unknown>,
  join = sql``,
): RawBuilder<SortedRow> => {
  const id = sql.ref(`${kind}.id`)
  const beyond = descending ? sql`<` : sql`>`
  const direction = descending ? sql`desc` : sql`asc`
  // What is said twice of the value lets the database begin there also where the id is in another table.
  const after = cursor
    ? sql`and ${by} ${beyond}= ${cursor.value} and (${by}, ${id}) ${beyond} (${cursor.value}, ${cursor.id})`
    : sql``
  return sql`select ${columns}, ${by} as "sortedBy" from ${sql.table(kind)} ${join} where ${conditions} ${after}
    order by ${by} ${direction}, ${id} ${direction} ${atMost(limit)}`
}

const atMost = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)

// The rows without a text and those with one are each in order by themselves.
const byJoined = (selection: Wanted, { by, joined }: ByJoined): RawBuilder<SortedRow> => {
  const { conditions, reader, descending, limit } = selection
  const { table, on, isWithout } = joined(reader)
  const direction = descending ? sql`desc` : sql`asc`
  const without = byOwn({ ...selection, conditions: sql`${conditions} and ${isWithout}` }, sql`''::text`)
  const within = byOwn(selection, by, sql`join ${table} as sorted on ${on}`)
  return sql`select * from ((${without}) union all (${within})) as page
    order by "sortedBy" ${direction}, id ${direction} ${atMost(limit)}`
}

// Few values, and the rows of each in the order of their ids, whichever way the values go.
const byPlace = (
  { kind, columns, conditions, descending, cursor, limit }: Wanted,
  { column, known }: ByPlace,
): RawBuilder<SortedRow> => {
  const id = sql.ref(`${kind}.id`)
  const after = cursor
    ? sql`and ${id} > case place when ${cursor.value} then ${cursor.id} else '' end`
    : sql``
  const begin = cursor ? sql`where place ${descending ? sql`<=` : sql`>=`} ${cursor.value}` : sql``
  return sql`select page.*, place as "sortedBy" from unnest(${known}::text[]) with ordinality as known (value, place)
    cross join lateral (select ${columns} from ${sql.table(kind)}
      where ${conditions} and ${sql.ref(column)} = value ${after} order by ${id} ${atMost(limit)}) as page
    ${begin} order by place ${descending ? sql`desc` : sql`asc`}, id ${atMost(limit)}`
}
