import { useState } from 'react'
import type { AccessRequirement } from '#contract/people/account'
import { manyOf, name, oneOf, optional, toggle } from '#actions/kit/fields'
import { listApiKeys, createApiKey, revokeApiKey, rotateApiKey, type ApiKey } from '#contract/people/api-keys'
import { MAX_KEY_DAYS, KEY_SCOPE_LABELS, KEY_SCOPES } from '#domain/people/api-key'
import { StepUp } from '../../action/step-up.tsx'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { textColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { labelOfValue } from '../../parts/texts.ts'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { useStepUp } from '../../action/use-step-up.tsx'
import { SecretOnce } from './secret-once.tsx'
import { ConfirmButton } from './sure-button.tsx'

const LIVES = ['30', '90', '180', String(MAX_KEY_DAYS)] as const

const MAKE_KEY = {
  fields: {
    name: {
      ...name('Name'),
      note: 'Name the program, so that you can recognise its key here and in the activity log.',
    },
    scopes: {
      ...optional(
        manyOf(
          'What the key can do besides reading',
          KEY_SCOPES.filter(scope => scope !== 'read' && scope !== 'preview'),
          KEY_SCOPE_LABELS,
        ),
      ),
      note: 'A key can never change accounts, keys or settings, or do anything that you have to confirm with a code.',
    },
    preview: {
      ...optional(toggle(KEY_SCOPE_LABELS.preview)),
      note: 'Use this to try out a program. It reads real data, and each action only shows what would happen.',
    },
    days: oneOf('How long the key works', LIVES, {
      '30': '30 days',
      '90': '90 days',
      '180': '180 days',
      [String(MAX_KEY_DAYS)]: '1 year',
    }),
  },
}

type OnMade = (key: string) => void

const MakeKey = ({ onMade, onClose }: { onMade: OnMade; onClose: () => void }) => {
  const form = useAccountForm(MAKE_KEY, {
    first: { days: '90' },
    send: async ({ name: called, scopes, preview, days }) => {
      const body = {
        name: called,
        scopes: [...(scopes ?? []), ...(preview ? (['preview'] as const) : [])],
        days: Number(days),
      }
      const { key } = await sendRequest(createApiKey, { body })
      onMade(key)
      onClose()
      await refetchAnswer(listApiKeys, {})
    },
  })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <div className="program-form">
      <AccountForm
        form={form}
        label="Create an API key"
        button="Create the key"
        busy="Creating it"
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
      onMade((await sendRequest(rotateApiKey, { params: { id } })).key)
      await refetchAnswer(listApiKeys, {})
    })
  const revoke = () =>
    run(async () => {
      await sendRequest(revokeApiKey, { params: { id } })
      toast('success', 'The key has been revoked')
      await refetchAnswer(listApiKeys, {})
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
        <ConfirmButton
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
  textColumn('name', 'Name', key => key.name, { main: true }),
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
    header: 'Permissions',
    cell: key => key.scopes.map(scope => labelOfValue(SHORT_SCOPES, scope)).join(', '),
  },
  statusColumn('apiKey', 'state', 'State', key => key.state, { card: 'status' }),
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
    header: 'Actions',
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
  preview: 'previews only',
}

/** API keys that the reader may see: create, rotate and revoke them. A new key is shown once. */
export const ApiKeys = () => {
  const [made, setMade] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const button = (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      Create an API key
    </button>
  )
  return (
    <>
      {made !== null && (
        <SecretOnce
          secret={made}
          copy="Copy the key"
          says="This is your key. Copy it to your program now, and do not keep it anywhere else. We will not show it again."
          onKept={() => setMade(null)}
        />
      )}
      {isMaking && <MakeKey onMade={setMade} onClose={() => setMaking(false)} />}
      <QueryBoundary query={useAnswer(listApiKeys, {})} lines={4}>
        {keys =>
          keys.length === 0 ? (
            !isMaking && (
              <EmptyState title="No API keys" button={button}>
                Create one key for each program, so that you can revoke each key separately.
              </EmptyState>
            )
          ) : (
            <>
              <RowsTable caption="API keys" columns={columnsFor(keys, setMade)} rows={keys} />
              {!isMaking && <div>{button}</div>}
            </>
          )
        }
      </QueryBoundary>
    </>
  )
}
