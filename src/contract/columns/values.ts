import { showDay } from '@credit-market/values/dates'
import type { IdAndName } from '../kit/values.ts'
import type { ColumnDefinition } from './column.ts'

type Cell = string | number | null

/** Separator of several choices, as an import reads them. */
const BETWEEN = ' | '

const ifAny =
  <T>(show: (value: T) => string | number) =>
  (value: unknown): Cell =>
    value === null || value === undefined ? null : show(value as T)

/** Returns a function that writes values of a column for downloads, as imports read them; it returns null for a missing value. */
export const cellFormatter = ({
  type,
  labels,
}: Pick<ColumnDefinition, 'type' | 'labels'>): ((value: unknown) => Cell) => {
  const wordOf = (value: string) => labels?.[value] ?? value
  if (type === 'relation') return ifAny<IdAndName>(({ name }) => name)
  if (type === 'yesNo') return ifAny<boolean>(value => (value ? 'Yes' : 'No'))
  if (type === 'choices') return ifAny<string[]>(values => values.map(wordOf).join(BETWEEN))
  return labels ? ifAny(wordOf) : ifAny<string | number>(value => value)
}

/** A value of a column as pages show it; null if it is missing. */
export const displayText = (
  column: Pick<ColumnDefinition, 'type' | 'labels'>,
  value: unknown,
): string | null => {
  const cell = cellFormatter(column)(value)
  if (cell === null) return null
  if (column.type === 'choices') return String(cell).replaceAll(BETWEEN, ', ')
  return column.type === 'day' ? showDay(String(cell)) : String(cell)
}
