import { useState } from 'react'
import type { AccessRequirement, Enrolment } from '#contract/account'
import { enableTotp, verifyTotp } from '#contract/own-account'
import { StepUp } from '../../action/step-up.tsx'
import { send, useUser } from '../../api.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { PRESENT_PASSWORD, TOTP } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

const inFours = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

const Confirm = ({
  onBegun,
  onCancel,
}: {
  onBegun: (enrolment: Enrolment) => void
  onCancel: () => void
}) => {
  const user = useUser().data
  const form = useAccountForm(PRESENT_PASSWORD, {
    send: async body => onBegun(await send(enableTotp, { body })),
  })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <AccountForm
      form={form}
      label="Set up a second factor"
      button="Continue"
      busy="One moment"
      username={user?.username}
      takesFocus
      onCancel={onCancel}
    />
  )
}

const Learn = ({
  enrolment: { secret, uri, qrCode },
  onCodes,
}: {
  enrolment: Enrolment
  onCodes: (codes: readonly string[]) => void
}) => {
  const form = useAccountForm(TOTP, {
    send: async body => onCodes((await send(verifyTotp, { body })).recoveryCodes),
  })
  return (
    <div className="enrolment">
      <p className="prose">
        Scan this with your authenticator, or <a href={uri}>open it on this device</a>, then enter the code it
        shows.
      </p>
      <img className="qr-code" src={qrCode} alt="The secret as a QR code" />
      <p className="prose">
        Cannot scan? Type this secret: <b className="secret-text">{inFours(secret)}</b>
      </p>
      <AccountForm form={form} label="Code" button="Turn it on" busy="Turning it on" takesFocus />
    </div>
  )
}

/** Sets up a second factor: the password once more, the secret into the authenticator, and a first code out of it. */
export const Enrol = ({
  hasPasskeys,
  onCodes,
}: {
  hasPasskeys: boolean
  onCodes: (codes: readonly string[]) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (enrolment) return <Learn enrolment={enrolment} onCodes={onCodes} />
  return (
    <>
      <p className="prose">
        {hasPasskeys
          ? 'Your passkeys are a second factor already. An authenticator on your phone can be another, for browsers that have no passkey of yours.'
          : 'Off. With a second factor, signing in asks for a code that an authenticator on your phone shows, and nobody gets in with your password alone.'}
      </p>
      {isOpen ? (
        <Confirm onBegun={setEnrolment} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            Set it up
          </button>
        </div>
      )}
    </>
  )
}
