import type { ReactNode } from 'react'

/**
 * Column of a table: heading, cell and sort order. `Sort` lists the orders that the server knows for this
 * list; a column without an order fits every list.
 */
export interface Column<T, Sort extends string = never> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Aligns the cells to the right. */
  numeric?: boolean
  /** Column that names the row and carries the row's link. At most one column. */
  main?: boolean
  /** Name of the order by this column, in lists that the server sorts. */
  sort?: Sort
  /** Sort key of a row, in tables that the browser sorts. */
  sortBy?: (row: T) => string | number | null
  /** Amount in the cell, in pounds: if one amount in the table has pence, all amounts show theirs. */
  pounds?: (row: T) => number | null | undefined
  /**
   * Place on a card, the form of rows on narrow screens: visible next to the name. One column of each kind.
   */
  card?: 'status' | 'amount'
  /** The column is shown only if it is chosen. */
  isExtra?: true
  /** The heading is for screen readers only, for example over a column of buttons. */
  hideHeader?: boolean
}

/** Properties of a column that a chooser needs. */
export type ChoosableColumn = Pick<Column<never>, 'id' | 'header' | 'main' | 'isExtra'>

/** Separator between column names in the address. */
const BETWEEN = ','

/**
 * Columns that the address selects (`?columns=`), in its order and without duplicates; the default columns of
 * the list if it names none.
 */
export const chosenColumns = <C extends ChoosableColumn>(all: readonly C[], asked: string | null): C[] => {
  const wanted = new Set(asked?.split(BETWEEN))
  const chosen = [...wanted].flatMap(id => all.find(column => column.id === id && !column.main) ?? [])
  return chosen.length === 0
    ? all.filter(column => !column.isExtra)
    : [...all.filter(column => column.main), ...chosen]
}

/** Formats chosen columns for the address; null for the default columns of the list. */
export const columnsParam = (
  all: readonly ChoosableColumn[],
  chosen: readonly ChoosableColumn[],
): string | null => {
  const wordOf = (some: readonly ChoosableColumn[]) =>
    some.flatMap(column => (column.main ? [] : column.id)).join(BETWEEN)
  const word = wordOf(chosen)
  return word === wordOf(chosenColumns(all, null)) ? null : word
}
