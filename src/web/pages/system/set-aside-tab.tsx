import { retrySetAsideItem, listSetAsideItems, type SetAsideItem } from '#contract/desk/set-aside'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { PlainNumber } from '../../parts/values/amounts.tsx'
import { textColumn, timeColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'

const QUEUES: Record<SetAsideItem['queue'], string> = {
  task: 'Task',
  email: 'Email',
  webhook: 'Webhook',
  inspection: 'File inspection',
}

const tryAgain = async ({ queue, id }: SetAsideItem) => {
  try {
    await sendRequest(retrySetAsideItem, { params: { queue, id } })
    toast('success', queue === 'inspection' ? 'The file can be uploaded again' : 'We are trying it again now')
  } catch (error) {
    toast('error', messageOf(error))
  }
  await refetchAnswer(listSetAsideItems, {})
}

const COLUMNS: readonly Column<SetAsideItem>[] = [
  textColumn('queue', 'Kind', item => QUEUES[item.queue]),
  textColumn('what', 'Item', item => item.what, { main: true }),
  { id: 'attempts', header: 'Attempts', cell: item => <PlainNumber value={item.attempts} />, numeric: true },
  { id: 'error', header: 'Last error', cell: item => item.lastError ?? '' },
  timeColumn('since', 'Set aside', item => item.setAsideAt),
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

/**
 * Tasks that were set aside because three attempts ended without an answer, each with a button to try again.
 */
export const SetAsideTab = () => (
  <QueryBoundary query={useAnswer(listSetAsideItems, {})}>
    {({ items }) => (
      <RowsTable
        caption="Set aside"
        columns={COLUMNS}
        rows={items}
        empty={
          <EmptyState title="Nothing is set aside">
            Tasks, emails, webhooks and file inspections appear here after three failed attempts.
          </EmptyState>
        }
      />
    )}
  </QueryBoundary>
)
