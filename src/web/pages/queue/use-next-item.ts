import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueRow } from '#contract/desk/queue'

interface Left {
  id: string
  following: readonly string[]
}

/**
 * Opens the form of the next row once the form of a row has closed and the row is done, that is, gone from
 * the list.
 */
export const useOpenNextRow = (
  rows: readonly QueueRow[],
  isFetching: boolean,
  openRow: (row: QueueRow) => void,
): void => {
  const [search] = useSearchParams()
  const id = search.get('action') === null ? undefined : search.get('subject')?.split('/').at(-1)
  const left = useRef<Left | null>(null)
  useEffect(() => {
    if (id !== undefined) {
      const at = rows.findIndex(row => row.id === id)
      if (at >= 0) left.current = { id, following: rows.slice(at + 1).map(row => row.id) }
      return
    }
    const before = left.current
    if (!before || isFetching) return
    left.current = null
    if (rows.some(row => row.id === before.id)) return
    const next = rows.find(row => before.following.includes(row.id) && row.missing === null)
    if (next) openRow(next)
  }, [id, rows, isFetching, openRow])
}
