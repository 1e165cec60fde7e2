import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  changeWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  WEBHOOK_TYPES,
} from '#contract/webhooks'
import { PAUSED_WORDS } from '#domain/webhook'
import { useStepUp } from '../../action/use-step-up.tsx'
import { askAgain, send, useSteadyAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { labelOf } from '../../parts/label-of.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { toast } from '../../parts/toasts.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretOnce } from './secret-once.tsx'
import { SureButton } from './sure-button.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { stateOf } from './webhook-state.ts'
import { PageBoundary } from '../shared/page-boundary.tsx'

const WAITING_MS = 3000

const LABELS = Object.fromEntries(WEBHOOK_TYPES.map(({ type, label }) => [type, label]))

const Trouble = ({ hook: { pausedWhy, failingSince } }: { hook: Webhook }) => {
  if (pausedWhy !== null && pausedWhy !== 'by hand')
    return (
      <Notice tone="bad">
        <p>{labelOf(PAUSED_WORDS, pausedWhy)}. What waited was given up, and can be sent again.</p>
      </Notice>
    )
  if (failingSince === null || pausedWhy !== null) return null
  return (
    <Notice tone="warn">
      <p>
        Nothing has been taken there since <DayText day={failingSince} time />. It is tried again, later each
        time, and stopped after three days.
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
      await askAgain(readWebhook, { params })
      await askAgain(listDeliveries, { params })
    })
  const pause = (isPaused: boolean) => async () => {
    await send(changeWebhook, { params, body: { isPaused } })
  }
  const remove = () =>
    void run(async () => {
      await send(removeWebhook, { params })
      await askAgain(listWebhooks, {})
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
              onClick={() => does(() => send(testWebhook, { params }), 'A test is sent')}
            >
              Send a test
            </button>
            <button type="button" className="button" onClick={() => does(pause(true), 'Paused')}>
              Pause
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button button-primary"
            onClick={() => does(pause(false), 'It is told again')}
          >
            Go on
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
              async () => onSecret((await send(rotateWebhookSecret, { params })).secret),
              'Both secrets sign for 24 hours',
            )
          }
        >
          Rotate the secret
        </button>
        <SureButton
          isLarge
          label="Remove"
          name="the webhook"
          sure="Remove it with its log"
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
          what="secret"
          says="This is the new secret. It is not shown again. For 24 hours messages bear the signatures of both."
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
            await send(changeWebhook, { params, body })
            setChanging(false)
            toast('success', 'Changed')
            await askAgain(readWebhook, { params })
          }}
        />
      ) : (
        <>
          <KeyValues
            facts={[
              ['State', <StatusBadge key="state" kind="webhook" status={stateOf(hook)} />],
              ['Told', hook.types.map(type => labelOf(LABELS, type)).join(', ')],
              ['Added by', hook.madeBy?.name ?? 'A former user'],
              ['Added', <DayText key="made" day={hook.madeAt} time />],
              [
                'Last taken',
                hook.lastTakenAt ? <DayText key="taken" day={hook.lastTakenAt} time /> : 'Nothing yet',
              ],
              [
                'Secret before signs until',
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

/** One webhook: where it goes, what it is told, what was sent there and what was answered. */
export const WebhookPage = () => {
  const { id = '' } = useParams()
  // While something waits to be sent, how it is with the webhook may change.
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
