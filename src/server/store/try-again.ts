import { setTimeout } from 'node:timers/promises'

const LONGEST_SECONDS = 60

/** How something is tried again. */
interface Trying {
  /** What hinders it and may pass, in words; undefined where trying again is of no use, and the error is thrown. */
  hindrance: (error: unknown) => string | undefined
  tell: (line: string) => void
  /** Ends the trying: the last error is thrown. */
  signal?: AbortSignal
  /** Waits so many milliseconds; a test need not. */
  rest?: (ms: number, signal?: AbortSignal) => Promise<void>
}

const resting = async (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

/** Tries until it works, with pauses from a second to a minute, each twice as long as the one before. */
export const tryAgain = async <T>(
  attempt: () => Promise<T>,
  { hindrance, tell, signal, rest = resting }: Trying,
): Promise<T> => {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, LONGEST_SECONDS))
    try {
      return await attempt()
    } catch (error) {
      const why = hindrance(error)
      if (why === undefined || signal?.aborted) throw error
      tell(`${why}; the next try is in ${seconds} s`)
      await rest(1000 * seconds, signal)
      if (signal?.aborted) throw error
    }
}
