import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Term } from './term.tsx'

export type Direction = 'asc' | 'desc' | false

const SORT_STATES = { asc: 'ascending', desc: 'descending' } as const

/** The heading of a column, a button where the table can be sorted by it. */
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
  sorted: Direction
  onSort?: () => void
}) => {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowDownUp
  return (
    <th
      scope="col"
      className={numeric ? 'cell-num' : undefined}
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

/** The frame of every table: its name, and a region that scrolls sideways by key as well as by pointer. */
export const TableFrame = ({
  caption,
  showCaption = false,
  isStale = false,
  foot,
  children,
}: {
  caption: string
  showCaption?: boolean
  isStale?: boolean
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
      <table className="table">
        <caption className={showCaption ? undefined : 'sr-only'}>{caption}</caption>
        {children}
      </table>
    </div>
    {foot && <div className="table-foot">{foot}</div>}
  </div>
)
