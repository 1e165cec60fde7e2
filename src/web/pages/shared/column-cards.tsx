import {
  type ColumnCard,
  type ColumnCards,
  columnsWith,
  headingOf,
  type With,
} from '#contract/columns/column'
import { wordsOf } from '#contract/columns/values'
import { NOT_GIVEN } from '#domain/messages'
import type { ReactNode } from 'react'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import type { Fact } from '../../parts/key-values.tsx'

const show = (column: ColumnCard, value: unknown): ReactNode => {
  const words = wordsOf(column, value)
  return column.type === 'day' && words !== null ? <DayText key="day" day={String(value)} /> : words
}

/** The columns that the cards of a noun offer its lists, each to be chosen. */
export const chosenByCard = <C extends ColumnCards>(
  columns: C,
): Column<Readonly<Record<With<C, 'list'>, unknown>>, With<C, 'sort'>>[] =>
  columnsWith(columns, 'list').map(([name, column]) => ({
    id: name,
    header: column.label,
    isExtra: true,
    ...(column.sort && { sort: name as unknown as With<C, 'sort'> }),
    cell: row => show(column, row[name]) ?? <span className="quiet">{NOT_GIVEN}</span>,
  }))

/** The facts that the cards of a noun put on its page: those of which there is a value. */
export const factsByCard = <C extends ColumnCards>(
  columns: C,
  thing: Readonly<Record<With<C, 'page'>, unknown>>,
): Fact[] =>
  columnsWith(columns, 'page').map(([name, column]) => [
    headingOf(column, 'page'),
    show(column, thing[name]) ?? undefined,
  ])
