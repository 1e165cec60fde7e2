import { useRef, useState } from 'react'

/** Selected rows of a list, across its pages. */
export interface RowSelection<T> {
  rows: readonly T[]
  has: (row: T) => boolean
  /**
   * Selects or clears a row. As a range, it includes all rows on screen between it and the last one touched.
   */
  toggle: (row: T, among: readonly T[], asRange: boolean) => void
  /** Selects all rows of a page, or clears them if all are selected. */
  toggleAll: (among: readonly T[]) => void
  clear: () => void
}

/** Selected rows of a list. They are cleared when the list's `query` changes. */
export const useSelection = <T extends { id: string }>(query: string): RowSelection<T> => {
  const [kept, setKept] = useState<{ query: string; rows: ReadonlyMap<string, T> }>({
    query,
    rows: new Map(),
  })
  const last = useRef<string | null>(null)
  const rows: ReadonlyMap<string, T> = kept.query === query ? kept.rows : new Map()

  const put = (some: readonly T[], isSelected: boolean) => {
    const after = new Map(rows)
    for (const row of some) {
      if (isSelected) after.set(row.id, row)
      else after.delete(row.id)
    }
    setKept({ query, rows: after })
  }
  return {
    rows: [...rows.values()],
    has: row => rows.has(row.id),
    toggle: (row, among, asRange) => {
      const here = among.findIndex(one => one.id === row.id)
      const there = asRange ? among.findIndex(one => one.id === last.current) : -1
      const range = there < 0 ? [row] : among.slice(Math.min(here, there), Math.max(here, there) + 1)
      last.current = row.id
      put(range, !rows.has(row.id))
    },
    toggleAll: among => put(among, !among.every(row => rows.has(row.id))),
    clear: () => setKept({ query, rows: new Map() }),
  }
}
