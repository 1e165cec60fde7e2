import { readRetention, type RetentionView } from '#contract/system/system'
import { useAnswer } from '../../api/api.ts'
import { DayText, PlainNumber } from '../../parts/values/amounts.tsx'
import { textColumn, countColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { uploadSizeText } from '../../parts/texts.ts'

type EndingRow = RetentionView['ending'][number]
type StayingRow = RetentionView['staying'][number]

const ENDING: readonly Column<EndingRow>[] = [
  { id: 'what', header: 'Data', cell: ({ what }) => what, main: true },
  { id: 'life', header: 'How long we keep it', cell: ({ life }) => life },
  {
    id: 'oldest',
    header: 'Oldest',
    cell: ({ oldest, overdue }) =>
      oldest === null ? (
        'None'
      ) : (
        <>
          <DayText day={oldest} time />
          {overdue && ', overdue for deletion'}
        </>
      ),
  },
  {
    id: 'removed',
    header: 'Deleted in the last run',
    numeric: true,
    cell: ({ removed }) => <PlainNumber value={removed} />,
  },
]

const STAYING: readonly Column<StayingRow>[] = [
  textColumn('table', 'Table', ({ id }) => id, { main: true }),
  { id: 'why', header: 'Why we keep it', cell: ({ why }) => why },
  {
    id: 'rows',
    header: 'Rows (estimate)',
    cell: ({ rows }) => (rows === null ? 'Not counted' : <PlainNumber value={rows} />),
    numeric: true,
    sortBy: ({ rows }) => rows ?? -1,
  },
  countColumn('bytes', 'Size', ({ bytes }) => bytes, { cell: ({ bytes }) => uploadSizeText(bytes) }),
]

/** Retention periods with their reasons, and the state of the deletion of expired data. */
export const RetentionTab = () => (
  <QueryBoundary query={useAnswer(readRetention, {})}>
    {({ at, ending, staying }) => (
      <div className="stack">
        {at === null ? (
          <p>Expired data is deleted every hour. This has not happened yet.</p>
        ) : (
          <p>
            Expired data is deleted every hour, last on <DayText day={at} time />.
          </p>
        )}
        <RowsTable caption="Data that we keep for a limited time" columns={ENDING} rows={ending} />
        <details>
          <summary>All {staying.length} tables, and why we keep their rows</summary>
          <RowsTable caption="All tables, the largest first" columns={STAYING} rows={staying} />
        </details>
      </div>
    )}
  </QueryBoundary>
)
