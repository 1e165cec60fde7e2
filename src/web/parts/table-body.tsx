import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { InPence, showNumber } from './amounts.tsx'
import type { Column } from './columns.ts'
import { ColumnHead, SelectAll, SelectRow, TableFrame, type Direction } from './table-parts.tsx'
import type { RowSelection } from './use-selection.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const compare = (a: string | number | null, b: string | number | null): number =>
  typeof a === 'string' && typeof b === 'string'
    ? a.localeCompare(b, 'en-GB', { numeric: true })
    : Number(a) - Number(b)

/** Order kept by the server: its name for it, and how to ask for another. */
export interface ServerOrder {
  sort: string | null
  setSort: (sort: string) => void
}

/** The row at the foot of a table: what it is called, and what stands in it by the id of the column. */
export interface Summary {
  name: ReactNode
  cells: Readonly<Record<string, ReactNode>>
}

/** From so many on they stand closer, so that the last is in sight without scrolling. */
const MANY_COLUMNS = 9

/** Draws again only when something that it draws by is another, not when a box is ticked or others are asked for. */
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
          [column.numeric && 'cell-num', column.card && `card-${column.card}`].filter(Boolean).join(' ') ||
          undefined
        }
        data-label={column.hideHeader ? undefined : column.header}
      >
        {content}
      </td>
    )
  })

/** A table of the rows given; sorted by the server if it keeps the order, else here. */
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
}: {
  caption: string
  columns: readonly Column<T, Sort>[]
  rows: readonly T[]
  rowLink?: (row: T) => string | null
  order?: ServerOrder
  /** Where rows can be selected. */
  selection?: RowSelection<T>
  isStale?: boolean
  foot?: ReactNode
  /** What its columns come to in all, as the last row. */
  summary?: Summary | false
  /** How many rows are in view until all are asked for. */
  atFirst?: number
}) => {
  const [isWhole, setWhole] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  // The button that was pressed is gone: its reader goes on with the first row that has come.
  useEffect(() => {
    if (isWhole) body.current?.rows[atFirst]?.querySelector('a')?.focus()
  }, [isWhole, atFirst])
  const definitions = useMemo(
    () =>
      columns.map(column => ({
        id: column.id,
        accessorFn: (row: T) => column.sortBy?.(row) ?? undefined,
        enableSorting: !order && column.sortBy !== undefined,
        sortUndefined: 'last' as const,
        sortFn: (a: { original: T }, b: { original: T }) =>
          compare(column.sortBy?.(a.original) ?? null, column.sortBy?.(b.original) ?? null),
      })),
    [columns, order],
  )
  const base = useId()
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: row => row.id,
    enableMultiSort: false,
  })

  const sortedBy = (column: Column<T, Sort>): Direction => {
    if (!order) return table.getColumn(column.id)?.getIsSorted() ?? false
    if (order.sort === column.sort) return 'asc'
    return order.sort === `-${column.sort}` ? 'desc' : false
  }
  const sorterOf = (column: Column<T, Sort>) => {
    // One row is in order.
    if (!order) return rows.length > 1 && column.sortBy && (() => table.getColumn(column.id)?.toggleSorting())
    const { sort } = column
    return sort && (() => order.setSort(sortedBy(column) === 'asc' ? `-${sort}` : sort))
  }

  const amounts = columns.flatMap(({ pounds }) => (pounds ? rows.map(pounds) : []))
  const most = isWhole ? Infinity : atFirst
  const shown = table
    .getRowModel()
    .rows.slice(0, most)
    .map(({ original }) => original)
  const name = columns.find(column => column.main)
  return (
    <InPence amounts={amounts}>
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
            {selection && <SelectAll rows={shown} selection={selection} />}
            {columns.map(column => (
              <ColumnHead
                key={column.id}
                header={column.header}
                numeric={column.numeric}
                hideHeader={column.hideHeader}
                sorted={sortedBy(column)}
                onSort={sorterOf(column) || undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(row => {
            const link = rowLink?.(row) ?? null
            const nameId = selection && `${base}-${row.id}`
            return (
              <tr key={row.id} className={selection?.has(row) ? 'is-selected' : undefined}>
                {selection && <SelectRow row={row} rows={shown} selection={selection} nameId={nameId} />}
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
                    className={column.numeric ? 'cell-num' : undefined}
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
    </InPence>
  )
}
