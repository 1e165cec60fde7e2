import { setTimeout } from 'node:timers/promises'

const LONGEST_SECONDS = 60

/** Options for trying again. */
interface Trying {
  /** Describes an obstacle that may pass; undefined if trying again is useless, and the error is thrown. */
  hindrance: (error: unknown) => string | undefined
  tell: (line: string) => void
  /** Stops the attempts: the last error is thrown. */
  signal?: AbortSignal
  /** Waits this many milliseconds; tests may replace it. */
  rest?: (ms: number, signal?: AbortSignal) => Promise<void>
}

const resting = async (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

/** Tries until it works, with pauses from a second to a minute, each twice as long as the one before. */
export const retryWithPauses = async <T>(
  attempt: () => Promise<T>,
  { hindrance, tell, signal, rest = resting }: Trying,
): Promise<T> => {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, LONGEST_SECONDS))
    try {
      return await attempt()
    } catch (error) {
      const why = hindrance(error)
      if (why === undefined || signal?.aborted) throw error
      tell(`${why}; trying again in ${seconds} s`)
      await rest(1000 * seconds, signal)
      if (signal?.aborted) throw error
    }
}
