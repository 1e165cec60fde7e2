import { useState } from 'react'
import type { AccessRequirement, AuthenticatorEnrolment } from '#contract/people/account'
import { enableTotp, verifyTotp } from '#contract/people/own-account'
import { StepUp } from '../../action/step-up.tsx'
import { sendRequest, useUser } from '../../api/api.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { PRESENT_PASSWORD, TOTP } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

const inFours = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

const Confirm = ({
  onBegun,
  onCancel,
}: {
  onBegun: (enrolment: AuthenticatorEnrolment) => void
  onCancel: () => void
}) => {
  const user = useUser().data
  const form = useAccountForm(PRESENT_PASSWORD, {
    send: async body => onBegun(await sendRequest(enableTotp, { body })),
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
  enrolment: AuthenticatorEnrolment
  onCodes: (codes: readonly string[]) => void
}) => {
  const form = useAccountForm(TOTP, {
    send: async body => onCodes((await sendRequest(verifyTotp, { body })).recoveryCodes),
  })
  return (
    <div className="enrolment">
      <p className="prose">
        Scan this with your authenticator app, or <a href={uri}>open it on this device</a>, then enter the
        code it shows.
      </p>
      <img className="qr-code" src={qrCode} alt="The secret as a QR code" />
      <p className="prose">
        Cannot scan? Type this secret: <b className="secret-text">{inFours(secret)}</b>
      </p>
      <AccountForm form={form} label="Code" button="Turn it on" busy="Turning it on" takesFocus />
    </div>
  )
}

/** Sets up a second factor: the password again, the secret for the authenticator, and its first code. */
export const SetUpAuthenticator = ({
  hasPasskeys,
  onCodes,
}: {
  hasPasskeys: boolean
  onCodes: (codes: readonly string[]) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const [enrolment, setEnrolment] = useState<AuthenticatorEnrolment | null>(null)
  if (enrolment) return <Learn enrolment={enrolment} onCodes={onCodes} />
  return (
    <>
      <p className="prose">
        {hasPasskeys
          ? 'Your passkeys already are a second factor. You can add an authenticator app, for browsers where you have no passkey.'
          : 'Off. With a second factor, you also enter a code from an authenticator app on your phone, so no one can sign in with your password alone.'}
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
