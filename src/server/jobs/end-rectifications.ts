import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import { runAction } from '../runner/run-action.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Ends the time to put a case right once its day has passed. */
export const endPastRectifications: ScheduledJob = {
  name: 'end past rectifications',
  run: async ({ runtime }) => {
    const past = await runtime.store.db
      .selectFrom('case')
      .select('id')
      .where('status', '=', 'Remedying')
      .where('rectifyBy', '<', utcDayOf(runtime.now()))
      .orderBy('ordinal')
      .execute()
    for (const { id } of past)
      await runAction(runtime, {
        actor: SYSTEM,
        kind: 'case',
        subjectId: id,
        actionName: 'EndRectification' satisfies ActionName<'case'>,
        submission: { values: {} },
      })
  },
}
