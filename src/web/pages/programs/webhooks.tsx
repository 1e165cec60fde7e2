import { useState } from 'react'
import { listWebhooks, createWebhook, type Webhook } from '#contract/nouns/webhooks'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { textColumn, countColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { SecretOnce } from './secret-once.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhookStatus } from './webhook-state.ts'

const COLUMNS: readonly Column<Webhook>[] = [
  textColumn('url', 'Address', hook => hook.url, { main: true }),
  statusColumn('webhook', 'state', 'State', webhookStatus, { card: 'status' }),
  {
    id: 'types',
    header: 'Event types',
    cell: hook => hook.types.length,
    sortBy: hook => hook.types.length,
  },
  countColumn('waiting', 'Waiting', hook => hook.waiting),
  {
    id: 'taken',
    header: 'Last accepted',
    cell: hook => (hook.lastTakenAt ? <DayText day={hook.lastTakenAt} time /> : 'Nothing yet'),
    sortBy: hook => hook.lastTakenAt ?? '',
  },
]

/** Webhooks of the reader's organisation. The secret of a new one is shown once. */
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
          copy="Copy the secret"
          says="This is the secret that signs the messages. Copy it to your program now: we will not show it again."
          onKept={() => setSecret(null)}
        />
      )}
      {isMaking && (
        <WebhookForm
          label="Add a webhook"
          button="Add the webhook"
          onClose={() => setMaking(false)}
          onSend={async body => {
            const made = await sendRequest(createWebhook, { body })
            setSecret(made.secret)
            setMaking(false)
            await refetchAnswer(listWebhooks, {})
          }}
        />
      )}
      <QueryBoundary query={useAnswer(listWebhooks, {})} lines={4}>
        {hooks =>
          hooks.length === 0 ? (
            !isMaking && (
              <EmptyState title="No webhooks" button={button}>
                Add one for a program that you want to notify when something happens.
              </EmptyState>
            )
          ) : (
            <>
              <RowsTable
                caption="Webhooks"
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
