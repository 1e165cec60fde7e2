import type { Logger } from 'pino'

/** The demonstration market loaded anew while the server runs. */
export interface Reset {
  /** Begins it; nothing is served below /api until it is done. */
  begin: () => void
  /** What to say meanwhile; null while nothing is being loaded. */
  saying: () => string | null
}

/** What a reset is made of. */
interface Parts {
  /** Stops what works in the background. */
  pause: () => Promise<void>
  resume: () => void
  /** Empties the database and loads it, telling how far it has come from 0 to 100. */
  load: (tell: (percent: number) => void) => Promise<void>
  log: Logger
}

/**
 * Whatever breaks it off, the market is whole afterwards: the tables are taken away at once, and a server that starts
 * with none of them, or with a part of the demonstration, loads what is missing.
 */
export const openReset = ({ pause, resume, load, log }: Parts): Reset => {
  let saying: string | null = null
  const tell = (percent: number) => {
    saying = `The demonstration market is being loaded anew: ${percent}%`
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
        log.error({ err: error }, 'The demonstration market could not be loaded anew')
        saying = 'The demonstration market could not be loaded anew: start the server again'
      })
    },
  }
}
