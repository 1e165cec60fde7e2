import { retrySetAside, systemSetAside, type SetAsideItem } from '#contract/set-aside'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'

const QUEUES: Record<SetAsideItem['queue'], string> = {
  task: 'Task',
  email: 'Email',
  webhook: 'Webhook',
  inspection: 'File inspection',
}

const tryAgain = async ({ queue, id }: SetAsideItem) => {
  try {
    await send(retrySetAside, { params: { queue, id } })
    toast('success', queue === 'inspection' ? 'The file can be uploaded again' : 'It will be tried again now')
  } catch (error) {
    toast('error', messageOf(error))
  }
  await askAgain(systemSetAside, {})
}

const COLUMNS: readonly Column<SetAsideItem>[] = [
  { id: 'queue', header: 'Kind', cell: item => QUEUES[item.queue], sortBy: item => QUEUES[item.queue] },
  { id: 'what', header: 'What', cell: item => item.what, main: true, sortBy: item => item.what },
  { id: 'attempts', header: 'Attempts', cell: item => <Num value={item.attempts} />, numeric: true },
  { id: 'error', header: 'Last error', cell: item => item.lastError ?? '' },
  {
    id: 'since',
    header: 'Set aside',
    cell: item => <DayText day={item.setAsideAt} time />,
    sortBy: item => item.setAsideAt,
  },
  {
    id: 'again',
    header: 'Try again',
    hideHeader: true,
    cell: item => (
      <button
        type="button"
        className="button button-small"
        aria-label={`Try again: ${item.what}`}
        onClick={() => void tryAgain(item)}
      >
        Try again
      </button>
    ),
  },
]

/** Work that was set aside because three attempts ended without an answer, and a button to try each again. */
export const SetAsideTab = () => (
  <QueryBoundary query={useAnswer(systemSetAside, {})}>
    {({ items }) => (
      <RowsTable
        caption="Set aside"
        columns={COLUMNS}
        rows={items}
        empty={
          <EmptyState title="Nothing is set aside">
            Work comes here after three attempts that ended without an answer.
          </EmptyState>
        }
      />
    )}
  </QueryBoundary>
)
