import { addGauge, type RegisterMetrics } from './measure.ts'
import { readFreeDiskSpace } from '../store/free-space.ts'

/** Clocks of server and database, and whether jobs are paused because the database's clock has jumped. */
export const measureClock: RegisterMetrics = (registry, { facts, runtime: { time } }) => {
  addGauge(
    registry,
    {
      name: 'market_clock_difference_seconds',
      help: "How far the clock of this server is ahead of the database's",
    },
    () => time.ahead() / 1000,
  )
  addGauge(
    registry,
    {
      name: 'market_jobs_waiting',
      help: '1 if jobs wait because the database clock has jumped by more than a day',
    },
    async () => {
      const now = await facts()
      return now && Number(now.jobsWait)
    },
  )
}

/** Free space on the disk with the data folder. */
export const measureDisk: RegisterMetrics = (registry, { config }) =>
  addGauge(registry, { name: 'market_data_free_bytes', help: 'Free space at the folder DATA_DIR' }, () =>
    readFreeDiskSpace(config.dataDir),
  )
