import type { ReactNode } from 'react'
import type { ListOf } from '#contract/resource'
import { showNumber } from './amounts.tsx'
import { chosenColumns, type Column } from './columns.ts'
import { EmptyState } from './empty-state.tsx'
import { usePages } from './list-address.ts'
import { Loading } from './loading.tsx'
import { Pager } from './pager.tsx'
import { Problem } from './problem.tsx'
import type { QueryState } from './query-boundary.tsx'
import { type Summary, TableBody } from './table-body.tsx'
import type { RowSelection } from './use-selection.ts'

/** In what a list can be had whole. */
type Download = 'csv' | 'xlsx' | 'geojson' | 'gpkg'

/** A list of the server: its order and page are kept in the address. */
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
  list: QueryState<ListOf<T>>
  rowLink?: (row: T) => string | null
  /** What to say when there is nothing. */
  empty?: ReactNode
  selection: RowSelection<T>
  /** Where the whole of the list is to be had as a table. */
  downloadFrom: (format: Download) => string
  /** It can be had as a map, too. */
  isPlaced?: boolean
}) => {
  const pages = usePages()
  if (list.error && !list.data) return <Problem error={list.error} retry={() => list.refetch()} />
  if (!list.data) return <Loading lines={8} what={`Loading ${caption}`} />
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
            {showNumber(total)} {total === 1 ? 'entry' : 'entries'}
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
          <Pager of={caption} next={next} />
        </>
      }
    />
  )
}

/** A table of rows that the page holds already, sorted here. */
export const RowsTable = <T extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  rowLink,
  empty,
  summary,
  atFirst,
}: {
  caption: string
  columns: readonly Column<T, Sort>[]
  rows: readonly T[]
  rowLink?: (row: T) => string | null
  empty?: ReactNode
  /** What its columns come to in all. */
  summary?: Summary | false
  /** How many rows are in view until all are asked for. */
  atFirst?: number
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
    />
  )
