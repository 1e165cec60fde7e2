/** A rate limit: requests at once (the bucket's size) and requests refilled per second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

/**
 * State of a caller: seconds until the next request is allowed (0 for now), requests left, and seconds until the
 * bucket is full.
 */
export interface CallerRateLimitState {
  wait: number
  left: number
  fullIn: number
}

/**
 * Rate-limits each caller with a token bucket: one token per request, refilled over time. Every server counts for
 * itself, like the limits by address.
 */
export const openRateLimiter = ({
  burst,
  perSecond,
}: RateLimit): ((caller: string, nowMs: number) => CallerRateLimitState) => {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  return (caller, nowMs) => {
    const { tokens: before, atMs } = buckets.get(caller) ?? { tokens: burst, atMs: nowMs }
    const tokens = Math.min(burst, before + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
    const isTaken = tokens >= 1
    const after = isTaken ? tokens - 1 : tokens
    buckets.set(caller, { tokens: after, atMs: nowMs })
    return {
      wait: isTaken ? 0 : Math.ceil((1 - tokens) / perSecond),
      left: Math.floor(after),
      fullIn: Math.ceil((burst - after) / perSecond),
    }
  }
}
