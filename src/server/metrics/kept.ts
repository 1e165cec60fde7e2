import type { Instant } from '#domain/dates'
import { type LastRun, lastRunIn, NOTED_WORK } from './facts.ts'
import { gauge, type Measure } from './measure.ts'

/** The log, and when it was last verified, backed up, and a restore rehearsed. */
export const measureKeeping: Measure = (registry, { facts }) => {
  /** A figure for each kind of work, absent for what was never done. */
  const ofEach = async (read: (run: LastRun) => number | undefined) => {
    const now = await facts()
    const runs = NOTED_WORK.map(work => [work, lastRunIn(now, work)] as const)
    return Object.fromEntries(runs.map(([work, run]) => [work, run && read(run)]))
  }
  const seconds = (moment: Instant): number => Date.parse(moment) / 1000

  gauge(
    registry,
    { name: 'market_log_entries', help: 'The number of the last entry that is chained' },
    async () => (await facts())?.logEntries,
  )
  gauge(
    registry,
    {
      name: 'market_log_unchained_oldest_seconds',
      help: 'For how long the oldest entry of the activity log has waited to be chained',
    },
    async () => {
      const now = await facts()
      return now && (now.oldestUnchained ?? 0)
    },
  )
  gauge(
    registry,
    {
      name: 'market_log_unsigned_seconds',
      help: 'How long ago the last checkpoint was signed, where the log has grown since; 0 where all of it is signed',
    },
    async () => (await facts())?.unsigned,
  )
  gauge(
    registry,
    {
      name: 'market_last_run_timestamp_seconds',
      help: 'When work that guards the records was last done, well or not',
      label: 'work',
    },
    () => ofEach(({ at }) => seconds(at)),
  )
  gauge(registry, { name: 'market_last_run_ok', help: 'Did it go well (1) or not (0)?', label: 'work' }, () =>
    ofEach(({ ok }) => Number(ok)),
  )
  gauge(
    registry,
    {
      name: 'market_last_success_timestamp_seconds',
      help: 'When work that guards the records last went well',
      label: 'work',
    },
    () => ofEach(({ wholeAt }) => (wholeAt === undefined ? undefined : seconds(wholeAt))),
  )
  gauge(
    registry,
    {
      name: 'market_verification_faults',
      help: 'Things that are not as they should be, by the last verification of the whole market',
    },
    async () => lastRunIn(await facts(), 'verification')?.faults,
  )
  gauge(
    registry,
    { name: 'market_count_faults', help: 'Kept counts that are not what is there, by the last check' },
    async () => lastRunIn(await facts(), 'counts')?.faults,
  )
  gauge(
    registry,
    {
      name: 'market_land_faults',
      help: 'Groups of sites that are certified for more land than they have, by the last check',
    },
    async () => lastRunIn(await facts(), 'land')?.faults,
  )
}
