import type { Logger } from 'pino'
import { whileDoing } from '../doing.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Runtime } from '../runner/runtime.ts'
import { noteDone, readClock } from '../clock-jump.ts'
import { alone } from '../store/alone.ts'

/** What a job works with. */
export interface Working {
  runtime: Runtime
  files: FileStore
  /** The folder in which letters lie that are not sent by SMTP. */
  mailbox?: string | undefined
  /** Aborted once the server is to stop; what takes long breaks off then, and goes on at the next run. */
  stopping?: AbortSignal
}

/**
 * Something that time brings about. It looks for what is due by the runtime's clock and does it once: several servers
 * never run the same job at the same time, and what a crash broke off is still due at the next run.
 */
export interface Job {
  name: string
  /** It does nothing that time alone brings about, so it also runs after the clock has jumped. All others wait for a person then. */
  atAnyTime?: true
  /** It is about this server's own disk, so every server does it. */
  onEveryServer?: true
  /** Answers what it has done, in numbers, where there is something to say. */
  run: (working: Working) => Promise<Readonly<Record<string, number>> | void>
}

const AN_HOUR = 3_600_000

/**
 * Runs these jobs now. One that fails does not keep the others from running; one that breaks off because the server is to stop
 * has not failed. What each has done is told.
 */
export const runJobs = async (
  working: Working,
  jobs: readonly Job[],
  told: (name: string, done: Readonly<Record<string, number>>) => void = () => undefined,
): Promise<void> => {
  const failures: unknown[] = []
  for (const { name, run, onEveryServer } of jobs) {
    if (working.stopping?.aborted) break
    const work = async (): Promise<void> => {
      const done = await whileDoing({ kind: 'job', name }, async () => run(working))
      if (done && Object.values(done).some(count => count > 0)) told(name, done)
    }
    const running = onEveryServer ? work() : alone(working.runtime.store.db, `job ${name}`, work)
    await running.catch((error: unknown) => {
      const isBrokenOff = working.stopping?.aborted && error === working.stopping.reason
      if (!isBrokenOff) failures.push(new Error(`The job ${name} failed`, { cause: error }))
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every job could be done')
}

/**
 * Runs the jobs that are due by the database's clock: none while the server's clock differs from it by more than a minute, and
 * after a jump of more than a day only those that may run at any time (decision 0132).
 */
export const runDueJobs = async (working: Working, jobs: readonly Job[], log: Logger): Promise<void> => {
  const { time, store } = working.runtime
  const answered = time.ask()
  const { at, jump } = await readClock(store.db)
  answered(at)
  const trouble = time.trouble()
  if (trouble !== null) return log.error(trouble)
  if (jump)
    log.error(
      { from: jump.from, to: jump.to },
      'The clock of the database has jumped by more than a day: jobs wait until administrators confirm it, on the page System, Installation',
    )
  const report = (job: string, done: Readonly<Record<string, number>>): void =>
    log.info({ job, ...done }, 'A job has done what was due')
  await runJobs(working, jump ? jobs.filter(job => job.atAnyTime) : jobs, report)
  if (!jump) await noteDone(store.db, at)
}

/** Runs the jobs at once and then every hour, until stopped. */
export const startSchedule = (
  working: Working,
  jobs: readonly Job[],
  log: Logger,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const round = () =>
    runDueJobs({ ...working, stopping: stopping.signal }, jobs, log).catch((error: AggregateError) => {
      for (const failure of error.errors ?? [error])
        log.error({ err: failure }, 'A job could not be done; it is tried again in an hour')
    })
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, AN_HOUR)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
