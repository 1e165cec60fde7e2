import type { ReactNode } from 'react'

/**
 * One column of a table: what it is called, what a row shows in it, and by what it is sorted. `Sort` are the orders that
 * the server knows of this list; a column without an order fits every list.
 */
export interface Column<T, Sort extends string = never> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Numbers stand to the right. */
  numeric?: boolean
  /** Names the row; the row's link is put around it. At most one column. */
  main?: boolean
  /** In lists of the server: its name for the order by this column. */
  sort?: Sort
  /** In tables held here: what to sort by. */
  sortBy?: (row: T) => string | number | null
  /** The amount that its cell shows, in pounds: if one in the table has pence, all show them. */
  pounds?: (row: T) => number | null | undefined
  /** Where a narrow screen shows rows as cards: what is in sight beside the name. One column of each. */
  card?: 'status' | 'amount'
  /** Shown only where it is chosen. */
  isExtra?: true
  /** Its heading is for screen readers only, as over a column of buttons. */
  hideHeader?: boolean
}

/** What of a column matters where one chooses among them. */
export type Choosable = Pick<Column<never>, 'id' | 'header' | 'main' | 'isExtra'>

/** Between the columns that an address names. */
const BETWEEN = ','

/** The columns that an address asks for (`?columns=`), in its order and none twice; those of the list itself where it names none. */
export const chosenColumns = <C extends Choosable>(all: readonly C[], asked: string | null): C[] => {
  const wanted = new Set(asked?.split(BETWEEN))
  const chosen = [...wanted].flatMap(id => all.find(column => column.id === id && !column.main) ?? [])
  return chosen.length === 0
    ? all.filter(column => !column.isExtra)
    : [...all.filter(column => column.main), ...chosen]
}

/** How an address names columns; null for those that the list has by itself. */
export const columnsWord = (all: readonly Choosable[], chosen: readonly Choosable[]): string | null => {
  const wordOf = (some: readonly Choosable[]) =>
    some.flatMap(column => (column.main ? [] : column.id)).join(BETWEEN)
  const word = wordOf(chosen)
  return word === wordOf(chosenColumns(all, null)) ? null : word
}
