import { useState } from 'react'
import { readSecondFactor, stepUp } from '#contract/people/own-account'
import { stepUpWithPasskey } from '#contract/people/passkeys'
import { sendRequest, useAnswer } from '../api/api.ts'
import { AccountForm } from '../sign-in/account-form.tsx'
import { RECOVERY_CODE, TOTP } from '../sign-in/forms.ts'
import { PasskeyButton } from '../sign-in/passkey-button.tsx'
import { canUsePasskeys } from '../sign-in/passkeys.ts'
import { useAccountForm } from '../sign-in/use-account-form.ts'

/**
 * Asks for a fresh code or a passkey before an irreversible action. The form behind it keeps its answers and
 * is sent again.
 */
export const StepUp = ({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) => {
  const factor = useAnswer(readSecondFactor, {})
  const [isWithoutPasskey, setWithoutPasskey] = useState(false)
  if (!factor.data) return null
  const { enabled, passkeys } = factor.data
  const hasPasskey = passkeys > 0 && canUsePasskeys()
  // Recovery codes are few, so a user with a passkey has to choose to use one.
  const asksForCode = enabled || !hasPasskey || isWithoutPasskey
  return (
    <div
      className="panel-foot panel-guard panel-guard-calm panel-step-up"
      role="group"
      aria-label="Confirm that it is you"
    >
      <p>
        {hasPasskey
          ? 'Use your passkey or a new code to confirm that it is you.'
          : 'Enter a new code to confirm that it is you.'}{' '}
        Your answers stay here.
      </p>
      {hasPasskey && (
        <PasskeyButton
          purpose="step-up"
          label="Use a passkey"
          isPrimary={!asksForCode}
          takesFocus={!asksForCode}
          onAnswer={async body => {
            await sendRequest(stepUpWithPasskey, { body })
            onGiven()
          }}
        />
      )}
      {asksForCode ? (
        <CodeForm form={enabled ? TOTP : RECOVERY_CODE} onGiven={onGiven} onCancel={onCancel} />
      ) : (
        <>
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
          <button type="button" className="link-button" onClick={() => setWithoutPasskey(true)}>
            Use a recovery code instead
          </button>
        </>
      )}
    </div>
  )
}

const CodeForm = ({
  form: definition,
  onGiven,
  onCancel,
}: {
  form: typeof TOTP
  onGiven: () => void
  onCancel: () => void
}) => {
  const form = useAccountForm(definition, {
    send: async body => {
      await sendRequest(stepUp, { body })
      onGiven()
    },
  })
  return (
    <AccountForm
      form={form}
      label="Confirm that it is you"
      button="Confirm and save"
      busy="Confirming"
      waits={false}
      takesFocus
      onCancel={onCancel}
    />
  )
}
