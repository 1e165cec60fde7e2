import { useState } from 'react'
import type { AccessRequirement } from '#contract/account'
import { manyOf, name, oneOf, optional } from '#actions/kit/fields'
import { listApiKeys, makeApiKey, revokeApiKey, rotateApiKey, type ApiKey } from '#contract/api-keys'
import { KEY_LONGEST_DAYS, KEY_SCOPE_LABELS, KEY_SCOPES } from '#domain/api-key'
import { StepUp } from '../../action/step-up.tsx'
import { askAgain, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { labelOf } from '../../parts/label-of.ts'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { useStepUp } from '../../action/use-step-up.tsx'
import { SecretOnce } from './secret-once.tsx'
import { SureButton } from './sure-button.tsx'

const LIVES = ['30', '90', '180', String(KEY_LONGEST_DAYS)] as const

const MAKE_KEY = {
  fields: {
    name: {
      ...name('Name'),
      note: 'What the program is, so that you and the activity log can tell its key.',
    },
    scopes: {
      ...optional(
        manyOf(
          'What it may do besides reading',
          KEY_SCOPES.filter(scope => scope !== 'read'),
          KEY_SCOPE_LABELS,
        ),
      ),
      note: 'Never accounts, keys, settings, or what asks for a fresh code.',
    },
    days: oneOf('How long it works', LIVES, {
      '30': '30 days',
      '90': '90 days',
      '180': '180 days',
      [String(KEY_LONGEST_DAYS)]: 'A year',
    }),
  },
}

type OnMade = (key: string) => void

const MakeKey = ({ onMade, onClose }: { onMade: OnMade; onClose: () => void }) => {
  const form = useAccountForm(MAKE_KEY, {
    first: { days: '90' },
    send: async ({ name: called, scopes, days }) => {
      const body = { name: called, scopes: scopes ?? [], days: Number(days) }
      const { key } = await send(makeApiKey, { body })
      onMade(key)
      onClose()
      await askAgain(listApiKeys, {})
    },
  })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <div className="program-form">
      <AccountForm
        form={form}
        label="Make an API key"
        button="Make the key"
        busy="Making it"
        takesFocus
        onCancel={onClose}
      />
    </div>
  )
}

const Acts = ({ apiKey, onMade }: { apiKey: ApiKey; onMade: OnMade }) => {
  const { id, isOwn, state } = apiKey
  const { run, asking } = useStepUp()
  if (state === 'revoked') return null
  const rotate = () =>
    run(async () => {
      onMade((await send(rotateApiKey, { params: { id } })).key)
      await askAgain(listApiKeys, {})
    })
  const revoke = () =>
    run(async () => {
      await send(revokeApiKey, { params: { id } })
      toast('success', 'The key has been revoked')
      await askAgain(listApiKeys, {})
    })
  return (
    <div className="row">
      {isOwn && (
        <button
          type="button"
          className="button button-small"
          aria-label={`Rotate ${apiKey.name}`}
          onClick={() => void rotate()}
        >
          Rotate
        </button>
      )}
      {state === 'live' && (
        <SureButton
          label="Revoke"
          name={apiKey.name}
          sure="Revoke it now"
          keep="Keep it"
          onSure={() => void revoke()}
        />
      )}
      {asking}
    </div>
  )
}

const columnsFor = (keys: readonly ApiKey[], onMade: OnMade): readonly Column<ApiKey>[] => [
  { id: 'name', header: 'Name', cell: key => key.name, main: true, sortBy: key => key.name },
  { id: 'begins', header: 'Begins with', cell: key => <code>{key.begins}</code> },
  ...(keys.some(({ isOwn }) => !isOwn)
    ? [
        {
          id: 'person',
          header: 'Acts as',
          cell: (key: ApiKey) =>
            key.isOwn ? 'You' : [key.person.name, key.organisation?.name].filter(Boolean).join(', '),
          sortBy: (key: ApiKey) => key.person.name,
        },
      ]
    : []),
  {
    id: 'scopes',
    header: 'May',
    cell: key => key.scopes.map(scope => labelOf(SHORT_SCOPES, scope)).join(', '),
  },
  {
    id: 'state',
    header: 'State',
    cell: key => <StatusBadge kind="apiKey" status={key.state} />,
    sortBy: key => key.state,
    card: 'status',
  },
  {
    id: 'ends',
    header: 'Ends',
    cell: key => <DayText day={key.revokedAt ?? key.expiresAt} time />,
    sortBy: key => key.expiresAt,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: key => (key.lastUsedAt ? <DayText day={key.lastUsedAt} time /> : 'Not yet'),
    sortBy: key => key.lastUsedAt ?? '',
  },
  {
    id: 'acts',
    header: 'What to do',
    hideHeader: true,
    cell: key => <Acts apiKey={key} onMade={onMade} />,
  },
]

const SHORT_SCOPES: Record<ApiKey['scopes'][number], string> = {
  read: 'Read',
  register: 'register',
  offer: 'offer and bid',
  projects: 'projects',
  requirements: 'credit requirements',
  rounds: 'rounds',
}

/** The keys that the reader may see: made, rotated, revoked; a new one is shown once. */
export const Keys = () => {
  const [made, setMade] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const button = (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      Make an API key
    </button>
  )
  return (
    <>
      {made !== null && (
        <SecretOnce
          secret={made}
          what="key"
          says="This is the key. It is not shown again: give it to the program now, and keep it nowhere else."
          onKept={() => setMade(null)}
        />
      )}
      {isMaking && <MakeKey onMade={setMade} onClose={() => setMaking(false)} />}
      <QueryBoundary query={useAnswer(listApiKeys, {})} lines={4}>
        {keys =>
          keys.length === 0 ? (
            !isMaking && (
              <EmptyState title="No API keys" button={button}>
                Make one for each program, so that each can be ended by itself.
              </EmptyState>
            )
          ) : (
            <>
              <RowsTable caption="Keys of programs" columns={columnsFor(keys, setMade)} rows={keys} />
              {!isMaking && <div>{button}</div>}
            </>
          )
        }
      </QueryBoundary>
    </>
  )
}
