import { useMemo } from 'react'
import type { Mark } from '#contract/map'
import { showNumber } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import type { PageOf } from './marks-layer.tsx'
import { countOf, creditsOf, KIND_NAMES, PRECISION_WORDS, statusOf } from './words.ts'

/** More rows than these are looked at closer, or in the list. */
const MOST = 50

const columnsFor = (isMixed: boolean, isExact: boolean): Column<Mark>[] => [
  {
    id: 'name',
    header: 'Name',
    main: true,
    sortBy: row => row.name,
    cell: row => row.name,
  },
  ...(isMixed
    ? [
        {
          id: 'kind',
          header: 'Kind',
          sortBy: (row: Mark) => row.kind,
          cell: (row: Mark) => KIND_NAMES[row.kind],
        },
      ]
    : []),
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sortBy: statusOf,
    cell: row =>
      row.kind === 'project' ? (
        <StatusBadge kind="project" status={row.status} />
      ) : (
        <StatusBadge kind="requirement" status={row.status} />
      ),
  },
  { id: 'credits', header: 'Credits', sortBy: creditsOf, cell: creditsOf },
  ...(isExact
    ? []
    : [
        {
          id: 'place',
          header: 'Place on the map',
          sortBy: (row: Mark) => row.precision,
          cell: (row: Mark) => PRECISION_WORDS[row.precision],
        },
      ]),
]

/** What is in view of a map, as a table beside it. */
export const InView = ({
  marks,
  total,
  unplaced,
  isPicked,
  showAll,
  pageOf,
}: {
  marks: readonly Mark[]
  total: number
  unplaced: number
  /** Only what lies at one place. */
  isPicked: boolean
  showAll: () => void
  pageOf: PageOf
}) => {
  const shown = useMemo(() => marks.slice(0, MOST), [marks])
  const isMixed = new Set(shown.map(({ kind }) => kind)).size > 1
  const isExact = shown.every(({ precision }) => precision === 'exact')
  const columns = useMemo(() => columnsFor(isMixed, isExact), [isMixed, isExact])
  return (
    <div className="map-in-view">
      <p role="status">
        {isPicked ? (
          <>{countOf(marks)} at this place. </>
        ) : (
          <>
            {showNumber(marks.length)} of {showNumber(total)} in view
            {unplaced > 0 && `; ${showNumber(unplaced)} without a known place`}
            {marks.length > MOST && `. The first ${MOST} stand below: look closer, or filter, to see others`}.
          </>
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
