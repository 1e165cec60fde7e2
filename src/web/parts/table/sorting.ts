/** Sort key of a cell. */
export type SortKey = string | number | null

/** Order of a table that the browser sorts. */
export interface TableSort {
  column: string
  direction: 'asc' | 'desc'
}

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'string' && typeof other === 'string'
    ? one.localeCompare(other, 'en-GB', { numeric: true })
    : Number(one) - Number(other)

/** Rows in the order of their keys; those without a key are last, and equal ones stay in their order. */
export const sortRows = <T>(
  rows: readonly T[],
  keyOf: (row: T) => SortKey,
  direction: TableSort['direction'],
): T[] =>
  rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return direction === 'asc' ? compareKeys(a, b) : compareKeys(b, a)
  })

/**
 * Order after a press on a column's heading: texts begin with A and figures with the largest, a second press turns the
 * order round, and a third removes it.
 */
export const nextSort = (
  current: TableSort | null,
  column: string,
  firstKey: SortKey | undefined,
): TableSort | null => {
  const [first, second] =
    typeof firstKey === 'string' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  if (current?.column !== column) return { column, direction: first }
  return current.direction === first ? { column, direction: second } : null
}
