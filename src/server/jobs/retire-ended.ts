import { sql } from 'kysely'
import { utcDayOf } from '@credit-market/values/dates'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/**
 * Retires credits whose last period has ended: redeemed ones with their requirement, those never sold with their
 * project.
 */
export const retireEndedCredits: ScheduledJob = {
  name: 'retire ended credits',
  run: async ({ runtime, stopping }) => {
    const today = utcDayOf(runtime.now())
    const { rows } = await sql<{ kind: 'requirement' | 'project'; subjectId: string }>`
      select distinct case when requirement_id is null then 'project' else 'requirement' end as kind,
        coalesce(requirement_id, project_id) as subject_id
      from credit
      where status = case when requirement_id is null then 'Issued' else 'Redeemed' end
        and (units_per_period -> -1 ->> 'end')::date <= ${today}::date
      order by kind, subject_id`.execute(runtime.store.db)
    await actOnEach({ runtime, stopping }, 'RetireCredits', rows)
  },
}
