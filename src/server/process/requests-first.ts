import { setImmediate } from 'node:timers/promises'

const LONGEST_MS = 10

/**
 * Returns a function that long work awaits after each small step, so that it never keeps requests waiting: once the work
 * has run for ten milliseconds, everything that has arrived meanwhile goes first.
 */
export const letRequestsGoFirst = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await setImmediate()
    since = performance.now()
  }
}
