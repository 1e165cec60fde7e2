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
  /** Its heading is for screen readers only, as over a column of buttons. */
  hideHeader?: boolean
}
