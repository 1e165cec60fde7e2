import { sql, type SqlBool } from 'kysely'
import {
  type ColumnCard,
  type ColumnCards,
  columnsWith,
  type Downloaded,
  downloadsOf,
  type Names,
  type With,
} from '#contract/columns/column'
import { cellOf } from '#contract/columns/values'
import type { AnyNoun, Listed, RowOf } from '#contract/noun'
import { showDay } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import { booleanFilter, byId, day, inOrderOf, nameOf, textIfAny } from './filters.ts'
import type { Column, Filter } from './listing.ts'
import type { Sort } from './sorts.ts'

const storedIn = (kind: StoredKind, name: string, { of }: ColumnCard) => `${kind}.${of ? `${name}Id` : name}`

/** Filters a list by its columns. */
export const columnFilters = <C extends ColumnCards>(kind: StoredKind, columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'filter').map(([name, column]) => {
      const stored = storedIn(kind, name, column)
      return [name, column.type === 'yesNo' ? booleanFilter(sql<SqlBool>`${sql.ref(stored)}`) : byId(stored)]
    }),
  ) as Record<With<C, 'filter'>, Filter>

const sortBy = (stored: string, { type, of, values }: ColumnCard): Sort => {
  if (of) return nameOf(stored, of)
  if (type === 'day') return day(stored)
  return values ? inOrderOf(stored, values) : textIfAny(stored)
}

/** Sorts a list by its columns: names and texts without capitals, choices in their order. What is missing comes first. */
export const columnSorts = <C extends ColumnCards>(kind: StoredKind, columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'sort').map(([name, column]) => [
      name,
      sortBy(storedIn(kind, name, column), column),
    ]),
  ) as Record<With<C, 'sort'>, Sort>

/** What the cells of a column hold: what rows have under its name. */
const valueIn = <R>(
  name: string,
  column: ColumnCard,
  statuses: AnyNoun['statuses'] = {},
): Column<R>['value'] => {
  const cell =
    column.type === 'status' ? (status: unknown) => statuses[String(status)]?.label ?? null : cellOf(column)
  return row => cell((row as Readonly<Record<string, unknown>>)[name])
}

type Own<C> = Names<C, { readonly type: 'own' }>

/** The columns of a download: of each, what rows have under its name, but for columns of type `own`, whose values are given. */
export const tableColumns = <N extends Listed, C extends ColumnCards, R = RowOf<N>>(
  { statuses }: N,
  columns: C & (R extends Readonly<Record<Exclude<Downloaded<C>, Own<C>>, unknown>> ? unknown : never),
  own: Readonly<Record<Own<C>, Column<R>['value']>>,
): Column<R>[] =>
  downloadsOf(columns).map(([heading, name, column]) => ({
    title: column.isDated ? on => `${heading} ${showDay(on)}` : heading,
    value: column.type === 'own' ? own[name as Own<C>] : valueIn<R>(name, column, statuses),
  }))

/** The columns of a download of the public register, of those that cards make public. */
export const publicColumns = <C extends ColumnCards>(
  columns: C,
): Column<Record<With<C, 'public'>, unknown>>[] =>
  columnsWith(columns, 'public').map(([name, column]) => ({
    title: column.label,
    value: valueIn(name, column),
  }))
