import { stepUp } from '#contract/own-account'
import { send } from '../api.ts'
import { AccountForm } from '../sign-in/account-form.tsx'
import { TOTP } from '../sign-in/forms.ts'
import { useAccountForm } from '../sign-in/use-account-form.ts'

/** Asks for a fresh code before what cannot be taken back; the form behind it keeps its answers and is sent again. */
export const StepUp = ({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) => {
  const form = useAccountForm(TOTP, {
    send: async body => {
      await send(stepUp, { body })
      onGiven()
    },
  })
  return (
    <div className="panel-foot panel-guard panel-step-up" role="group" aria-label="A fresh code">
      <p>This asks for a fresh code. What you have entered is kept.</p>
      <AccountForm
        form={form}
        label="A fresh code"
        button="Confirm and save"
        busy="Confirming"
        waits={false}
        takesFocus
        onCancel={onCancel}
      />
    </div>
  )
}
