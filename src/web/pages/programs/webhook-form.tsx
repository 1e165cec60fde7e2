import type { AccessRequirement } from '#contract/people/account'
import { manyOf, text } from '#actions/kit/fields'
import { trimmedText } from '#contract/people/rules'
import { WEBHOOK_TYPES } from '#contract/nouns/webhooks'
import { StepUp } from '../../action/step-up.tsx'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

const LABELS = Object.fromEntries(WEBHOOK_TYPES.map(({ type, label }) => [type, label]))

const WEBHOOK = {
  fields: {
    url: text('Address', {
      rule: trimmedText,
      autocomplete: 'url',
      note: 'The address where your program listens. It must begin with https. Messages are signed, so it needs no password.',
    }),
    types: {
      ...manyOf(
        'Events',
        WEBHOOK_TYPES.map(({ type }) => type),
        LABELS,
      ),
      note: 'You get messages only about records that you can see yourself. They never contain amounts.',
    },
  },
}

interface Given {
  url: string
  types: string[]
}

/** Form of a webhook: its address and its events. */
export const WebhookForm = ({
  first,
  label,
  button,
  onSend,
  onClose,
}: {
  first?: Given
  label: string
  button: string
  onSend: (given: Given) => Promise<void>
  onClose: () => void
}) => {
  const form = useAccountForm(WEBHOOK, { ...(first && { first }), send: onSend })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <div className="program-form">
      <AccountForm form={form} label={label} button={button} busy="Saving" takesFocus onCancel={onClose} />
    </div>
  )
}
