/** Longer than the largest lag of a replica that the server reads for people at work. */
const CURRENT_MS = 15_000
let currentUntil = -Infinity

/** Asks the server for the current state in the next seconds, because this page knows of a change. */
export const wantCurrentAnswers = (): void => {
  currentUntil = performance.now() + CURRENT_MS
}

/** Header of a request while this page knows of a change. */
export const freshness = (): Record<string, string> =>
  performance.now() < currentUntil ? { 'cache-control': 'no-cache' } : {}
