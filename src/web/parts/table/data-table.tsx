import type { ReactNode } from 'react'
import type { ListPage } from '#contract/kit/resource'
import { chosenColumns, type Column } from './columns.ts'
import { EmptyState } from '../empty-state.tsx'
import { entryCountText } from '../messages.ts'
import { useListState } from '../page/list-address.ts'
import { LoadingPlaceholder, LoadingError, type QueryState } from '../page/query-boundary.tsx'
import { TableBody, type TableSummaryRow } from './table-body.tsx'
import type { RowSelection } from './use-selection.ts'

/** Pagination of a list, whose address has the current page; nothing if there is only one page. */
export const PaginationProps = ({ of, next }: { of: string; next: string | null }) => {
  const pages = useListState()
  if (!next && pages.isFirst) return null
  return (
    <nav className="pager" aria-label={`Pages: ${of}`}>
      {!pages.isFirst && (
        <button type="button" className="button button-small" onClick={pages.previous ?? pages.first}>
          {pages.previous ? 'Previous' : 'First page'}
        </button>
      )}
      <button
        type="button"
        className="button button-small"
        aria-disabled={!next}
        onClick={() => next && pages.next(next)}
      >
        Next
      </button>
    </nav>
  )
}

/** Formats in which a whole list can be downloaded. */
type Download = 'csv' | 'xlsx' | 'geojson' | 'gpkg'

/** List that the server sorts and paginates; order and page are stored in the address. */
export const DataTable = <T extends { id: string }, Sort extends string>({
  caption,
  columns,
  list,
  rowLink,
  empty,
  selection,
  downloadFrom,
  isPlaced = false,
}: {
  caption: string
  columns: readonly Column<T, Sort>[]
  list: QueryState<ListPage<T>>
  rowLink?: (row: T) => string | null
  /** Content for an empty list. */
  empty?: ReactNode
  selection: RowSelection<T>
  /** Returns the address from which the whole list can be downloaded. */
  downloadFrom: (format: Download) => string
  /** The list can be downloaded as a map, too. */
  isPlaced?: boolean
}) => {
  const pages = useListState()
  if (list.error && !list.data) return <LoadingError error={list.error} retry={() => list.refetch()} />
  if (!list.data) return <LoadingPlaceholder lines={8} what={`Loading: ${caption}`} />
  const { items, total, next } = list.data
  if (items.length === 0 && pages.isFirst) return empty ?? <EmptyState title="Nothing to show" />
  return (
    <TableBody
      caption={caption}
      columns={columns}
      rows={items}
      rowLink={rowLink}
      order={pages}
      selection={selection}
      isStale={list.isPlaceholderData}
      foot={
        <>
          <span className="num" role="status">
            {entryCountText(total)}
          </span>
          <span>
            Download all as <a href={downloadFrom('csv')}>CSV</a> or <a href={downloadFrom('xlsx')}>XLSX</a>
            {isPlaced && (
              <>
                , or as a map in <a href={downloadFrom('geojson')}>GeoJSON</a> or{' '}
                <a href={downloadFrom('gpkg')}>GeoPackage</a>
              </>
            )}
          </span>
          <PaginationProps of={caption} next={next} />
        </>
      }
    />
  )
}

/** Table of rows that the page already has, sorted in the browser. */
export const RowsTable = <T extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  rowLink,
  empty,
  summary,
  atFirst,
  printsAll,
}: {
  caption: string
  columns: readonly Column<T, Sort>[]
  rows: readonly T[]
  rowLink?: (row: T) => string | null
  empty?: ReactNode
  /** Totals of the columns. */
  summary?: TableSummaryRow | false
  /** Number of visible rows until the reader opens all. */
  atFirst?: number | undefined
  /** Paper has all rows, also those that the reader has not opened. */
  printsAll?: boolean
}) =>
  rows.length === 0 ? (
    (empty ?? <EmptyState title="Nothing to show" />)
  ) : (
    <TableBody
      caption={caption}
      columns={chosenColumns(columns, null)}
      rows={rows}
      rowLink={rowLink}
      summary={summary}
      atFirst={atFirst}
      printsAll={printsAll}
    />
  )
