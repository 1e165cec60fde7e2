import { useState } from 'react'
import {
  disableTotp,
  listOwnSessions,
  readSecondFactor,
  renewRecoveryCodes,
} from '#contract/people/own-account'
import type { SecondFactor } from '#contract/people/account'
import { refetchAnswer, refetchUser, sendRequest, useAnswer } from '../../api/api.ts'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { DISABLE_TOTP, TOTP } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { SetUpAuthenticator } from './enrol.tsx'
import { RecoveryCodesOnce } from './recovery-codes-once.tsx'
import { authenticatorCodesText } from './messages.ts'

const GiveUp = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) => {
  const form = useAccountForm(DISABLE_TOTP, {
    send: async body => {
      await sendRequest(disableTotp, { body })
      toast('success', 'Your second factor is off')
      onDone()
    },
  })
  return (
    <AccountForm
      form={form}
      label="Turn off the second factor"
      button="Turn it off"
      busy="Turning it off"
      takesFocus
      onCancel={onCancel}
    />
  )
}

const Renew = ({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) => {
  const form = useAccountForm(TOTP, {
    send: async body => onDone((await sendRequest(renewRecoveryCodes, { body })).recoveryCodes),
  })
  return (
    <AccountForm
      form={form}
      label="New recovery codes"
      button="Create new codes"
      busy="Creating them"
      takesFocus
      onCancel={onCancel}
    />
  )
}

const InUse = ({
  factor,
  onCodes,
  onChange,
}: {
  factor: SecondFactor
  onCodes: (codes: string[]) => void
  onChange: () => void
}) => {
  const [doing, setDoing] = useState<'nothing' | 'renewing' | 'giving up'>('nothing')
  const stop = () => setDoing('nothing')
  return (
    <>
      <p className="prose">{authenticatorCodesText(factor.recoveryCodesLeft)}</p>
      {doing === 'nothing' && (
        <div className="row">
          <button type="button" className="button" onClick={() => setDoing('renewing')}>
            Create new recovery codes
          </button>
          {factor.mayBeDisabled && (
            <button type="button" className="button" onClick={() => setDoing('giving up')}>
              Turn it off
            </button>
          )}
        </div>
      )}
      {doing === 'renewing' && <Renew onDone={onCodes} onCancel={stop} />}
      {doing === 'giving up' && <GiveUp onDone={onChange} onCancel={stop} />}
    </>
  )
}

/** Second factor: set it up, renew it or remove it. */
export const SecondFactorSettings = () => {
  const factor = useAnswer(readSecondFactor, {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const askAll = async () => {
    await Promise.all([
      refetchUser(),
      refetchAnswer(readSecondFactor, {}),
      refetchAnswer(listOwnSessions, {}),
    ])
  }
  const keep = (fresh: readonly string[]) => {
    setCodes(fresh)
    void askAll()
  }
  if (codes) return <RecoveryCodesOnce codes={codes} onKept={() => setCodes(null)} />
  return (
    <QueryBoundary query={factor} lines={2}>
      {data =>
        data.enabled ? (
          <InUse factor={data} onCodes={keep} onChange={() => void askAll()} />
        ) : (
          <SetUpAuthenticator hasPasskeys={data.passkeys > 0} onCodes={keep} />
        )
      }
    </QueryBoundary>
  )
}
