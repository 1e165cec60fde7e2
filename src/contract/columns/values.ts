import { showDay } from '#domain/dates'
import type { Named } from '../values.ts'
import type { ColumnCard } from './column.ts'

const yesOrNo = (value: unknown): string => (value === true ? 'Yes' : 'No')

/** The cell of a download for a value of a column, in the words that an import reads; `null` for a value that is missing. */
export const cellOf = (
  { type, labels }: Pick<ColumnCard, 'type' | 'labels'>,
  value: unknown,
): string | number | null => {
  if (value === null || value === undefined) return null
  if (type === 'relation') return (value as Named).name
  if (type === 'yesNo') return yesOrNo(value)
  if (type === 'choices') return (value as readonly string[]).map(one => labels?.[one] ?? one).join(' | ')
  if (typeof value === 'number') return value
  const written = value as string
  return labels?.[written] ?? written
}

/** A value of a column as pages say it; `null` for a value that is missing. */
export const wordsOf = (column: Pick<ColumnCard, 'type' | 'labels'>, value: unknown): string | null => {
  const cell = cellOf(column, value)
  return cell === null ? null : column.type === 'day' ? showDay(String(cell)) : String(cell)
}
