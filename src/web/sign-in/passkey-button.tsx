import { KeyRoundIcon } from '../icons/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import type { PasskeyAssertion, PASSKEY_PURPOSES } from '#contract/people/passkeys'
import { messageOf } from '../api/api-problem.ts'
import { Notice } from '../parts/page/notice.tsx'
import { canUsePasskeys, signByPasskey } from './passkeys.ts'

/** Button that requests a passkey and passes on its assertion; nothing if the browser cannot use passkeys. */
export const PasskeyButton = ({
  purpose,
  label,
  isPrimary = false,
  takesFocus = false,
  onAnswer,
}: {
  purpose: (typeof PASSKEY_PURPOSES)[number]
  label: string
  isPrimary?: boolean
  takesFocus?: boolean
  onAnswer: (answer: PasskeyAssertion) => Promise<void>
}) => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    // The shell first moves the focus to the beginning of a new page.
    const turn = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(turn)
  }, [takesFocus])
  if (!canUsePasskeys()) return null
  const use = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await onAnswer(await signByPasskey(purpose))
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="stack">
      {failure && (
        <Notice tone="bad" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <div>
        <button
          ref={button}
          type="button"
          className={`button${isPrimary ? ' button-primary' : ''}`}
          aria-disabled={isBusy}
          onClick={() => void use()}
        >
          <KeyRoundIcon aria-hidden="true" />
          {isBusy ? 'Waiting for the passkey' : label}
        </button>
      </div>
    </div>
  )
}
