import { useState } from 'react'
import type { AccessRequirement, Account } from '#contract/account'
import { ownSessions, readSecondFactor, renewRecoveryCodes } from '#contract/own-account'
import { addPasskey, beginPasskey, ownPasskeys, removePasskey, type PasskeyItem } from '#contract/passkeys'
import { readAccountSettings } from '#contract/sign-in'
import { StepUp } from '../../action/step-up.tsx'
import { askAgain, askWhoIsThere, send, useAnswer } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { ADD_PASSKEY } from '../../sign-in/forms.ts'
import { canUsePasskeys, makePasskey } from '../../sign-in/passkeys.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { browserName } from '../shared/browser-name.ts'
import { RecoveryCodesOnce } from './recovery-codes-once.tsx'
import { useStepUp } from '../../action/use-step-up.tsx'

type OnCodes = (codes: readonly string[]) => void

const askAll = async () => {
  await Promise.all([
    askWhoIsThere(),
    askAgain(ownPasskeys, {}),
    askAgain(readSecondFactor, {}),
    askAgain(ownSessions, {}),
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
      const credential = await makePasskey(await send(beginPasskey, { body: { password } }))
      const { recoveryCodes } = await send(addPasskey, { body: { name, credential } })
      toast('success', 'The passkey has been added. Everywhere else you are signed out')
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

/** The button that was pressed is gone: the reader is led on to what can be chosen now. */
const focusOn = (element: HTMLElement | null) => element?.focus()

const PasskeyLine = ({ passkey }: { passkey: PasskeyItem }) => {
  const { id, name, createdAt, lastUsedAt, isBlocked } = passkey
  const [isSure, setSure] = useState(false)
  const { run, asking } = useStepUp()
  const remove = () =>
    run(async () => {
      await send(removePasskey, { params: { id } })
      toast('success', 'The passkey has been removed. Everywhere else you are signed out')
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
        {isBlocked && <p>Blocked: it was used as a copy of it would be. Remove it, and add another.</p>}
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

/** The recovery codes of somebody who has passkeys and no authenticator, with which they are renewed otherwise. */
const CodesLeft = ({ onCodes }: { onCodes: OnCodes }) => {
  const factor = useAnswer(readSecondFactor, {}).data
  const { run, asking } = useStepUp()
  if (!factor || factor.enabled || factor.passkeys === 0) return null
  const left = factor.recoveryCodesLeft
  const renew = () =>
    run(async () => {
      onCodes((await send(renewRecoveryCodes, { body: {} })).recoveryCodes)
      await askAgain(readSecondFactor, {})
    })
  return (
    <>
      <p className="prose">
        You have {left} recovery {left === 1 ? 'code' : 'codes'} left for the day when no passkey is at hand.
      </p>
      <div>
        <button type="button" className="button" onClick={() => void renew()}>
          New recovery codes
        </button>
      </div>
      {asking}
    </>
  )
}

/** The reader's passkeys: added, told apart, removed; or why there are none here. */
export const Passkeys = ({ account }: { account: Account }) => {
  const passkeys = useAnswer(ownPasskeys, {})
  const settings = useAnswer(readAccountSettings, {}).data
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesOnce codes={codes} onKept={() => setCodes(null)} />
  const whyNot =
    settings?.noPasskeys ?? (canUsePasskeys() ? null : 'This browser cannot use passkeys; another one may.')
  return (
    <>
      <p className="prose">
        With a passkey you sign in by your fingerprint, your face or a PIN on your own device: without a
        password, and without anything that could be guessed or given away to a false page.
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
