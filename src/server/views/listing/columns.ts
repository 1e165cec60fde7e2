import { sql, type SqlBool } from 'kysely'
import {
  type ColumnDefinition,
  type ColumnCards,
  columnsWith,
  type DownloadColumnName,
  downloadColumns,
  type ColumnNamesWhere,
  type ColumnNamesWith,
} from '#contract/columns/column'
import { cellFormatter } from '#contract/columns/values'
import type { AnyNoun, ListedNoun, RowOf } from '#contract/kit/noun'
import { showDay } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import {
  booleanFilter,
  idFilter,
  daySort,
  fixedOrderSort,
  relatedNameSort,
  nullableTextSort,
} from './filters.ts'
import type { ExportColumn, ListFilter } from './listing.ts'
import type { ListSort } from './sorts.ts'

const storedIn = (kind: StoredKind, name: string, { of }: ColumnDefinition) =>
  `${kind}.${of ? `${name}Id` : name}`

/** Filters of a list by its columns. */
export const columnFilters = <C extends ColumnCards>(kind: StoredKind, columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'filter').map(([name, column]) => {
      const stored = storedIn(kind, name, column)
      return [
        name,
        column.type === 'yesNo' ? booleanFilter(sql<SqlBool>`${sql.ref(stored)}`) : idFilter(stored),
      ]
    }),
  ) as Record<ColumnNamesWith<C, 'filter'>, ListFilter>

const sortBy = (stored: string, { type, of, values }: ColumnDefinition): ListSort => {
  if (of) return relatedNameSort(stored, of)
  if (type === 'day') return daySort(stored)
  return values ? fixedOrderSort(stored, values) : nullableTextSort(stored)
}

/**
 * Sorts of a list by its columns: names and texts ignore case, choices sort in their declared order. Missing values
 * come first.
 */
export const columnSorts = <C extends ColumnCards>(kind: StoredKind, columns: C) =>
  Object.fromEntries(
    columnsWith(columns, 'sort').map(([name, column]) => [
      name,
      sortBy(storedIn(kind, name, column), column),
    ]),
  ) as Record<ColumnNamesWith<C, 'sort'>, ListSort>

/** Value of a column in a row, as its cell. */
const valueIn = <R>(
  name: string,
  column: ColumnDefinition,
  statuses: AnyNoun['statuses'] = {},
): ExportColumn<R>['value'] => {
  const cell =
    column.type === 'status'
      ? (status: unknown) => statuses[String(status)]?.label ?? null
      : cellFormatter(column)
  return row => cell((row as Readonly<Record<string, unknown>>)[name])
}

type Own<C> = ColumnNamesWhere<C, { readonly type: 'own' }>

/** Columns of a download: values come from the rows by name, or from `own` for columns of that type. */
export const tableColumns = <N extends ListedNoun, C extends ColumnCards, R = RowOf<N>>(
  { statuses }: N,
  columns: C &
    (R extends Readonly<Record<Exclude<DownloadColumnName<C>, Own<C>>, unknown>> ? unknown : never),
  own: Readonly<Record<Own<C>, ExportColumn<R>['value']>>,
): ExportColumn<R>[] =>
  downloadColumns(columns).map(([heading, name, column]) => ({
    title: column.isDated ? on => `${heading} ${showDay(on)}` : heading,
    value: column.type === 'own' ? own[name as Own<C>] : valueIn<R>(name, column, statuses),
  }))

/** Columns of a download in a given order, each as its card declares it. */
export const columnsByCard = <N extends AnyNoun, C extends ColumnCards, const K extends keyof C & string>(
  { statuses }: N,
  columns: C,
  names: readonly K[],
): ExportColumn<Readonly<Record<K, unknown>>>[] =>
  names.map(name => ({ title: columns[name]!.label, value: valueIn(name, columns[name]!, statuses) }))

/** Columns of a download of the public register: those that cards mark as public. */
export const publicColumns = <C extends ColumnCards>(
  columns: C,
): ExportColumn<Record<ColumnNamesWith<C, 'public'>, unknown>>[] =>
  columnsWith(columns, 'public').map(([name, column]) => ({
    title: column.label,
    value: valueIn(name, column),
  }))
