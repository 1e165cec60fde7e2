import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { cancelBulkAct, readBulkAct, type BulkAct } from '#contract/desk/bulk'
import { readQueue } from '#contract/desk/queue'
import { WORK_STAGES } from '#contract/steps/step'
import { messageOf } from '../api/api-problem.ts'
import { refreshAfterAction, sendRequest, useAnswer, useSteadyAnswer } from '../api/api.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { toast } from '../parts/page/toasts.ts'
import { recordCountText } from '../parts/messages.ts'
import { queueFilters, splitActId } from './queue/words.ts'
import { useIsOperator } from './shared/use-is-operator.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import { bulkProgressText } from './queue/messages.ts'
import './queue/queue.css'

const isRunning = ({ state }: BulkAct): boolean => state === 'queued' || state === 'running'

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

/** Links of the market operator, who continues in the queue. */
const NextInQueue = ({ act }: { act: BulkAct }) => {
  const [search] = useSearchParams()
  const queueAt = useQueueAddress()
  const queue = useAnswer(readQueue, { query: queueFilters(search) })
  const acts = queue.data?.acts ?? []
  const here = acts.find(one => one.id === `${act.kind}.${act.action}`)
  const after = acts.filter(
    ({ stage, count, id }) =>
      count > 0 &&
      id !== here?.id &&
      WORK_STAGES.indexOf(stage) >= (here ? WORK_STAGES.indexOf(here.stage) : 0),
  )
  const [next] = after
  return (
    <p className="row">
      {next && (
        <Link className="button button-primary" to={queueAt(next.id)}>
          Continue with {next.title}: {recordCountText(next.count, splitActId(next).kind)}
        </Link>
      )}
      <Link className="button" to={queueAt(here?.id)}>
        Back to the queue
      </Link>
    </p>
  )
}

/**
 * Address of the queue with the filters that applied when the bulk action started, and one of its acts selected.
 */
const useQueueAddress = () => {
  const [search] = useSearchParams()
  return (act?: string): string => {
    const words = new URLSearchParams(search)
    if (act) words.set('act', act)
    return `/queue?${words}`
  }
}

/**
 * Page of one bulk action: its progress, the rows that were not done and why, and what to continue with. It has
 * a permanent address.
 */
export const BulkActPage = () => {
  const { bulkId = '' } = useParams()
  const query = useSteadyAnswer(readBulkAct, { params: { id: bulkId } }, act =>
    isRunning(act) ? 1000 : false,
  )
  const queueAt = useQueueAddress()
  const isOperator = useIsOperator()
  const [isCancelling, setCancelling] = useState(false)
  const wasRunning = useRef(false)
  const state = query.data?.state
  useEffect(() => {
    const runs = state === 'queued' || state === 'running'
    if (!runs && wasRunning.current) refreshAfterAction(null)
    wasRunning.current = runs
  }, [state])
  const cancel = async () => {
    setCancelling(true)
    await sendRequest(cancelBulkAct, { params: { id: bulkId } }).catch((error: unknown) => {
      setCancelling(false)
      toast('error', messageOf(error))
    })
  }
  return (
    <PageBoundary query={query} title="Bulk action">
      {act => {
        const part = Math.round((100 * (act.total - waitingIn(act))) / act.total)
        return (
          <Page
            title={`${act.title}: ${recordCountText(act.total, act.kind)}`}
            crumbs={[
              isOperator ? { name: 'Work queue', to: queueAt() } : { name: 'Home', to: '/' },
              { name: act.title },
            ]}
            subtitle={
              <>
                <StatusBadge kind="task" status={act.state} /> Started <DayText day={act.createdAt} time /> by{' '}
                {act.startedBy?.name}
                {act.steppedUpAt && (
                  <>
                    , confirmed with a code on <DayText day={act.steppedUpAt} time />
                  </>
                )}
              </>
            }
          >
            <div className="stack">
              <p role="status" className="queue-sum">
                {bulkProgressText({ ...act, isRunning: isRunning(act) })}
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
                    {isCancelling ? 'Stopping after this item' : 'Stop after this item'}
                  </button>
                </div>
              ) : isOperator ? (
                <NextInQueue act={act} />
              ) : (
                <p>
                  <Link className="button button-primary" to="/">
                    Back to your clients
                  </Link>
                </p>
              )}
              {act.state === 'cancelled' && (
                <Notice tone="warn">
                  <p>
                    You or a colleague stopped this bulk action. Finished items stay finished. The other items
                    are still to do.
                  </p>
                </Notice>
              )}
              <Items act={act} heading="Not done" states={['refused', 'cancelled']} />
              <Items act={act} heading="Done" states={['done']} />
              <Items act={act} heading="Still to do" states={['waiting']} />
            </div>
          </Page>
        )
      }}
    </PageBoundary>
  )
}

const waitingIn = ({ items }: BulkAct): number => items.filter(({ state }) => state === 'waiting').length
