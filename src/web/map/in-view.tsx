import { useMemo } from 'react'
import type { MapMark } from '#contract/public/map'
import { textColumn } from '../parts/table/column-types.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import type { MarkAddress } from './marks-layer.tsx'
import {
  markCountText,
  markCreditsText,
  marksInViewText,
  KIND_NAMES,
  PRECISION_LABELS,
  markStatusText,
} from './messages.ts'

/** Number of rows above which the reader has to zoom in or use the list. */
const MOST = 50

const columnsFor = (isMixed: boolean, isExact: boolean): Column<MapMark>[] => [
  textColumn('name', 'Name', row => row.name, { main: true }),
  ...(isMixed
    ? [textColumn<MapMark>('kind', 'Kind', row => row.kind, { cell: row => KIND_NAMES[row.kind] })]
    : []),
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sortBy: markStatusText,
    cell: row =>
      row.kind === 'project' ? (
        <StatusBadge kind="project" status={row.status} />
      ) : (
        <StatusBadge kind="requirement" status={row.status} />
      ),
  },
  textColumn('credits', 'Credits', markCreditsText),
  ...(isExact
    ? []
    : [
        textColumn<MapMark>('place', 'Place on the map', row => row.precision, {
          cell: row => PRECISION_LABELS[row.precision],
        }),
      ]),
]

/** Marks that are in view of a map, as a table next to it. */
export const MarksInView = ({
  marks,
  total,
  unplaced,
  isPicked,
  showAll,
  pageOf,
}: {
  marks: readonly MapMark[]
  total: number
  unplaced: number
  /** Only marks at one place. */
  isPicked: boolean
  showAll: () => void
  pageOf: MarkAddress
}) => {
  const shown = useMemo(() => marks.slice(0, MOST), [marks])
  const isMixed = new Set(shown.map(({ kind }) => kind)).size > 1
  const isExact = shown.every(({ precision }) => precision === 'exact')
  const columns = useMemo(() => columnsFor(isMixed, isExact), [isMixed, isExact])
  return (
    <div className="map-in-view">
      <p role="status">
        {isPicked ? (
          <>{markCountText(marks)} at this place. </>
        ) : (
          marksInViewText({ shown: marks.length, total, unplaced, listed: shown.length })
        )}
        {isPicked && (
          <button type="button" className="link-button" onClick={showAll}>
            Show all in view
          </button>
        )}
      </p>
      {shown.length > 0 && (
        <RowsTable caption="In view on the map" columns={columns} rows={shown} rowLink={pageOf} />
      )}
    </div>
  )
}
