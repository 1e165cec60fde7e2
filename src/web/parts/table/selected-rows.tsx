import { Link } from 'react-router'
import { MAX_PAGE_ROWS } from '#contract/kit/noun'
import { LINKS_NOT_COPIED_TEXT, linksCopiedText, selectedCountText, selectionLimitText } from '../messages.ts'
import { toast } from '../page/toasts.ts'
import type { RowSelection } from './use-selection.ts'

const copyLinks = async (paths: readonly string[]) => {
  const links = paths.map(path => new URL(path, location.origin).href)
  try {
    await navigator.clipboard.writeText(links.join('\n'))
    toast('success', linksCopiedText(links.length))
  } catch {
    toast('error', LINKS_NOT_COPIED_TEXT)
  }
}

/** Actions for the selected rows: open them in the work queue, download them as a table, or copy links. */
export const SelectedRows = <T extends { id: string }>({
  selection,
  rowLink,
  downloadFrom,
  queueFor,
}: {
  selection: RowSelection<T>
  rowLink?: (row: T) => string | null
  downloadFrom: (format: 'csv' | 'xlsx', ids?: readonly string[]) => string
  /** Address of the queue in which actions on the rows are waiting, for readers who do that work. */
  queueFor?: (ids: readonly string[]) => string
}) => {
  const { rows, clear } = selection
  const ids = rows.map(row => row.id)
  const links = rows.flatMap(row => rowLink?.(row) ?? [])
  return (
    <div className="selected-rows" role="group" aria-label="Selected rows">
      <span role="status">{rows.length > 0 && selectedCountText(rows.length)}</span>
      {rows.length > MAX_PAGE_ROWS && <span>{selectionLimitText(MAX_PAGE_ROWS)}</span>}
      {queueFor && rows.length > 0 && rows.length <= MAX_PAGE_ROWS && (
        <Link to={queueFor(ids)}>Show in the queue</Link>
      )}
      {rows.length > 0 && rows.length <= MAX_PAGE_ROWS && (
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
