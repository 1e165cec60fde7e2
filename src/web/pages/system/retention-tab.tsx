import { readRetention, type Retention } from '#contract/system'
import { useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { sizeOf } from './size-of.ts'

type EndingRow = Retention['ending'][number]
type StayingRow = Retention['staying'][number]

const ENDING: readonly Column<EndingRow>[] = [
  { id: 'what', header: 'What ends', cell: ({ what }) => what, main: true },
  { id: 'life', header: 'For how long', cell: ({ life }) => life },
  {
    id: 'oldest',
    header: 'The oldest there is',
    cell: ({ oldest, overdue }) =>
      oldest === null ? (
        'None'
      ) : (
        <>
          <DayText day={oldest} time />
          {overdue && ', should have gone'}
        </>
      ),
  },
  {
    id: 'removed',
    header: 'Went last time',
    cell: ({ removed }) => <Num value={removed} />,
    numeric: true,
  },
]

const STAYING: readonly Column<StayingRow>[] = [
  { id: 'table', header: 'Table', cell: ({ id }) => id, main: true, sortBy: ({ id }) => id },
  { id: 'why', header: 'Why it stays', cell: ({ why }) => why },
  {
    id: 'rows',
    header: 'Rows, about',
    cell: ({ rows }) => (rows === null ? 'Not counted' : <Num value={rows} />),
    numeric: true,
    sortBy: ({ rows }) => rows ?? -1,
  },
  {
    id: 'bytes',
    header: 'Size',
    cell: ({ bytes }) => sizeOf(bytes),
    numeric: true,
    sortBy: ({ bytes }) => bytes,
  },
]

/** What is kept for how long and why, and whether what has ended goes. */
export const RetentionTab = () => (
  <QueryBoundary query={useAnswer(readRetention, {})}>
    {({ at, ending, staying }) => (
      <div className="stack">
        <p>
          What has ended is taken away every hour by one of the servers
          {at === null ? '; it has not been yet.' : ', last on '}
          {at !== null && <DayText day={at} time />}
        </p>
        <RowsTable caption="What is kept for a time" columns={ENDING} rows={ending} />
        <details>
          <summary>All {staying.length} tables, and why their rows stay</summary>
          <RowsTable caption="All tables, the largest first" columns={STAYING} rows={staying} />
        </details>
      </div>
    )}
  </QueryBoundary>
)
