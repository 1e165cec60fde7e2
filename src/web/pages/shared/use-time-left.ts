import { useEffect, useState } from 'react'
import { readClock } from '#contract/public'
import { inTime, tellingsPassed, toGo, untilNextWords } from '#domain/countdown'
import type { Instant } from '#domain/dates'
import { fetchAnswer } from '../../api.ts'

const LONGEST_TIMER = 2 ** 31 - 1

/** How far the clock of the market is ahead of what `performance.now` says, which nobody sets. */
const askAhead = async (signal: AbortSignal): Promise<number> => {
  const asked = performance.now()
  const { now } = await fetchAnswer(readClock, {}, signal)
  return Date.parse(now) - (asked + performance.now()) / 2
}

/** How long it takes until a moment, and what was last said of it to who only listens, a few times in all. */
interface Left {
  words: string
  said: string
}

/** How long it still takes until a moment by the clock of the market; nothing until that has answered. */
export const useTimeLeft = (until: Instant): Left | undefined => {
  const [left, setLeft] = useState<Left>()
  useEffect(() => {
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let before: number | undefined
    let said = ''
    const draw = (ahead: number): void => {
      const ms = Math.max(0, Date.parse(until) - performance.now() - ahead)
      const passed = tellingsPassed(ms)
      if (before !== undefined && before !== passed) said = inTime(ms)
      before = passed
      setLeft({ words: toGo(ms), said })
      if (ms > 0 && !document.hidden)
        timer = setTimeout(() => draw(ahead), Math.min(untilNextWords(ms), LONGEST_TIMER))
    }
    const begin = async (): Promise<void> => {
      const ahead = await askAhead(ending.signal)
      clearTimeout(timer)
      if (!ending.signal.aborted) draw(ahead)
    }
    // Without the clock the page says when all the same.
    const tryToBegin = (): void => void (document.hidden || begin().catch(() => undefined))
    tryToBegin()
    // Timers and clocks rest while nobody looks or the machine sleeps.
    document.addEventListener('visibilitychange', tryToBegin)
    return () => {
      ending.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tryToBegin)
    }
  }, [until])
  return left
}
