import { ArrowDownIcon, ArrowDownUpIcon, ArrowUpIcon } from '../../icons/icons.tsx'
import { type ReactNode, useRef } from 'react'
import { Term } from '../term.tsx'
import type { RowSelection } from './use-selection.ts'

export type SortDirection = 'asc' | 'desc' | false

const SORT_STATES = { asc: 'ascending', desc: 'descending' } as const

/** Heading of a column: a button if the table can be sorted by it. */
export const ColumnHead = ({
  header,
  numeric,
  hideHeader,
  sorted,
  onSort,
}: {
  header: string
  numeric?: boolean
  hideHeader?: boolean
  sorted: SortDirection
  onSort?: () => void
}) => {
  const Icon = sorted === 'asc' ? ArrowUpIcon : sorted === 'desc' ? ArrowDownIcon : ArrowDownUpIcon
  return (
    <th
      scope="col"
      className={numeric ? 'is-number' : undefined}
      aria-sort={onSort && (sorted ? SORT_STATES[sorted] : 'none')}
    >
      {onSort ? (
        <button type="button" className="sort-button" onClick={onSort}>
          {header}
          <Icon aria-hidden="true" />
        </button>
      ) : (
        <span className={hideHeader ? 'sr-only' : undefined}>
          {hideHeader ? header : <Term word={header} />}
        </span>
      )}
    </th>
  )
}

/** Checkbox above the row checkboxes: selects all rows of this page, or clears them. */
export const SelectAllCheckbox = <T,>({
  rows,
  selection,
}: {
  rows: readonly T[]
  selection: RowSelection<T>
}) => {
  const count = rows.filter(row => selection.has(row)).length
  return (
    <th scope="col" className="cell-select">
      <label className="select-box">
        <input
          type="checkbox"
          checked={count > 0 && count === rows.length}
          ref={box => {
            if (box) box.indeterminate = count > 0 && count < rows.length
          }}
          onChange={() => selection.toggleAll(rows)}
        />
        <span className="select-all">Select all on this page</span>
      </label>
    </th>
  )
}

/** Checkbox that selects a row; with Shift, also all rows between it and the last one touched. */
export const SelectRowCheckbox = <T,>({
  row,
  rows,
  selection,
  nameId,
}: {
  row: T
  rows: readonly T[]
  selection: RowSelection<T>
  /** Id of the element that names the row. */
  nameId: string | undefined
}) => {
  const isRange = useRef(false)
  return (
    <td className="cell-select">
      <label className="select-box">
        <input
          type="checkbox"
          aria-labelledby={nameId}
          checked={selection.has(row)}
          onClick={event => {
            isRange.current = event.shiftKey
          }}
          onChange={() => selection.toggle(row, rows, isRange.current)}
        />
      </label>
    </td>
  )
}

/** Frame of a table: its name, and a region that scrolls sideways by keyboard as well as by pointer. */
export const TableFrame = ({
  caption,
  showCaption = false,
  isStale = false,
  hasCards = false,
  isClose = false,
  foot,
  children,
}: {
  caption: string
  showCaption?: boolean
  isStale?: boolean
  /** Shows each row as a card on narrow screens. */
  hasCards?: boolean
  /** Sets the columns closer together, because there are many. */
  isClose?: boolean
  foot?: ReactNode
  children: ReactNode
}) => (
  <div className="table-box">
    <div
      className={isStale ? 'table-scroll scroll-x is-stale' : 'table-scroll scroll-x'}
      role="region"
      aria-label={caption}
      aria-busy={isStale}
      tabIndex={0}
    >
      <table className={`table${hasCards ? ' table-cards' : ''}${isClose ? ' table-close' : ''}`}>
        <caption className={showCaption ? undefined : 'sr-only'}>{caption}</caption>
        {children}
      </table>
    </div>
    {foot && <div className="table-foot">{foot}</div>}
  </div>
)
