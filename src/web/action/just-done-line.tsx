import { CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type JustDone, justDoneStore, setJustDone } from './just-done.ts'
import { pageOf } from './page-of.ts'
import { useLogEntry } from './use-log-entry.ts'
import './just-done.css'

const Line = ({ done: { message, action, context } }: { done: JustDone }) => {
  const entry = useLogEntry(context, action)
  const page = pageOf(context)
  return (
    <div className="just-done" role="status" aria-atomic="true">
      <CircleCheck aria-hidden="true" />
      <p>
        {page ? <Link to={`${page}?tab=activity`}>{context.name}</Link> : context.name}: {message}
        <span className="quiet">{entry ? `Entry ${entry.id} of the activity log` : '…'}</span>
      </p>
      <button
        type="button"
        className="icon-button"
        aria-label="Put away what was done"
        onClick={() => setJustDone(null)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

/** What was done last where one thing follows the other: its entry in the log, and the way back to it. */
export const JustDoneLine = () => {
  const done = useSyncExternalStore(justDoneStore.subscribe, justDoneStore.read, justDoneStore.read)
  return done && <Line key={`${done.context.id} ${done.context.version}`} done={done} />
}
