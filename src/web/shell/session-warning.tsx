import { useEffect, useState } from 'react'
import { readSession } from '#contract/sign-in'
import { askWhoIsThere, fetchAnswer, sessionHasEnded } from '../api.ts'
import { Notice } from '../parts/notice.tsx'

const WARNED_BEFORE = 2 * 60
/** A page that has just come is not asked for more at once. */
const FIRST_ASKED_AFTER = 30
/** While the warning stands: another window may have put the end off. */
const ASKED_AGAIN_AFTER = 15

type Ending = Awaited<ReturnType<typeof askHowLong>>
const askHowLong = () => fetchAnswer(readSession, {})

const whenText = (seconds: number): string =>
  seconds > 90 ? 'in two minutes' : seconds > 45 ? 'in a minute' : 'in less than a minute'

const WHY = {
  idle: 'because nothing has happened for a while',
  last: 'because a sign-in lasts no longer than twelve hours',
}

/** Whether the session is about to end, as the server knows it: other windows keep the same session alive. */
const useEnding = () => {
  const [ending, setEnding] = useState<Ending | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let due = 0
    const again = (seconds: number) => {
      clearTimeout(timer)
      due = Date.now() + seconds * 1_000
      timer = setTimeout(() => void ask(), seconds * 1_000)
    }
    const ask = async () => {
      // While the server cannot be reached nobody is signed out.
      const left = await askHowLong().catch(() => null)
      if (left?.secondsLeft === 0) return sessionHasEnded()
      if (left === null) return again(ASKED_AGAIN_AFTER)
      const isDue = left.secondsLeft <= WARNED_BEFORE
      setEnding(isDue ? left : null)
      again(isDue ? Math.min(ASKED_AGAIN_AFTER, left.secondsLeft + 1) : left.secondsLeft - WARNED_BEFORE)
    }
    // A machine that has slept has not counted on.
    const wake = () => {
      if (document.visibilityState === 'visible' && Date.now() >= due) void ask()
    }
    if (asked === 0) again(FIRST_ASKED_AFTER)
    else void ask()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [asked])
  return { ending, askAgain: () => setAsked(before => before + 1) }
}

/**
 * Two minutes before a session ends: a warning, which any key puts off, and its button. When it has ended, the page to sign
 * in on comes by itself and leads back here.
 */
export const SessionWarning = () => {
  const { ending, askAgain } = useEnding()
  const canStay = ending?.isLast === false
  useEffect(() => {
    if (!canStay) return
    const stay = () => void askWhoIsThere().then(askAgain)
    document.addEventListener('keydown', stay, { once: true, capture: true })
    return () => document.removeEventListener('keydown', stay, { capture: true })
  }, [canStay, askAgain])
  if (!ending) return null
  return (
    <div className="session-warning" data-react-aria-top-layer="true">
      <Notice tone="warn" role="alert">
        <p>
          You will be signed out {whenText(ending.secondsLeft)}, {canStay ? WHY.idle : WHY.last}. What you
          have entered in a form is kept as a draft{canStay ? '. Press any key to stay signed in.' : '.'}
        </p>
        {canStay && (
          <button
            type="button"
            className="button button-small"
            onClick={() => void askWhoIsThere().then(askAgain)}
          >
            Stay signed in
          </button>
        )}
      </Notice>
    </div>
  )
}
