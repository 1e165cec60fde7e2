import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueRow } from '#contract/queue'

interface Left {
  id: string
  following: readonly string[]
}

/** Once the form of a row has closed and the row is done, so gone from the list, the form of the next opens by itself. */
export const useNextItem = (
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
