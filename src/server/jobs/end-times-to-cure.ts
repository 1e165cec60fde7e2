import type { ActionName } from '#actions/index'
import { FAILING_TYPES } from '#domain/case/case'
import { SYSTEM } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import { runAction } from '../runner/run-action.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/**
 * Opens a case about each project whose last verification failed and was not put right in time, unless a case has been open about
 * a failure of its units since that day.
 */
export const endTimesToCure: ScheduledJob = {
  name: 'end times to cure',
  run: async ({ runtime }) => {
    const past = await runtime.store.db
      .selectFrom('project')
      .innerJoinLateral(
        eb =>
          eb
            .selectFrom('verification')
            .select('cureBy')
            .whereRef('verification.projectId', '=', 'project.id')
            .orderBy('ordinal', 'desc')
            .limit(1)
            .as('last'),
        join => join.onTrue(),
      )
      .select('project.id')
      .where('project.status', '=', 'FailedVerification')
      .where('last.cureBy', '<', utcDayOf(runtime.now()))
      .where(eb =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('case')
              .select('case.id')
              .whereRef('case.projectId', '=', 'project.id')
              .where('case.type', 'in', FAILING_TYPES)
              .where(one =>
                one.or([one('case.endedAt', 'is', null), one('case.endedAt', '>', one.ref('last.cureBy'))]),
              ),
          ),
        ),
      )
      .orderBy('project.ordinal')
      .execute()
    for (const { id } of past)
      await runAction(runtime, {
        actor: SYSTEM,
        kind: 'project',
        subjectId: id,
        actionName: 'EndTimeToCure' satisfies ActionName<'project'>,
        submission: { values: {} },
      })
  },
}
