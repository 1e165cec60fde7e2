import { useState } from 'react'
import type { Enrolment, RecoveryCodes } from '#contract/account'
import { sendEntry, useUser } from '../../api.ts'
import { ASK_TOTP } from '../../sign-in/code-asked.ts'
import { EntryForm } from '../../sign-in/entry-form.tsx'
import { askPresentPassword } from '../../sign-in/rules.ts'
import { useEntry } from '../../sign-in/use-entry.ts'

const PASSWORD = { password: askPresentPassword() }
const CODE = { code: ASK_TOTP }

const inFours = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

const Confirm = ({
  onBegun,
  onCancel,
}: {
  onBegun: (enrolment: Enrolment) => void
  onCancel: () => void
}) => {
  const user = useUser().data
  const entry = useEntry(PASSWORD, {
    send: async answers => onBegun(await sendEntry<Enrolment>('/api/auth/enableTOTP', answers)),
  })
  return (
    <EntryForm
      entry={entry}
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
  const entry = useEntry(CODE, {
    send: async answers => {
      const answer = await sendEntry<RecoveryCodes>('/api/auth/verifyTOTP', answers)
      onCodes(answer.recoveryCodes)
    },
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
      <EntryForm entry={entry} label="Code" button="Turn it on" busy="Turning it on" takesFocus />
    </div>
  )
}

/** Sets up a second factor: the password once more, the secret into the authenticator, and a first code out of it. */
export const Enrol = ({ onCodes }: { onCodes: (codes: readonly string[]) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (enrolment) return <Learn enrolment={enrolment} onCodes={onCodes} />
  return (
    <>
      <p className="prose">
        Off. With a second factor, signing in asks for a code that an authenticator on your phone shows, and
        nobody gets in with your password alone.
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
