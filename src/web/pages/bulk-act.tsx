import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { cancelBulkAct, readBulkAct, type BulkAct } from '#contract/bulk'
import { readQueue } from '#contract/queue'
import { STAGES } from '#contract/steps/step'
import { messageOf } from '../api-problem.ts'
import { refreshAfter, send, useAnswer, useSteadyAnswer } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { toast } from '../parts/toasts.ts'
import { narrowedBy, partsOf, thingsOf } from './queue/words.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import './queue/queue.css'

const isRunning = ({ state }: BulkAct): boolean => state === 'queued' || state === 'running'

const sentenceOf = (act: BulkAct): string => {
  const { done, refused, cancelled, total } = act
  if (isRunning(act)) return `${done + refused} of ${total} looked at so far: ${done} done, ${refused} not`
  const not = refused + cancelled
  return not === 0
    ? `All ${total} are done`
    : `${done} of ${total} are done, ${not} ${not === 1 ? 'is' : 'are'} not`
}

const Items = ({ act, heading, states }: { act: BulkAct; heading: string; states: readonly string[] }) => {
  const items = act.items.filter(({ state }) => states.includes(state))
  if (items.length === 0) return null
  return (
    <Section heading={`${heading} (${items.length})`}>
      <ul className="plain-list queue-items">
        {items.map(({ id, name, link, message }) => (
          <li key={id}>
            {link ? <Link to={link}>{name}</Link> : name}
            {message && <span className="quiet">{message}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Next = ({ act }: { act: BulkAct }) => {
  const [search] = useSearchParams()
  const queueAt = useQueueAddress()
  const queue = useAnswer(readQueue, { query: narrowedBy(search) })
  const acts = queue.data?.acts ?? []
  const here = acts.find(one => one.id === `${act.kind}.${act.action}`)
  const after = acts.filter(
    ({ stage, count, id }) =>
      count > 0 && id !== here?.id && STAGES.indexOf(stage) >= (here ? STAGES.indexOf(here.stage) : 0),
  )
  const [next] = after
  return (
    <p className="row">
      {next && (
        <Link className="button button-primary" to={queueAt(next.id)}>
          Go on: {next.title}, {thingsOf(partsOf(next).kind, next.count)}
        </Link>
      )}
      <Link className="button" to={queueAt(here?.id)}>
        Back to the queue
      </Link>
    </p>
  )
}

/** The queue narrowed down as it was when the act was begun, on one of its acts. */
const useQueueAddress = () => {
  const [search] = useSearchParams()
  return (act?: string): string => {
    const words = new URLSearchParams(search)
    if (act) words.set('act', act)
    return `/queue?${words}`
  }
}

/** One bulk act: how far it has come, what was not done and why, and what to go on with. It stays at its address. */
export const BulkActPage = () => {
  const { bulkId = '' } = useParams()
  const query = useSteadyAnswer(readBulkAct, { params: { id: bulkId } }, act =>
    isRunning(act) ? 1000 : false,
  )
  const queueAt = useQueueAddress()
  const [isCancelling, setCancelling] = useState(false)
  const wasRunning = useRef(false)
  const state = query.data?.state
  useEffect(() => {
    const runs = state === 'queued' || state === 'running'
    if (!runs && wasRunning.current) refreshAfter(null)
    wasRunning.current = runs
  }, [state])
  const cancel = async () => {
    setCancelling(true)
    await send(cancelBulkAct, { params: { id: bulkId } }).catch((error: unknown) => {
      setCancelling(false)
      toast('error', messageOf(error))
    })
  }
  return (
    <PageBoundary query={query} title="Bulk act">
      {act => {
        const part = Math.round((100 * (act.total - waitingIn(act))) / act.total)
        return (
          <Page
            title={`${act.title}: ${thingsOf(act.kind, act.total)}`}
            crumbs={[{ name: 'Work queue', to: queueAt() }, { name: act.title }]}
            subtitle={
              <>
                <StatusBadge kind="task" status={act.state} /> Begun <DayText day={act.createdAt} time /> by{' '}
                {act.startedBy?.name}
                {act.steppedUpAt && (
                  <>
                    , with a fresh code of <DayText day={act.steppedUpAt} time />
                  </>
                )}
              </>
            }
          >
            <div className="stack">
              <p role="status" className="queue-sum">
                {sentenceOf(act)}
              </p>
              {isRunning(act) ? (
                <div className="row">
                  <progress className="queue-progress" max={100} value={part} aria-label="Progress" />
                  <button
                    type="button"
                    className="button"
                    disabled={isCancelling}
                    onClick={() => void cancel()}
                  >
                    {isCancelling ? 'Stopping before the next' : 'Stop before the next'}
                  </button>
                </div>
              ) : (
                <Next act={act} />
              )}
              {act.state === 'cancelled' && (
                <Notice tone="warn">
                  <p>It was stopped. What is done stays done; the rest waits in the queue as before.</p>
                </Notice>
              )}
              <Items act={act} heading="Not done" states={['refused', 'cancelled']} />
              <Items act={act} heading="Done" states={['done']} />
              <Items act={act} heading="Still to come" states={['waiting']} />
            </div>
          </Page>
        )
      }}
    </PageBoundary>
  )
}

const waitingIn = ({ items }: BulkAct): number => items.filter(({ state }) => state === 'waiting').length
