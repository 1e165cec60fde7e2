import { setTimeout } from 'node:timers/promises'

/** The time between the word that this server will stop and its stopping, in which a proxy can turn to others. */
export interface Drain {
  isDraining: () => boolean
  /** From now on this server is not ready; resolves when its time is over. */
  begin: () => Promise<void>
}

/** A server that stops so many seconds after it was told to. */
export const openDrain = (seconds: number): Drain => {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    begin: async () => {
      isDraining = true
      await setTimeout(seconds * 1000)
    },
  }
}
