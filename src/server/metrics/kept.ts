import { lastRunIn, NOTED_WORK, type NotedWork } from './facts.ts'
import { gauge, type Measure } from './measure.ts'

/** The log, and when it was last verified, backed up, and a restore rehearsed. */
export const measureKeeping: Measure = (registry, { facts }) => {
  const ofEach = async (read: (work: NotedWork) => number | undefined) =>
    Object.fromEntries(NOTED_WORK.map(work => [work, read(work)]))

  gauge(
    registry,
    { name: 'market_log_entries', help: 'The number of the last entry of the activity log' },
    async () => (await facts())?.logEntries,
  )
  gauge(
    registry,
    {
      name: 'market_last_run_timestamp_seconds',
      help: 'When work that guards the records was last done; absent until it was',
      label: 'work',
    },
    async () => {
      const now = await facts()
      return ofEach(work => {
        const run = lastRunIn(now, work)
        return run && Date.parse(run.at) / 1000
      })
    },
  )
  gauge(
    registry,
    { name: 'market_last_run_ok', help: 'Did it go well (1) or not (0)?', label: 'work' },
    async () => {
      const now = await facts()
      return ofEach(work => {
        const run = lastRunIn(now, work)
        return run && Number(run.ok)
      })
    },
  )
  gauge(
    registry,
    {
      name: 'market_log_faults',
      help: 'Faults of the activity log without an explanation, by the last verification',
    },
    async () => lastRunIn(await facts(), 'verification')?.faults,
  )
}
