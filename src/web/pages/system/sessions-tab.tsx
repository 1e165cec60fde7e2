import { useState } from 'react'
import type { AccessRequirement } from '#contract/account'
import { endSession, systemSessions, type SystemSession } from '#contract/system'
import { StepUp } from '../../action/step-up.tsx'
import { isApiProblem, messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'
import { browserName } from '../shared/browser-name.ts'

const columnsWith = (end: (session: SystemSession) => void): readonly Column<SystemSession>[] => [
  { id: 'user', header: 'User', cell: row => row.user.name, main: true, sortBy: row => row.user.name },
  { id: 'browser', header: 'Browser', cell: row => browserName(row.browser) },
  { id: 'address', header: 'Address', cell: row => row.address ?? 'Unknown', sortBy: row => row.address },
  {
    id: 'since',
    header: 'Since',
    cell: row => <DayText day={row.startedAt} time />,
    sortBy: row => row.startedAt,
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: row => <DayText day={row.lastSeenAt} time />,
    sortBy: row => row.lastSeenAt,
  },
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

/** Every sign-in that still lives; any of them can be ended, after a fresh code where one is required. */
export const SessionsTab = () => {
  const sessions = useAnswer(systemSessions, {})
  const [waiting, setWaiting] = useState<SystemSession | null>(null)
  const end = async (session: SystemSession) => {
    try {
      await send(endSession, { params: { id: session.id } })
      setWaiting(null)
      toast('success', `The session of ${session.user.name} has ended`)
    } catch (error) {
      if (isApiProblem(error) && error.reason === ('step-up' satisfies AccessRequirement)) setWaiting(session)
      else toast('error', messageOf(error))
    }
    await askAgain(systemSessions, {})
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
