import { useState } from 'react'
import { disableTotp, ownSessions, readSecondFactor, renewRecoveryCodes } from '#contract/own-account'
import type { SecondFactor } from '#contract/account'
import { askAgain, askWhoIsThere, send, useAnswer } from '../../api.ts'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { DISABLE_TOTP, TOTP } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { Enrol } from './enrol.tsx'
import { RecoveryCodesOnce } from './recovery-codes-once.tsx'

const GiveUp = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) => {
  const form = useAccountForm(DISABLE_TOTP, {
    send: async body => {
      await send(disableTotp, { body })
      toast('success', 'The second factor is off')
      onDone()
    },
  })
  return (
    <AccountForm
      form={form}
      label="Turn the second factor off"
      button="Turn it off"
      busy="Turning it off"
      takesFocus
      onCancel={onCancel}
    />
  )
}

const Renew = ({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) => {
  const form = useAccountForm(TOTP, {
    send: async body => onDone((await send(renewRecoveryCodes, { body })).recoveryCodes),
  })
  return (
    <AccountForm
      form={form}
      label="New recovery codes"
      button="Make new codes"
      busy="Making them"
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
  const left = factor.recoveryCodesLeft
  return (
    <>
      <p className="prose">
        In use: signing in asks for a code of your authenticator. You have {left} recovery{' '}
        {left === 1 ? 'code' : 'codes'} left for the day when it is not at hand.
      </p>
      {doing === 'nothing' && (
        <div className="row">
          <button type="button" className="button" onClick={() => setDoing('renewing')}>
            New recovery codes
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

/** The second factor: set up, renewed or given up. */
export const TwoFactors = () => {
  const factor = useAnswer(readSecondFactor, {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const askAll = async () => {
    await Promise.all([askWhoIsThere(), askAgain(readSecondFactor, {}), askAgain(ownSessions, {})])
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
          <Enrol hasPasskeys={data.passkeys > 0} onCodes={keep} />
        )
      }
    </QueryBoundary>
  )
}
