import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { runningActivities, type Activity, currentActivity } from './doing.ts'

/** Stopping may hang on the very part that failed; then the process exits without it. */
const LONGEST_STOP_MS = 30_000
const LONGEST_RECORD_MS = 5000

interface LastResort {
  log: Pick<Logger, 'fatal' | 'error'>
  /** Drains, stops everything and exits with this code; called once. */
  stop: (code: number) => void
  /** Seconds for which the server drains before it stops. */
  drainSeconds: number
}

const said = ({ kind, name, id }: Activity) => ({ kind, name, ...(id !== undefined && { id }) })

/**
 * Handles errors that no other code handles: logs what the process was doing, records a failed attempt of the queue
 * item concerned, stops the server in order and exits with code 1, so that its supervisor starts it again.
 */
export const installUncaughtErrorHandlers = (given: LastResort): void => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (reason: unknown) => {
      end(given, reason, event).catch(() => process.exit(1))
    })
}

const end = async ({ log, stop, drainSeconds }: LastResort, error: unknown, of: string): Promise<void> => {
  const culprit = currentActivity()
  if (culprit) culprit.isLost = true
  const underWay = runningActivities().map(said)
  log.fatal(
    { err: error, of, ...(culprit && { doing: said(culprit) }), underWay },
    'Unhandled error: the server stops',
  )
  try {
    const limit = setTimeout(LONGEST_RECORD_MS, undefined, { ref: false })
    await Promise.race([culprit?.fail?.(error), limit])
  } catch (reason) {
    log.error({ err: reason }, 'The failed attempt could not be recorded, but it counts')
  }
  stop(1)
  await setTimeout(drainSeconds * 1000 + LONGEST_STOP_MS, undefined, { ref: false })
  process.exit(1)
}
