import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ShowPence, showNumber } from '../values/amounts.tsx'
import type { Column } from './columns.ts'
import { nextSort, sortRows, type TableSort } from './sorting.ts'
import {
  ColumnHead,
  SelectAllCheckbox,
  SelectRowCheckbox,
  TableFrame,
  type SortDirection,
} from './table-parts.tsx'
import type { RowSelection } from './use-selection.ts'

/** Order of a list that the server sorts: its name, and a callback that requests another order. */
export interface ServerSortOrder {
  sort: string | null
  setSort: (sort: string) => void
}

/** Row at the foot of a table: its label, and its cells by column id. */
export interface TableSummaryRow {
  name: ReactNode
  cells: Readonly<Record<string, ReactNode>>
}

/**
 * Number of columns from which they are set closer together, so that the last is visible without scrolling.
 */
const MANY_COLUMNS = 9

/**
 * Renders again only if one of its inputs changed, not when a checkbox is ticked or other rows are loading.
 */
const Kept = memo(
  ({ draw }: { by: readonly unknown[]; draw: () => ReactNode }) => draw(),
  (before, after) => after.by.every((one, at) => one === before.by[at]),
)

const cellsOf = <T, Sort extends string>(
  row: T,
  columns: readonly Column<T, Sort>[],
  link: string | null,
  nameId: string | undefined,
) =>
  columns.map(column => {
    const content = column.cell(row)
    return column.main ? (
      <th key={column.id} id={nameId} scope="row" className="cell-main">
        {link ? <Link to={link}>{content}</Link> : content}
      </th>
    ) : (
      <td
        key={column.id}
        className={
          [column.numeric && 'is-number', column.card && `card-${column.card}`].filter(Boolean).join(' ') ||
          undefined
        }
        data-label={column.hideHeader ? undefined : column.header}
      >
        {content}
      </td>
    )
  })

/** Table of the given rows, sorted by the server if it knows the order, otherwise in the browser. */
export const TableBody = <T extends { id: string }, Sort extends string>({
  caption,
  columns,
  rows,
  rowLink,
  order,
  selection,
  isStale,
  foot,
  summary,
  atFirst = Infinity,
  printsAll = false,
}: {
  caption: string
  columns: readonly Column<T, Sort>[]
  rows: readonly T[]
  rowLink?: (row: T) => string | null
  order?: ServerSortOrder
  /** Selection, if rows can be selected. */
  selection?: RowSelection<T>
  isStale?: boolean
  foot?: ReactNode
  /** Totals of the columns, as the last row. */
  summary?: TableSummaryRow | false
  /** Number of visible rows until the reader opens all. */
  atFirst?: number
  /** Paper has all rows, also those that the reader has not opened. */
  printsAll?: boolean
}) => {
  const [isWhole, setWhole] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  // The pressed button is gone, so the focus moves to the first of the new rows.
  useEffect(() => {
    if (isWhole) body.current?.rows[atFirst]?.querySelector('a')?.focus()
  }, [isWhole, atFirst])
  const base = useId()
  const [sort, setSort] = useState<TableSort | null>(null)
  const sorting = columns.find(({ id }) => id === sort?.column)?.sortBy
  const inOrder = useMemo(
    () => (sort && sorting ? sortRows(rows, sorting, sort.direction) : rows),
    [rows, sort, sorting],
  )

  const sortedBy = (column: Column<T, Sort>): SortDirection => {
    if (!order) return sort?.column === column.id && sort.direction
    if (order.sort === column.sort) return 'asc'
    return order.sort === `-${column.sort}` ? 'desc' : false
  }
  const sorterOf = (column: Column<T, Sort>) => {
    // A single row needs no sorting.
    const { sortBy } = column
    if (!order) {
      const [first] = rows
      // A single row needs no sorting.
      if (rows.length < 2 || !sortBy || !first) return undefined
      return () => setSort(before => nextSort(before, column.id, sortBy(first)))
    }
    const name = column.sort
    return name && (() => order.setSort(sortedBy(column) === 'asc' ? `-${name}` : name))
  }

  const amounts = columns.flatMap(({ pounds }) => (pounds ? rows.map(pounds) : []))
  const most = isWhole ? Infinity : atFirst
  const shown = inOrder.slice(0, printsAll ? Infinity : most)
  const name = columns.find(column => column.main)
  return (
    <ShowPence amounts={amounts}>
      <TableFrame
        caption={caption}
        isStale={isStale}
        hasCards={name !== undefined}
        isClose={columns.length + (selection ? 1 : 0) >= MANY_COLUMNS}
        foot={
          rows.length > most ? (
            <button type="button" className="button button-small" onClick={() => setWhole(true)}>
              Show all {showNumber(rows.length)}
            </button>
          ) : (
            foot
          )
        }
      >
        <thead>
          <tr>
            {selection && <SelectAllCheckbox rows={shown} selection={selection} />}
            {columns.map(column => (
              <ColumnHead
                key={column.id}
                header={column.header}
                numeric={column.numeric}
                hideHeader={column.hideHeader}
                sorted={sortedBy(column)}
                onSort={sorterOf(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((row, at) => {
            const link = rowLink?.(row) ?? null
            const nameId = selection && `${base}-${row.id}`
            return (
              <tr
                key={row.id}
                className={at >= most ? 'is-beyond' : selection?.has(row) ? 'is-selected' : undefined}
              >
                {selection && (
                  <SelectRowCheckbox row={row} rows={shown} selection={selection} nameId={nameId} />
                )}
                <Kept by={[row, columns, link, nameId]} draw={() => cellsOf(row, columns, link, nameId)} />
              </tr>
            )
          })}
        </tbody>
        {summary && (
          <tfoot>
            <tr>
              {columns.map(column =>
                column.main ? (
                  <th key={column.id} scope="row" className="cell-main">
                    {summary.name}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    className={column.numeric ? 'is-number' : undefined}
                    data-label={column.hideHeader ? undefined : column.header}
                  >
                    {summary.cells[column.id]}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </TableFrame>
    </ShowPence>
  )
}
