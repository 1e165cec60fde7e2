import { useEffect, useState } from 'react'
import { readClock } from '#contract/public/public'
import { timeLeftText, announcementIndex, countdownText, msUntilTextChanges } from '#domain/values/countdown'
import type { Instant } from '@credit-market/values/dates'
import { fetchAnswer } from '../../api/api.ts'

const LONGEST_TIMER = 2 ** 31 - 1

/** Offset of the market's clock from `performance.now`, which no one can set. In milliseconds. */
const askAhead = async (signal: AbortSignal): Promise<number> => {
  const asked = performance.now()
  const { now } = await fetchAnswer(readClock, {}, signal)
  return Date.parse(now) - (asked + performance.now()) / 2
}

/**
 * Time left until an instant, and the last announcement for screen readers, of which there are only a few.
 */
interface Left {
  words: string
  said: string
}

/** Time left until an instant by the market's clock; undefined until the server has answered. */
export const useTimeLeft = (until: Instant): Left | undefined => {
  const [left, setLeft] = useState<Left>()
  useEffect(() => {
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let before: number | undefined
    let said = ''
    const draw = (ahead: number): void => {
      const ms = Math.max(0, Date.parse(until) - performance.now() - ahead)
      const passed = announcementIndex(ms)
      if (before !== undefined && before !== passed) said = timeLeftText(ms)
      before = passed
      setLeft({ words: countdownText(ms), said })
      if (ms > 0 && !document.hidden)
        timer = setTimeout(() => draw(ahead), Math.min(msUntilTextChanges(ms), LONGEST_TIMER))
    }
    const begin = async (): Promise<void> => {
      const ahead = await askAhead(ending.signal)
      clearTimeout(timer)
      if (!ending.signal.aborted) draw(ahead)
    }
    // Without the clock the page still shows the time of the event.
    const tryToBegin = (): void => void (document.hidden || begin().catch(() => undefined))
    tryToBegin()
    // Timers are throttled while the page is hidden or the machine sleeps.
    document.addEventListener('visibilitychange', tryToBegin)
    return () => {
      ending.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tryToBegin)
    }
  }, [until])
  return left
}
