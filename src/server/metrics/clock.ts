import { gauge, type Measure } from './measure.ts'

/** How the clocks of server and database stand, and whether jobs wait because that of the database has jumped. */
export const measureClock: Measure = (registry, { facts, runtime: { time } }) => {
  gauge(
    registry,
    {
      name: 'market_clock_difference_seconds',
      help: "How far the clock of this server is ahead of the database's",
    },
    () => time.ahead() / 1000,
  )
  gauge(
    registry,
    {
      name: 'market_jobs_waiting',
      help: 'Do jobs wait (1) because the clock of the database has jumped by more than a day?',
    },
    async () => {
      const now = await facts()
      return now && Number(now.jobsWait)
    },
  )
}
