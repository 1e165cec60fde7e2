import { sql } from 'kysely'
import { SCHEDULED_CHECK_KINDS } from '#domain/project/check-schedule'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { sendReminders } from './remind.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/**
 * Days before a check on which the reminder is sent, and days after it for which a server that was down still sends
 * it.
 */
const AHEAD = 30
const BEHIND = 60

/**
 * Reminds the operator, the owner and the planning authority of each scheduled check and report that is soon due,
 * once. Projects are looked up by their next check, so those of later years cost nothing.
 */
export const sendCheckReminders: ScheduledJob = {
  name: 'remind of checks',
  run: async working => {
    const today = utcDayOf(working.runtime.now())
    const until = addDays(today, AHEAD)
    for (const kind of SCHEDULED_CHECK_KINDS)
      await sendReminders(
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
