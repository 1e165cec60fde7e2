import { sql } from 'kysely'
import { addDays, dayOf } from '#domain/dates'
import { remind } from './remind.ts'
import type { Job } from './schedule.ts'

/** How many days ahead of a check people are reminded of it, and how late a server that stood still still does. */
const AHEAD = 30
const BEHIND = 60

/**
 * Checks and reports of the schedule that are soon due, each once: to the operator, to the owner and to the planning authority
 * of the area. Which projects have any is looked up by their next check, so those of later years cost nothing.
 */
export const remindChecks: Job = {
  name: 'remind of checks',
  run: working => {
    const today = dayOf(working.runtime.now())
    const until = addDays(today, AHEAD)
    return remind(
      working,
      'check-due',
      sql`
        select 'project' as kind, planned.project_id as id, planned.due || ' ' || planned.kind as day,
          jsonb_build_object('check', planned.kind, 'year', planned.year::text) as facts
        from scheduled_check as planned
        where planned.project_id in (select project_id from check_due where due <= ${until}::date)
          and planned.check_id is null
          and planned.due between ${addDays(today, -BEHIND)}::date and ${until}::date`,
    )
  },
}
