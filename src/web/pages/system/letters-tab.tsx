import { retryEmail, listSystemEmails, type SystemEmail } from '#contract/system/system'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText, PlainNumber } from '../../parts/values/amounts.tsx'
import { textColumn, timeColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'

const tryAgain = async ({ id, to }: SystemEmail) => {
  try {
    await sendRequest(retryEmail, { params: { id } })
    toast('success', `We are sending the email to ${to} again`)
  } catch (error) {
    toast('error', messageOf(error))
  }
  await refetchAnswer(listSystemEmails, {})
}

const titleOf = ({ letter }: SystemEmail): string => {
  const words = letter.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const COLUMNS: readonly Column<SystemEmail>[] = [
  textColumn('letter', 'Email', titleOf, { main: true }),
  textColumn('to', 'To', mail => mail.to),
  statusColumn('letter', 'state', 'State', mail => mail.state),
  { id: 'attempt', header: 'Attempts', cell: mail => <PlainNumber value={mail.attempt} />, numeric: true },
  timeColumn('created', 'Created', mail => mail.createdAt),
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
          aria-label={`Send the email to ${mail.to} again`}
          onClick={() => void tryAgain(mail)}
        >
          Send again
        </button>
      ),
  },
]

/** Emails, sent and waiting: their existence, never their content. */
export const EmailsTab = () => (
  <QueryBoundary query={useAnswer(listSystemEmails, {})}>
    {({ items }) => (
      <RowsTable
        caption="Emails"
        columns={COLUMNS}
        rows={items}
        empty={<EmptyState title="No emails">No email has been sent yet.</EmptyState>}
      />
    )}
  </QueryBoundary>
)
