import type { SessionItem } from '#contract/people/account'
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/people/own-account'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { browserName } from '../shared/browser-name.ts'

const end = async (ending: () => Promise<unknown>, said: string) => {
  try {
    await ending()
    toast('success', said)
  } catch (error) {
    toast('error', messageOf(error))
  }
  await refetchAnswer(listOwnSessions, {})
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
          onClick={() =>
            void end(() => sendRequest(endOwnSession, { params: { id } }), `${name} is signed out`)
          }
        >
          Sign out
        </button>
      )}
    </li>
  )
}

/** Sessions of the reader, each of which can be ended here. */
export const OwnSessions = () => (
  <QueryBoundary query={useAnswer(listOwnSessions, {})}>
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
              onClick={() =>
                void end(() => sendRequest(endOtherSessions, {}), 'You are signed out everywhere else')
              }
            >
              Sign out everywhere else
            </button>
          </div>
        )}
      </>
    )}
  </QueryBoundary>
)
