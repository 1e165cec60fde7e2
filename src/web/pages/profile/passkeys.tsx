import { useState } from 'react'
import type { AccessRequirement, Account } from '#contract/people/account'
import { listOwnSessions, readSecondFactor, renewRecoveryCodes } from '#contract/people/own-account'
import {
  addPasskey,
  startAddingPasskey,
  listOwnPasskeys,
  removePasskey,
  type PasskeyItem,
} from '#contract/people/passkeys'
import { readAccountSettings } from '#contract/people/sign-in'
import { StepUp } from '../../action/step-up.tsx'
import { refetchAnswer, refetchUser, sendRequest, useAnswer } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { ADD_PASSKEY } from '../../sign-in/forms.ts'
import { canUsePasskeys, makePasskey } from '../../sign-in/passkeys.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { browserName } from '../shared/browser-name.ts'
import { RecoveryCodesOnce } from './recovery-codes-once.tsx'
import { useStepUp } from '../../action/use-step-up.tsx'
import { passkeyCodesText } from './messages.ts'

type OnCodes = (codes: readonly string[]) => void

const askAll = async () => {
  await Promise.all([
    refetchUser(),
    refetchAnswer(listOwnPasskeys, {}),
    refetchAnswer(readSecondFactor, {}),
    refetchAnswer(listOwnSessions, {}),
  ])
}

const AddForm = ({
  account,
  onCodes,
  onClose,
}: {
  account: Account
  onCodes: OnCodes
  onClose: () => void
}) => {
  const form = useAccountForm(ADD_PASSKEY, {
    first: { name: browserName(navigator.userAgent) },
    send: async ({ name, password }) => {
      const credential = await makePasskey(await sendRequest(startAddingPasskey, { body: { password } }))
      const { recoveryCodes } = await sendRequest(addPasskey, { body: { name, credential } })
      toast('success', 'The passkey has been added. You are signed out everywhere else')
      if (recoveryCodes.length > 0) onCodes(recoveryCodes)
      onClose()
      await askAll()
    },
  })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <AccountForm
      form={form}
      label="Add a passkey"
      button="Add the passkey"
      busy="Waiting for the passkey"
      username={account.username}
      takesFocus
      onCancel={onClose}
    />
  )
}

/** The pressed button is gone, so the focus moves to what can be chosen now. */
const focusOn = (element: HTMLElement | null) => element?.focus()

const PasskeyLine = ({ passkey }: { passkey: PasskeyItem }) => {
  const { id, name, createdAt, lastUsedAt, isBlocked } = passkey
  const [isSure, setSure] = useState(false)
  const { run, asking } = useStepUp()
  const remove = () =>
    run(async () => {
      await sendRequest(removePasskey, { params: { id } })
      toast('success', 'The passkey has been removed. You are signed out everywhere else')
      await askAll()
    })
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="quiet small">
          Added <DayText day={createdAt} time />
          {lastUsedAt ? (
            <>
              , last used <DayText day={lastUsedAt} time />
            </>
          ) : (
            ', not used yet'
          )}
        </p>
        {isBlocked && <p>Blocked: someone may have copied this passkey. Remove it and add a new one.</p>}
      </div>
      {isSure ? (
        <div className="row">
          <button type="button" className="button button-small" onClick={() => void remove()}>
            Remove it
          </button>
          <button ref={focusOn} type="button" className="button button-small" onClick={() => setSure(false)}>
            Keep it
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="button button-small"
          aria-label={`Remove ${name}`}
          onClick={() => setSure(true)}
        >
          Remove
        </button>
      )}
      {asking}
    </li>
  )
}

/** Recovery codes of a user who has passkeys and no authenticator, who cannot renew them elsewhere. */
const CodesLeft = ({ onCodes }: { onCodes: OnCodes }) => {
  const factor = useAnswer(readSecondFactor, {}).data
  const { run, asking } = useStepUp()
  if (!factor || factor.enabled || factor.passkeys === 0) return null
  const renew = () =>
    run(async () => {
      onCodes((await sendRequest(renewRecoveryCodes, { body: {} })).recoveryCodes)
      await refetchAnswer(readSecondFactor, {})
    })
  return (
    <>
      <p className="prose">{passkeyCodesText(factor.recoveryCodesLeft)}</p>
      <div>
        <button type="button" className="button" onClick={() => void renew()}>
          Create new recovery codes
        </button>
      </div>
      {asking}
    </>
  )
}

/** Passkeys of the reader, by name, to add and remove; or the reason why there are none here. */
export const Passkeys = ({ account }: { account: Account }) => {
  const passkeys = useAnswer(listOwnPasskeys, {})
  const settings = useAnswer(readAccountSettings, {}).data
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesOnce codes={codes} onKept={() => setCodes(null)} />
  const whyNot =
    settings?.noPasskeys ??
    (canUsePasskeys() ? null : 'This browser cannot use passkeys. Try another browser.')
  return (
    <>
      <p className="prose">
        With a passkey, you sign in with your fingerprint, your face or a PIN on your own device. There is no
        password that someone could guess, or trick you into giving away.
      </p>
      <QueryBoundary query={passkeys} lines={2}>
        {items =>
          items.length > 0 && (
            <ul className="sessions" aria-label="Passkeys">
              {items.map(passkey => (
                <PasskeyLine key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {whyNot && <p className="prose quiet">{whyNot}</p>}
      {isAdding ? (
        <AddForm account={account} onCodes={setCodes} onClose={() => setAdding(false)} />
      ) : (
        whyNot === null && (
          <div>
            <button type="button" className="button" onClick={() => setAdding(true)}>
              Add a passkey
            </button>
          </div>
        )
      )}
      <CodesLeft onCodes={setCodes} />
    </>
  )
}
