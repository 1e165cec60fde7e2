import { showDay } from '#domain/dates'
import type { Named } from '../values.ts'
import type { ColumnCard } from './column.ts'

type Cell = string | number | null

/** Between several choices, as an import reads them. */
const BETWEEN = ' | '

const ifAny =
  <T>(show: (value: T) => string | number) =>
  (value: unknown): Cell =>
    value === null || value === undefined ? null : show(value as T)

/** How a download writes the values of a column, in the words that an import reads; `null` for a value that is missing. */
export const cellOf = ({ type, labels }: Pick<ColumnCard, 'type' | 'labels'>): ((value: unknown) => Cell) => {
  const wordOf = (value: string) => labels?.[value] ?? value
  if (type === 'relation') return ifAny<Named>(({ name }) => name)
  if (type === 'yesNo') return ifAny<boolean>(value => (value ? 'Yes' : 'No'))
  if (type === 'choices') return ifAny<string[]>(values => values.map(wordOf).join(BETWEEN))
  return labels ? ifAny(wordOf) : ifAny<string | number>(value => value)
}

/** A value of a column as pages say it; `null` for a value that is missing. */
export const wordsOf = (column: Pick<ColumnCard, 'type' | 'labels'>, value: unknown): string | null => {
  const cell = cellOf(column)(value)
  if (cell === null) return null
  if (column.type === 'choices') return String(cell).replaceAll(BETWEEN, ', ')
  return column.type === 'day' ? showDay(String(cell)) : String(cell)
}
