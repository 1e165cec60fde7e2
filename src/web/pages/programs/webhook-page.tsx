import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  updateWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  WEBHOOK_TYPES,
} from '#contract/nouns/webhooks'
import { WEBHOOK_PAUSE_REASON_LABELS } from '#domain/people/webhook'
import { useStepUp } from '../../action/use-step-up.tsx'
import { refetchAnswer, sendRequest, useSteadyAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { labelOfValue } from '../../parts/texts.ts'
import { Notice } from '../../parts/page/notice.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretOnce } from './secret-once.tsx'
import { ConfirmButton } from './sure-button.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhookStatus } from './webhook-state.ts'
import { PageBoundary } from '../shared/page-boundary.tsx'

const WAITING_MS = 3000

const LABELS = Object.fromEntries(WEBHOOK_TYPES.map(({ type, label }) => [type, label]))

const Trouble = ({ hook: { pausedWhy, failingSince } }: { hook: Webhook }) => {
  if (pausedWhy !== null && pausedWhy !== 'by hand')
    return (
      <Notice tone="bad">
        <p>
          {labelOfValue(WEBHOOK_PAUSE_REASON_LABELS, pausedWhy)}. Waiting messages were dropped. You can send
          them again.
        </p>
      </Notice>
    )
  if (failingSince === null || pausedWhy !== null) return null
  return (
    <Notice tone="warn">
      <p>
        This address has accepted no messages since <DayText day={failingSince} time />. We try again at
        growing intervals, and stop after 3 days.
      </p>
    </Notice>
  )
}

const Buttons = ({
  hook,
  onSecret,
  onChange,
}: {
  hook: Webhook
  onSecret: (secret: string) => void
  onChange: () => void
}) => {
  const params = { id: hook.id }
  const navigate = useNavigate()
  const { run, asking } = useStepUp()
  const does = (work: () => Promise<void>, said: string) =>
    void run(async () => {
      await work()
      toast('success', said)
      await refetchAnswer(readWebhook, { params })
      await refetchAnswer(listDeliveries, { params })
    })
  const pause = (isPaused: boolean) => async () => {
    await sendRequest(updateWebhook, { params, body: { isPaused } })
  }
  const remove = () =>
    void run(async () => {
      await sendRequest(deleteWebhook, { params })
      await refetchAnswer(listWebhooks, {})
      await navigate('/programs')
      toast('success', 'The webhook has been removed')
    })
  return (
    <>
      <div className="row">
        {hook.pausedAt === null ? (
          <>
            <button
              type="button"
              className="button button-primary"
              onClick={() => does(() => sendRequest(testWebhook, { params }), 'Test message sent')}
            >
              Send a test
            </button>
            <button type="button" className="button" onClick={() => does(pause(true), 'Webhook paused')}>
              Pause
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button button-primary"
            onClick={() => does(pause(false), 'Webhook resumed')}
          >
            Resume
          </button>
        )}
        <button type="button" className="button" onClick={onChange}>
          Change
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            does(
              async () => onSecret((await sendRequest(rotateWebhookSecret, { params })).secret),
              'New secret created. Both secrets work for 24 hours',
            )
          }
        >
          Rotate the secret
        </button>
        <ConfirmButton
          isLarge
          label="Remove"
          name="the webhook"
          sure="Remove the webhook and its log"
          keep="Keep it"
          onSure={remove}
        />
      </div>
      {asking}
    </>
  )
}

const Body = ({ hook }: { hook: Webhook }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const [isChanging, setChanging] = useState(false)
  const params = { id: hook.id }
  return (
    <>
      <Trouble hook={hook} />
      {secret !== null && (
        <SecretOnce
          secret={secret}
          copy="Copy the secret"
          says="This is the new secret. Copy it now: we will not show it again. For 24 hours, messages carry signatures by both secrets."
          onKept={() => setSecret(null)}
        />
      )}
      {isChanging ? (
        <WebhookForm
          first={{ url: hook.url, types: hook.types }}
          label="Change the webhook"
          button="Save"
          onClose={() => setChanging(false)}
          onSend={async body => {
            await sendRequest(updateWebhook, { params, body })
            setChanging(false)
            toast('success', 'Webhook saved')
            await refetchAnswer(readWebhook, { params })
          }}
        />
      ) : (
        <>
          <KeyValues
            facts={[
              ['State', <StatusBadge key="state" kind="webhook" status={webhookStatus(hook)} />],
              ['Events', hook.types.map(type => labelOfValue(LABELS, type)).join(', ')],
              ['Added by', hook.madeBy?.name ?? 'A former user'],
              ['Added', <DayText key="made" day={hook.madeAt} time />],
              [
                'Last accepted',
                hook.lastTakenAt ? <DayText key="taken" day={hook.lastTakenAt} time /> : 'Nothing yet',
              ],
              [
                'Old secret works until',
                hook.formerUntil ? <DayText key="former" day={hook.formerUntil} time /> : undefined,
              ],
            ]}
          />
          <Buttons hook={hook} onSecret={setSecret} onChange={() => setChanging(true)} />
        </>
      )}
      <Section heading="Deliveries">
        <Deliveries hook={hook} />
      </Section>
    </>
  )
}

/** Page of one webhook: its address, its events, and its deliveries with their responses. */
export const WebhookPage = () => {
  const { id = '' } = useParams()
  // While deliveries are waiting, the state of the webhook may change.
  const hook = useSteadyAnswer(readWebhook, { params: { id } }, ({ waiting }) =>
    waiting > 0 ? WAITING_MS : false,
  )
  return (
    <PageBoundary query={hook} title="Webhook">
      {data => (
        <Page
          title={`Webhook at ${new URL(data.url).host}`}
          subtitle={<span className="program-address">{data.url}</span>}
          crumbs={[{ name: 'API keys and webhooks', to: '/programs' }, { name: new URL(data.url).host }]}
        >
          <Body hook={data} />
        </Page>
      )}
    </PageBoundary>
  )
}
