import type pg from 'pg'
import type { Logger } from 'pino'
import { runAsActivity } from '../process/doing.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ServerConfig } from '../process/config.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { recordJobRun, readClockJump } from './clock-jump.ts'
import { runExclusively } from '../store/alone.ts'

/** Dependencies that a job can use. */
export interface JobContext {
  runtime: ActionRuntime
  files: FileStore
  /** Folder for emails that are not sent by SMTP. */
  mailbox?: string | undefined
  /** Addresses of the database and the documents, for a job with a thread of its own; without them it runs in this one. */
  apart?: { reach: pg.PoolConfig; files: ServerConfig['files'] } | undefined
  /** Aborted when the server is to stop; a long job then breaks off, and continues at the next run. */
  stopping?: AbortSignal
}

/**
 * A scheduled job. It looks for what is due by the runtime's clock and does it once: several servers never run the same
 * job at the same time, and work interrupted by a crash is still due at the next run.
 */
export interface ScheduledJob {
  name: string
  /**
   * The job does nothing that depends on time alone, so it also runs after the clock has jumped. All others then wait
   * for a person.
   */
  atAnyTime?: true
  /** The job concerns this server's own disk, so every server runs it. */
  onEveryServer?: true
  /** Returns what it has done, in numbers, if there is anything to report. */
  run: (working: JobContext) => Promise<Readonly<Record<string, number>> | void>
}

const AN_HOUR = 3_600_000

/**
 * Runs these jobs now. A failing job does not keep the others from running; a job that breaks off because the server is
 * to stop has not failed. Results are logged.
 */
export const runJobs = async (
  working: JobContext,
  jobs: readonly ScheduledJob[],
  told: (name: string, done: Readonly<Record<string, number>>) => void = () => undefined,
): Promise<void> => {
  const failures: unknown[] = []
  for (const { name, run, onEveryServer } of jobs) {
    if (working.stopping?.aborted) break
    const work = async (): Promise<void> => {
      const done = await runAsActivity({ kind: 'job', name }, async () => run(working))
      if (done && Object.values(done).some(count => count > 0)) told(name, done)
    }
    const running = onEveryServer ? work() : runExclusively(working.runtime.store.db, `job ${name}`, work)
    await running.catch((error: unknown) => {
      const isBrokenOff = working.stopping?.aborted && error === working.stopping.reason
      if (!isBrokenOff) failures.push(new Error(`The job ${name} failed`, { cause: error }))
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some jobs failed')
}

/**
 * Runs the jobs that are due by the database's clock: none while the server's clock differs from it by more than a
 * minute, and after a jump of more than a day only those that may run at any time (decision 0132).
 */
export const runDueJobs = async (
  working: JobContext,
  jobs: readonly ScheduledJob[],
  log: Logger,
): Promise<void> => {
  const { time, store } = working.runtime
  const answered = time.ask()
  const { at, jump } = await readClockJump(store.db)
  answered(at)
  const trouble = time.trouble()
  if (trouble !== null) return log.error(trouble)
  if (jump)
    log.error(
      { from: jump.from, to: jump.to },
      'The database clock has jumped by more than a day: jobs wait until administrators confirm it on the page System, Installation',
    )
  const report = (job: string, done: Readonly<Record<string, number>>): void =>
    log.info({ job, ...done }, 'A job has finished')
  await runJobs(working, jump ? jobs.filter(job => job.atAnyTime) : jobs, report)
  if (!jump) await recordJobRun(store.db, at)
}

/** Runs the jobs at once and then every hour, until stopped. */
export const startJobSchedule = (
  working: JobContext,
  jobs: readonly ScheduledJob[],
  log: Logger,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const round = () =>
    runDueJobs({ ...working, stopping: stopping.signal }, jobs, log).catch((error: AggregateError) => {
      for (const failure of error.errors ?? [error])
        log.error({ err: failure }, 'A job failed; it runs again in an hour')
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
