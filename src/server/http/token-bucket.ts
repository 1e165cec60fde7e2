/** How many requests are taken at once, and how many more every second. */
export interface Flow {
  burst: number
  perSecond: number
}

/** How a caller stands: after how many seconds it may ask again (0 for now), how many requests are left, and in how many seconds all are. */
export interface Allowance {
  wait: number
  left: number
  fullIn: number
}

/**
 * Lets each caller ask so often: a bucket of tokens for each, one token for each request, filled again with time. Counted by
 * each server for itself, like the requests of an address.
 */
export const openBuckets = ({ burst, perSecond }: Flow): ((caller: string, nowMs: number) => Allowance) => {
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
