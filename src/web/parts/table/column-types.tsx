import type { ReactNode } from 'react'
import { DayText, Money, PlainNumber, Quantity } from '../values/amounts.tsx'
import type { Column } from './columns.ts'
import type { Status, StatusKind } from '../status-tones.ts'
import { StatusBadge } from '../status-badge.tsx'

type Value = string | number | null | undefined

/** Properties of a column besides those of its type. */
export type ColumnOptions<T, Sort extends string> = Omit<Partial<Column<T, Sort>>, 'id'>

const columnOf =
  <V extends Value>(draw: (value: V) => ReactNode, look: { numeric?: true } = {}) =>
  <T, Sort extends string = never>(
    id: string,
    header: string,
    value: (row: T) => V,
    more: ColumnOptions<NoInfer<T>, Sort> = {},
  ): Column<T, Sort> => ({
    ...look,
    id,
    header,
    cell: row => draw(value(row)),
    sortBy: row => value(row) ?? null,
    ...more,
  })

/** Column of text. */
export const textColumn = columnOf<string | null | undefined>(text => text)
/** Column of dates. */
export const dayColumn = columnOf<string | null | undefined>(day => <DayText day={day} />)
/** Column of instants, to the minute. */
export const timeColumn = columnOf<string | null | undefined>(instant => <DayText day={instant} time />)
/** Column of counts. */
export const countColumn = columnOf<number | null | undefined>(count => <PlainNumber value={count} />, {
  numeric: true,
})
/** Column of amounts in pounds. */
export const moneyColumn = columnOf<number | null | undefined>(pounds => <Money pounds={pounds} />, {
  numeric: true,
})
/** Column of quantities in units. */
export const unitsColumn = columnOf<number | null | undefined>(units => <Quantity units={units} />, {
  numeric: true,
})

/** Column of the statuses of a kind. */
export const statusColumn = <K extends StatusKind, T, Sort extends string = never>(
  kind: K,
  id: string,
  header: string,
  value: (row: T) => Status<K>,
  more: ColumnOptions<NoInfer<T>, Sort> = {},
): Column<T, Sort> =>
  textColumn<T, Sort>(id, header, value, {
    cell: row => <StatusBadge kind={kind} status={value(row)} />,
    ...more,
  })
