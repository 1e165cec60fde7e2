import { useState } from 'react'
import { listWebhooks, makeWebhook, type Webhook } from '#contract/webhooks'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { SecretOnce } from './secret-once.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { stateOf } from './webhook-state.ts'

const COLUMNS: readonly Column<Webhook>[] = [
  { id: 'url', header: 'Address', cell: hook => hook.url, main: true, sortBy: hook => hook.url },
  {
    id: 'state',
    header: 'State',
    cell: hook => <StatusBadge kind="webhook" status={stateOf(hook)} />,
    sortBy: stateOf,
    card: 'status',
  },
  {
    id: 'types',
    header: 'Told',
    cell: hook => `${hook.types.length} ${hook.types.length === 1 ? 'type' : 'types'}`,
    sortBy: hook => hook.types.length,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    cell: hook => <Num value={hook.waiting} />,
    numeric: true,
    sortBy: hook => hook.waiting,
  },
  {
    id: 'taken',
    header: 'Last taken',
    cell: hook => (hook.lastTakenAt ? <DayText day={hook.lastTakenAt} time /> : 'Nothing yet'),
    sortBy: hook => hook.lastTakenAt ?? '',
  },
]

/** The webhooks of the reader's organisation; the secret of a new one is shown once. */
export const Webhooks = () => {
  const [secret, setSecret] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const button = (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      Add a webhook
    </button>
  )
  return (
    <>
      {secret !== null && (
        <SecretOnce
          secret={secret}
          what="secret"
          says="This is the secret that signs the messages. It is not shown again: give it to the program now."
          onKept={() => setSecret(null)}
        />
      )}
      {isMaking && (
        <WebhookForm
          label="Add a webhook"
          button="Add the webhook"
          onClose={() => setMaking(false)}
          onSend={async body => {
            const made = await send(makeWebhook, { body })
            setSecret(made.secret)
            setMaking(false)
            await askAgain(listWebhooks, {})
          }}
        />
      )}
      <QueryBoundary query={useAnswer(listWebhooks, {})} lines={4}>
        {hooks =>
          hooks.length === 0 ? (
            !isMaking && (
              <EmptyState title="No webhooks" button={button}>
                Add one for a program that should hear of what happens, rather than ask for it.
              </EmptyState>
            )
          ) : (
            <>
              <RowsTable
                caption="Addresses that are told"
                columns={COLUMNS}
                rows={hooks}
                rowLink={({ id }) => `/programs/webhooks/${id}`}
              />
              {!isMaking && <div>{button}</div>}
            </>
          )
        }
      </QueryBoundary>
    </>
  )
}
