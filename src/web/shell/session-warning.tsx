import { useEffect, useState } from 'react'
import { readSession } from '#contract/people/sign-in'
import { refetchUser, fetchAnswer, markSessionEnded } from '../api/api.ts'
import { Notice } from '../parts/page/notice.tsx'
import { sessionEndText } from './messages.ts'

const WARNED_BEFORE = 2 * 60
/** Seconds after loading the page before it first asks for the time left. */
const FIRST_ASKED_AFTER = 30
/**
 * Seconds between requests while the warning is shown, because another window may have extended the session.
 */
const ASKED_AGAIN_AFTER = 15

type Ending = Awaited<ReturnType<typeof askHowLong>>
const askHowLong = () => fetchAnswer(readSession, {})

/** Time left in the session according to the server, because other windows extend the same session. */
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
      // While the server cannot be reached no one is signed out.
      const left = await askHowLong().catch(() => null)
      if (left?.secondsLeft === 0) return markSessionEnded()
      if (left === null) return again(ASKED_AGAIN_AFTER)
      const isDue = left.secondsLeft <= WARNED_BEFORE
      setEnding(isDue ? left : null)
      again(isDue ? Math.min(ASKED_AGAIN_AFTER, left.secondsLeft + 1) : left.secondsLeft - WARNED_BEFORE)
    }
    // Timers do not run while the machine sleeps.
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
 * Warning two minutes before a session ends, which any key or its button extends. When the session has ended,
 * the sign-in page opens by itself and leads back here.
 */
export const SessionWarning = () => {
  const { ending, askAgain } = useEnding()
  const canStay = ending?.isLast === false
  useEffect(() => {
    if (!canStay) return
    const stay = () => void refetchUser().then(askAgain)
    document.addEventListener('keydown', stay, { once: true, capture: true })
    return () => document.removeEventListener('keydown', stay, { capture: true })
  }, [canStay, askAgain])
  if (!ending) return null
  return (
    <div className="session-warning" data-react-aria-top-layer="true">
      <Notice tone="warn" role="alert">
        <p>{sessionEndText(ending.secondsLeft, canStay)}</p>
        {canStay && (
          <button
            type="button"
            className="button button-small"
            onClick={() => void refetchUser().then(askAgain)}
          >
            Stay signed in
          </button>
        )}
      </Notice>
    </div>
  )
}
