import { useState } from 'react'
import { listDeliveries, resendDelivery, type Webhook, type WebhookDelivery } from '#contract/nouns/webhooks'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useSteadyAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'

type Attempt = WebhookDelivery['attempts'][number]

const WAITING_MS = 3000

const saidOf = ({ status, problem }: Attempt): string => (status === null ? (problem ?? '') : String(status))

const Attempts = ({ delivery: { id, payload, attempts } }: { delivery: WebhookDelivery }) => (
  <details>
    <summary>{attempts.length === 0 ? 'Content' : `${attempts.length} so far`}</summary>
    <p className="quiet small">{id}</p>
    <pre className="program-text">{payload}</pre>
    <ol className="plain-list">
      {attempts.map(attempt => (
        <li key={attempt.number}>
          <span>
            {saidOf(attempt)}, in {attempt.milliseconds} ms
          </span>
          <span className="quiet small">
            <DayText day={attempt.at} time />
          </span>
          {attempt.answer && <pre className="program-text">{attempt.answer}</pre>}
        </li>
      ))}
    </ol>
  </details>
)

const columnsFor = (
  hook: Webhook,
  again: (delivery: WebhookDelivery) => void,
): readonly Column<WebhookDelivery>[] => [
  { id: 'type', header: 'Message', cell: one => <code>{one.type}</code>, main: true },
  { id: 'at', header: 'When', cell: one => <DayText day={one.madeAt} time /> },
  statusColumn('delivery', 'state', 'State', one => one.state, { card: 'status', sortBy: undefined }),
  {
    id: 'answer',
    header: 'Response',
    cell: ({ attempts: [last] }) => (last ? saidOf(last) : 'Not sent yet'),
  },
  {
    id: 'next',
    header: 'Next attempt',
    cell: one => (one.nextAt && hook.pausedAt === null ? <DayText day={one.nextAt} time /> : ''),
  },
  { id: 'attempts', header: 'Attempts', cell: one => <Attempts delivery={one} /> },
  {
    id: 'again',
    header: 'Again',
    hideHeader: true,
    cell: one =>
      hook.pausedAt === null && (
        <button
          type="button"
          className="button button-small program-again"
          aria-label={`Send again ${one.type} ${one.id}`}
          onClick={() => again(one)}
        >
          Send again
        </button>
      ),
  },
]

/** Deliveries to a webhook, sent and waiting, with the responses, page by page. */
export const Deliveries = ({ hook }: { hook: Webhook }) => {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const ask = { params: { id: hook.id }, query: cursor === undefined ? {} : { cursor } }
  const list = useSteadyAnswer(listDeliveries, ask, ({ items }) =>
    items.some(({ state }) => state === 'queued') ? WAITING_MS : false,
  )
  const again = async (delivery: WebhookDelivery) => {
    try {
      await sendRequest(resendDelivery, { params: { id: hook.id, delivery: delivery.id } })
      toast('success', 'Message sent again')
    } catch (error) {
      toast('error', messageOf(error))
    }
    await refetchAnswer(listDeliveries, ask)
  }
  return (
    <QueryBoundary query={list} lines={6}>
      {({ items, next }) => (
        <>
          <RowsTable
            caption="Messages sent"
            columns={columnsFor(hook, delivery => void again(delivery))}
            rows={items}
            empty={
              <EmptyState title="Nothing has been sent yet">
                Send a test to check that it arrives. We keep messages for 30 days.
              </EmptyState>
            }
          />
          {(next !== null || cursor !== undefined) && (
            <nav className="pager" aria-label="Pages of messages">
              {cursor !== undefined && (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setCursors(cursors.slice(0, -1))}
                >
                  Later
                </button>
              )}
              {next !== null && (
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => setCursors([...cursors, next])}
                >
                  Earlier
                </button>
              )}
            </nav>
          )}
        </>
      )}
    </QueryBoundary>
  )
}
