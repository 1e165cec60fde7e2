import { setTimeout } from 'node:timers/promises'

/**
 * The time between the announcement that this server will stop and its stop, so that a proxy can switch to other
 * servers.
 */
export interface ShutdownDelay {
  isDraining: () => boolean
  /** Makes this server report that it is not ready; resolves when the time is over. */
  begin: () => Promise<void>
}

/** Returns a drain of this many seconds. */
export const createShutdownDelay = (seconds: number): ShutdownDelay => {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    begin: async () => {
      isDraining = true
      await setTimeout(seconds * 1000)
    },
  }
}
