import { readSecondFactor, stepUp } from '#contract/own-account'
import { stepUpWithPasskey } from '#contract/passkeys'
import { send, useAnswer } from '../api.ts'
import { AccountForm } from '../sign-in/account-form.tsx'
import { RECOVERY_CODE, TOTP } from '../sign-in/forms.ts'
import { PasskeyButton } from '../sign-in/passkey-button.tsx'
import { useAccountForm } from '../sign-in/use-account-form.ts'

/** Asks for a fresh code before what cannot be taken back; the form behind it keeps its answers and is sent again. */
export const StepUp = ({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) => {
  const factor = useAnswer(readSecondFactor, {})
  if (!factor.data) return null
  const { enabled, passkeys } = factor.data
  return (
    <div className="panel-foot panel-guard panel-step-up" role="group" aria-label="A fresh code">
      <p>This asks for a fresh code. What you have entered is kept.</p>
      {passkeys > 0 && (
        <PasskeyButton
          purpose="step-up"
          label={enabled ? 'Use a passkey instead' : 'Use a passkey'}
          onAnswer={async body => {
            await send(stepUpWithPasskey, { body })
            onGiven()
          }}
        />
      )}
      <CodeForm form={enabled ? TOTP : RECOVERY_CODE} onGiven={onGiven} onCancel={onCancel} />
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
      await send(stepUp, { body })
      onGiven()
    },
  })
  return (
    <AccountForm
      form={form}
      label="A fresh code"
      button="Confirm and save"
      busy="Confirming"
      waits={false}
      takesFocus
      onCancel={onCancel}
    />
  )
}
