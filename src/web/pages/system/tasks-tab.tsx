import type { TaskName } from '#actions/kit/changes'
import { listSystemTasks, type SystemTask } from '#contract/system/system'
import { useAnswer } from '../../api/api.ts'
import { DayText, PlainNumber } from '../../parts/values/amounts.tsx'
import { textColumn, timeColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { labelOfValue } from '../../parts/texts.ts'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'

const NAMES: Record<TaskName | 'bulk', string> = {
  match: 'Match',
  compareMatch: 'Comparison of an imported match',
  publishInstance: 'Publication of a match',
  bulk: 'Bulk action',
}

const nameOf = ({ kind }: SystemTask): string => labelOfValue(NAMES, kind)

const COLUMNS: readonly Column<SystemTask>[] = [
  textColumn('kind', 'Task', nameOf, { main: true }),
  { id: 'round', header: 'Market round', cell: task => task.round?.name ?? '–' },
  statusColumn('task', 'state', 'State', task => task.state),
  { id: 'attempt', header: 'Attempt', cell: task => <PlainNumber value={task.attempt} />, numeric: true },
  { id: 'message', header: 'Message', cell: task => task.message ?? '' },
  timeColumn('created', 'Requested', task => task.createdAt),
  { id: 'finished', header: 'Finished', cell: task => <DayText day={task.finishedAt} time /> },
]

/** Long-running tasks, done and waiting. */
export const TasksTab = () => (
  <QueryBoundary query={useAnswer(listSystemTasks, {})}>
    {({ items }) => (
      <RowsTable
        caption="Tasks"
        columns={COLUMNS}
        rows={items}
        empty={<EmptyState title="No tasks">Long-running tasks appear here.</EmptyState>}
      />
    )}
  </QueryBoundary>
)
