import { CircleCheckIcon, XIcon } from '../icons/icons.tsx'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type LastAction, lastActionStore, setLastAction } from './just-done.ts'
import { pageAfterAction, useLogEntry } from './after-action.ts'
import { logEntryText } from './messages.ts'
import './just-done.css'

const Line = ({ done: { message, action, context } }: { done: LastAction }) => {
  const entry = useLogEntry(context, action)
  const page = pageAfterAction(context)
  return (
    <div className="just-done" role="status" aria-atomic="true">
      <CircleCheckIcon aria-hidden="true" />
      <p>
        {page ? <Link to={`${page}?tab=activity`}>{context.name}</Link> : context.name}: {message}
        <span className="quiet">{entry ? logEntryText(entry.id) : '…'}</span>
      </p>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => setLastAction(null)}>
        <XIcon aria-hidden="true" />
      </button>
    </div>
  )
}

/** Last action in a series, with its log entry and a link back to its record. */
export const LastActionLine = () => {
  const done = useSyncExternalStore(lastActionStore.subscribe, lastActionStore.read, lastActionStore.read)
  return done && <Line key={`${done.context.id} ${done.context.version}`} done={done} />
}
