import type { SessionItem } from '#contract/account'
import { endOtherSessions, endOwnSession, ownSessions } from '#contract/own-account'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'
import { browserName } from '../shared/browser-name.ts'

const end = async (ending: () => Promise<unknown>, said: string) => {
  try {
    await ending()
    toast('success', said)
  } catch (error) {
    toast('error', messageOf(error))
  }
  await askAgain(ownSessions, {})
}

const SessionLine = ({ session }: { session: SessionItem }) => {
  const { id, current, browser, address, startedAt, lastSeenAt } = session
  const name = browserName(browser)
  return (
    <li>
      <div>
        <b>{name}</b>
        {current && ' (this one)'}
        <p className="quiet small">
          {address && `From ${address}. `}
          Since <DayText day={startedAt} time />, last seen <DayText day={lastSeenAt} time />
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="button button-small"
          aria-label={`Sign out ${name}`}
          onClick={() => void end(() => send(endOwnSession, { params: { id } }), 'Signed out there')}
        >
          Sign out
        </button>
      )}
    </li>
  )
}

/** Where the reader is signed in; any of them can be ended from here. */
export const OwnSessions = () => (
  <QueryBoundary query={useAnswer(ownSessions, {})}>
    {sessions => (
      <>
        <ul className="sessions">
          {sessions.map(session => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div>
            <button
              type="button"
              className="button"
              onClick={() => void end(() => send(endOtherSessions, {}), 'Signed out everywhere else')}
            >
              Sign out everywhere else
            </button>
          </div>
        )}
      </>
    )}
  </QueryBoundary>
)
