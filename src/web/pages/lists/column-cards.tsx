import {
  type ColumnDefinition,
  type ColumnCards,
  columnsWith,
  columnHeading,
  type ColumnNamesWith,
} from '#contract/columns/column'
import { cellFormatter, displayText } from '#contract/columns/values'
import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import type { ReactNode } from 'react'
import { DayText } from '../../parts/values/amounts.tsx'
import type { ColumnOptions } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import type { Fact } from '../../parts/key-values.tsx'

const show = (column: ColumnDefinition, value: unknown): ReactNode => {
  const words = displayText(column, value)
  return column.type === 'day' && words !== null ? <DayText key="day" day={String(value)} /> : words
}

/**
 * Columns of tables from the cards of their facts: heading, cell, and a sort key where the page has all rows.
 */
export const createCardColumn =
  <C extends ColumnCards>(columns: C) =>
  <T, Sort extends string = never>(
    name: keyof C & keyof T & string,
    more: ColumnOptions<NoInfer<T>, Sort> = {},
  ): Column<T, Sort> => {
    const column: ColumnDefinition = columns[name]!
    return {
      id: name,
      header: column.label,
      cell: row => show(column, row[name]),
      sortBy: row => cellFormatter(column)(row[name]),
      ...more,
    }
  }

/** Optional columns that the cards of a noun add to its lists. */
export const optionalCardColumns = <C extends ColumnCards>(
  columns: C,
): Column<Readonly<Record<ColumnNamesWith<C, 'list'>, unknown>>, ColumnNamesWith<C, 'sort'>>[] =>
  columnsWith(columns, 'list').map(([name, column]) => ({
    id: name,
    header: column.label,
    isExtra: true,
    ...(column.sort && { sort: name as unknown as ColumnNamesWith<C, 'sort'> }),
    cell: row => show(column, row[name]) ?? <span className="quiet">{MISSING_ANSWER_TEXT}</span>,
  }))

/** Facts that the cards of a noun put on its page, where there is a value. */
export const cardFacts = <C extends ColumnCards>(
  columns: C,
  thing: Readonly<Record<ColumnNamesWith<C, 'page'>, unknown>>,
): Fact[] =>
  columnsWith(columns, 'page').map(([name, column]) => [
    columnHeading(column, 'page'),
    show(column, thing[name]) ?? undefined,
  ])
