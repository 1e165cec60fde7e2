import type { Logger } from 'pino'

/** Reloads the demonstration market while the server runs. */
export interface DemonstrationReset {
  /** Begins the reset; requests under /api are refused until it is done. */
  begin: () => void
  /** Message for requests in the meantime; null while nothing is being loaded. */
  saying: () => string | null
}

/** The functions that a reset needs. */
interface Parts {
  /** Stops background work. */
  pause: () => Promise<void>
  resume: () => void
  /** Empties the database and loads it, reporting progress from 0 to 100. */
  load: (tell: (percent: number) => void) => Promise<void>
  log: Logger
}

/**
 * Whatever interrupts it, the market is complete afterwards: all tables are dropped at once, and a server that starts
 * with none of them, or with a part of the demonstration, loads the missing parts.
 */
export const openDemonstrationReset = ({ pause, resume, load, log }: Parts): DemonstrationReset => {
  let saying: string | null = null
  const tell = (percent: number) => {
    saying = `The demonstration market is being reloaded: ${percent}%`
  }
  const run = async (): Promise<void> => {
    await pause()
    await load(tell)
    saying = null
    resume()
  }
  return {
    saying: () => saying,
    begin: () => {
      if (saying !== null) return
      tell(0)
      run().catch((error: unknown) => {
        log.error({ err: error }, 'The demonstration market could not be reloaded')
        saying = 'The demonstration market could not be reloaded: restart the server'
      })
    },
  }
}
