import { retryLetter, systemLetters, type SystemMail } from '#contract/system'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { toast } from '../../parts/toasts.ts'

const tryAgain = async ({ id, to }: SystemMail) => {
  try {
    await send(retryLetter, { params: { id } })
    toast('success', `The letter to ${to} is sent again`)
  } catch (error) {
    toast('error', messageOf(error))
  }
  await askAgain(systemLetters, {})
}

const titleOf = ({ letter }: SystemMail): string => {
  const words = letter.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const COLUMNS: readonly Column<SystemMail>[] = [
  { id: 'letter', header: 'Letter', cell: titleOf, main: true, sortBy: titleOf },
  { id: 'to', header: 'To', cell: mail => mail.to, sortBy: mail => mail.to },
  {
    id: 'state',
    header: 'State',
    cell: mail => <StatusBadge kind="letter" status={mail.state} />,
    sortBy: mail => mail.state,
  },
  { id: 'attempt', header: 'Attempts', cell: mail => <Num value={mail.attempt} />, numeric: true },
  {
    id: 'created',
    header: 'Written',
    cell: mail => <DayText day={mail.createdAt} time />,
    sortBy: mail => mail.createdAt,
  },
  { id: 'sent', header: 'Sent', cell: mail => <DayText day={mail.sentAt} time /> },
  { id: 'message', header: 'What went wrong', cell: mail => mail.message ?? '' },
  {
    id: 'again',
    header: 'Again',
    hideHeader: true,
    cell: mail =>
      mail.state === 'failed' && (
        <button
          type="button"
          className="button button-small"
          aria-label={`Send the letter to ${mail.to} again`}
          onClick={() => void tryAgain(mail)}
        >
          Send again
        </button>
      ),
  },
]

/** Letters, sent and to be sent: that they are there, never what they say. */
export const LettersTab = () => (
  <QueryBoundary query={useAnswer(systemLetters, {})}>
    {({ items }) => (
      <RowsTable
        caption="Mail"
        columns={COLUMNS}
        rows={items}
        empty={<EmptyState title="No letters">Nothing has been mailed yet.</EmptyState>}
      />
    )}
  </QueryBoundary>
)
