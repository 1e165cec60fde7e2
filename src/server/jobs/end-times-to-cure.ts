import { FAILING_TYPES } from '#domain/case/case'
import { utcDayOf } from '@credit-market/values/dates'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/**
 * Opens a case about each project whose last verification failed and was not put right in time, unless a case has been open about
 * a failure of its units since that day.
 */
export const endTimesToCure: ScheduledJob = {
  name: 'end times to cure',
  run: async ({ runtime, stopping }) => {
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
    const projects = past.map(({ id }) => ({ kind: 'project', subjectId: id }) as const)
    await actOnEach({ runtime, stopping }, 'EndTimeToCure', projects)
  },
}
