/** How many requests are taken at once, and how many more every second. */
export interface Flow {
  burst: number
  perSecond: number
}

/**
 * Lets each caller ask so often: a bucket of tokens for each, one token for each request, filled again with time. Counted by
 * each server for itself, like the requests of an address. Answers after how many seconds the caller may ask again, 0 for now.
 */
export const openBuckets = ({ burst, perSecond }: Flow): ((caller: string, nowMs: number) => number) => {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  return (caller, nowMs) => {
    const { tokens: before, atMs } = buckets.get(caller) ?? { tokens: burst, atMs: nowMs }
    const tokens = Math.min(burst, before + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
    const isTaken = tokens >= 1
    buckets.set(caller, { tokens: isTaken ? tokens - 1 : tokens, atMs: nowMs })
    return isTaken ? 0 : Math.ceil((1 - tokens) / perSecond)
  }
}
