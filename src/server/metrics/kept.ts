import type { Instant } from '@credit-market/values/dates'
import { type LastWorkRun, readLastWorkRun, RECORDED_WORK_NOTES } from './facts.ts'
import { addGauge, type RegisterMetrics } from './measure.ts'

/** Metrics of the log, and of the last verification, backup and restore test. */
export const measureRecordProtection: RegisterMetrics = (registry, { facts }) => {
  /** A value for each kind of work; absent for work that was never done. */
  const ofEach = async (read: (run: LastWorkRun) => number | undefined) => {
    const now = await facts()
    const runs = RECORDED_WORK_NOTES.map(work => [work, readLastWorkRun(now, work)] as const)
    return Object.fromEntries(runs.map(([work, run]) => [work, run && read(run)]))
  }
  const seconds = (moment: Instant): number => Date.parse(moment) / 1000

  addGauge(
    registry,
    { name: 'market_log_entries', help: 'Number of the last chained entry of the activity log' },
    async () => (await facts())?.logEntries,
  )
  addGauge(
    registry,
    {
      name: 'market_log_unchained_oldest_seconds',
      help: 'How long the oldest entry of the activity log has waited to be chained',
    },
    async () => {
      const now = await facts()
      return now && (now.oldestUnchained ?? 0)
    },
  )
  addGauge(
    registry,
    {
      name: 'market_log_unsigned_seconds',
      help: 'Time since the last checkpoint, if the log has grown since; 0 if everything is signed',
    },
    async () => (await facts())?.unsigned,
  )
  addGauge(
    registry,
    {
      name: 'market_last_run_timestamp_seconds',
      help: 'When work that protects the records last ran, successfully or not',
      label: 'work',
    },
    () => ofEach(({ at }) => seconds(at)),
  )
  addGauge(
    registry,
    { name: 'market_last_run_ok', help: '1 if the last run was successful, otherwise 0', label: 'work' },
    () => ofEach(({ ok }) => Number(ok)),
  )
  addGauge(
    registry,
    {
      name: 'market_last_success_timestamp_seconds',
      help: 'When work that protects the records was last successful',
      label: 'work',
    },
    () => ofEach(({ wholeAt }) => (wholeAt === undefined ? undefined : seconds(wholeAt))),
  )
  addGauge(
    registry,
    {
      name: 'market_verification_faults',
      help: 'Differences found by the last integrity check',
    },
    async () => readLastWorkRun(await facts(), 'verification')?.faults,
  )
  addGauge(
    registry,
    { name: 'market_count_faults', help: 'Stored counts that were wrong at the last check' },
    async () => readLastWorkRun(await facts(), 'counts')?.faults,
  )
  addGauge(
    registry,
    {
      name: 'market_land_faults',
      help: 'Groups of sites certified for more land than they have, at the last check',
    },
    async () => readLastWorkRun(await facts(), 'land')?.faults,
  )
}
