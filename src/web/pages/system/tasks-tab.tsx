import type { TaskName } from '#actions/kit/changes'
import { systemTasks, type SystemTask } from '#contract/system'
import { useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { labelOf } from '../../parts/label-of.ts'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'

const NAMES: Record<TaskName | 'bulk', string> = {
  match: 'Match',
  compareMatch: 'Comparison of an imported match',
  publishInstance: 'Publication of a match',
  bulk: 'Bulk act',
}

const nameOf = ({ kind }: SystemTask): string => labelOf(NAMES, kind)

const COLUMNS: readonly Column<SystemTask>[] = [
  { id: 'kind', header: 'Task', cell: nameOf, main: true, sortBy: nameOf },
  { id: 'round', header: 'Market round', cell: task => task.round?.name ?? '–' },
  {
    id: 'state',
    header: 'State',
    cell: task => <StatusBadge kind="task" status={task.state} />,
    sortBy: task => task.state,
  },
  { id: 'attempt', header: 'Attempt', cell: task => <Num value={task.attempt} />, numeric: true },
  { id: 'message', header: 'Message', cell: task => task.message ?? '' },
  {
    id: 'created',
    header: 'Asked for',
    cell: task => <DayText day={task.createdAt} time />,
    sortBy: task => task.createdAt,
  },
  { id: 'finished', header: 'Finished', cell: task => <DayText day={task.finishedAt} time /> },
]

/** Long work, done and to be done. */
export const TasksTab = () => (
  <QueryBoundary query={useAnswer(systemTasks, {})}>
    {({ items }) => (
      <RowsTable
        caption="Tasks"
        columns={COLUMNS}
        rows={items}
        empty={<EmptyState title="No tasks">Nothing has been asked for that takes long.</EmptyState>}
      />
    )}
  </QueryBoundary>
)
