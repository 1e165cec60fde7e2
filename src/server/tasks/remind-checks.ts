import { sql } from 'kysely'
import { SCHEDULED_KINDS } from '#domain/check-schedule'
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
  run: async working => {
    const today = dayOf(working.runtime.now())
    const until = addDays(today, AHEAD)
    for (const kind of SCHEDULED_KINDS)
      await remind(
        working,
        `${kind}-check-due`,
        sql`
          select 'project' as kind, planned.project_id as id, planned.due as day,
            jsonb_build_object('year', planned.year::text) as facts
          from scheduled_check as planned
          where planned.project_id in (select project_id from check_due where due <= ${until}::date)
            and planned.check_id is null and planned.kind = ${kind}
            and planned.due between ${addDays(today, -BEHIND)}::date and ${until}::date`,
      )
  },
}
