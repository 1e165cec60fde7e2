import { useState } from 'react'
import type { AccessRequirement } from '#contract/people/account'
import { endSession, listSystemSessions, type SystemSession } from '#contract/system/system'
import { StepUp } from '../../action/step-up.tsx'
import { isApiProblem, messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { textColumn, timeColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { browserName } from '../shared/browser-name.ts'

const columnsWith = (end: (session: SystemSession) => void): readonly Column<SystemSession>[] => [
  textColumn('user', 'User', row => row.user.name, { main: true }),
  { id: 'browser', header: 'Browser', cell: row => browserName(row.browser) },
  { id: 'address', header: 'Address', cell: row => row.address ?? 'Unknown', sortBy: row => row.address },
  timeColumn('since', 'Since', row => row.startedAt),
  timeColumn('seen', 'Last seen', row => row.lastSeenAt),
  {
    id: 'end',
    header: 'End',
    hideHeader: true,
    cell: row =>
      row.current ? (
        'This one'
      ) : (
        <button
          type="button"
          className="button button-small"
          aria-label={`End the session of ${row.user.name}`}
          onClick={() => end(row)}
        >
          End
        </button>
      ),
  },
]

/** All active sessions. Each can be ended, after a fresh code where one is required. */
export const SessionsTab = () => {
  const sessions = useAnswer(listSystemSessions, {})
  const [waiting, setWaiting] = useState<SystemSession | null>(null)
  const end = async (session: SystemSession) => {
    try {
      await sendRequest(endSession, { params: { id: session.id } })
      setWaiting(null)
      toast('success', `The session of ${session.user.name} has ended`)
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement)) setWaiting(session)
      else toast('error', messageOf(error))
    }
    await refetchAnswer(listSystemSessions, {})
  }
  return (
    <div className="stack">
      {waiting && <StepUp onGiven={() => void end(waiting)} onCancel={() => setWaiting(null)} />}
      <QueryBoundary query={sessions}>
        {({ items }) => (
          <RowsTable caption="Sessions" columns={columnsWith(session => void end(session))} rows={items} />
        )}
      </QueryBoundary>
    </div>
  )
}
