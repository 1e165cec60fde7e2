import type { Instant } from '@credit-market/values/dates'

/** Milliseconds by which the market's clock is ahead of this device's. */
let lead = 0

/**
 * Sets the clock to the market's time at which the page is rendered, on the server and in the browser. Dates and
 * deadlines are then right even if the clock of either is wrong, and hydration finds the texts that were rendered.
 */
export const setServerTime = (time: Instant): void => {
  lead = Date.parse(time) - Date.now()
}

/** The market's time. */
export const currentTime = (): Instant => new Date(Date.now() + lead).toISOString()
