import { utcDayOf } from '@credit-market/values/dates'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/** Ends the time to put a case right once its day has passed. */
export const endPastRectifications: ScheduledJob = {
  name: 'end past rectifications',
  run: async ({ runtime, stopping }) => {
    const past = await runtime.store.db
      .selectFrom('case')
      .select('id')
      .where('status', '=', 'Remedying')
      .where('rectifyBy', '<', utcDayOf(runtime.now()))
      .orderBy('ordinal')
      .execute()
    const cases = past.map(({ id }) => ({ kind: 'case', subjectId: id }) as const)
    await actOnEach({ runtime, stopping }, 'EndRectification', cases)
  },
}
