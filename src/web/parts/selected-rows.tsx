import { Link } from 'react-router'
import { MOST_ROWS } from '#contract/noun'
import { showNumber } from './amounts.tsx'
import { toast } from './toasts.ts'
import type { RowSelection } from './use-selection.ts'

const copyLinks = async (paths: readonly string[]) => {
  const links = paths.map(path => new URL(path, location.origin).href)
  try {
    await navigator.clipboard.writeText(links.join('\n'))
    toast('success', links.length === 1 ? 'The link is copied' : `${links.length} links are copied`)
  } catch {
    toast('error', 'The browser does not let links be copied here')
  }
}

/** What can be done with the rows that are selected: had as a table, and pointed to. */
export const SelectedRows = <T extends { id: string }>({
  selection,
  rowLink,
  downloadFrom,
  queueFor,
}: {
  selection: RowSelection<T>
  rowLink?: (row: T) => string | null
  downloadFrom: (format: 'csv' | 'xlsx', ids?: readonly string[]) => string
  /** Where what waits on them is worked through, to readers whose work that is. */
  queueFor?: (ids: readonly string[]) => string
}) => {
  const { rows, clear } = selection
  const ids = rows.map(row => row.id)
  const links = rows.flatMap(row => rowLink?.(row) ?? [])
  return (
    <div className="selected-rows" role="group" aria-label="Selected rows">
      <span role="status">{rows.length > 0 && `${showNumber(rows.length)} selected`}</span>
      {rows.length > MOST_ROWS && <span>Only {MOST_ROWS} at once can be taken further</span>}
      {queueFor && rows.length > 0 && rows.length <= MOST_ROWS && (
        <Link to={queueFor(ids)}>What waits on {rows.length === 1 ? 'it' : 'them'}</Link>
      )}
      {rows.length > 0 && rows.length <= MOST_ROWS && (
        <span>
          Download as <a href={downloadFrom('csv', ids)}>CSV</a> or{' '}
          <a href={downloadFrom('xlsx', ids)}>XLSX</a>
        </span>
      )}
      {links.length > 0 && (
        <button type="button" className="link-button" onClick={() => void copyLinks(links)}>
          {links.length === 1 ? 'Copy link' : 'Copy links'}
        </button>
      )}
      {rows.length > 0 && (
        <button type="button" className="link-button" onClick={clear}>
          Clear selection
        </button>
      )}
    </div>
  )
}
