import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { NoticeName } from '#actions/notices/index'
import { STEPS } from '#actions/steps'
import type { ReminderName, KindWithSteps } from '#contract/steps/step'
import { addDays, addMinutes, type Day, utcDayOf } from '@credit-market/values/dates'
import { buildNoticeRows } from '../runner/told-rows.ts'
import { writeNotices } from '../runner/notices-write.ts'
import { dueDateSql } from '../next/step-due.ts'
import type { ScheduledJob, JobContext } from '../tasks/schedule.ts'

/** Days before the due date on which people are reminded of a step, by notice. */
const AHEAD: Readonly<Record<ReminderName, number>> = { 'registration-closes': 7, 'redemption-due': 30 }
const COMPLIANCE_AHEAD = 14

/** A subject with a due date. */
interface Due {
  kind: 'round' | 'participation' | 'project' | 'requirement'
  id: string
  day: Day
  facts: Record<string, string>
}

/**
 * Sends reminders. Their key contains the subject and the date, so each is sent once, whichever server sends it and
 * however often it tries.
 */
export const sendReminders = async (
  { runtime }: JobContext,
  notice: NoticeName,
  due: RawBuilder<Due>,
): Promise<void> => {
  const now = runtime.now()
  await runtime.store.transaction(async tx => {
    const { rows } = await due.execute(tx.db)
    const all = rows.map(({ kind, id, day, facts }) => ({
      ...{ notice, kind, id, key: `${notice} ${id} ${day}` },
      facts: { ...facts, day },
    }))
    await writeNotices(tx.db, await buildNoticeRows(tx, all), { now, actorId: null })
  })
}

const spanOf = ({ runtime }: JobContext, days: number) => {
  const today = utcDayOf(runtime.now())
  return { today, until: addDays(today, days) }
}

/** Reminds people of the steps whose cards name this notice, for subjects that meet a condition. */
const remindOfSteps = (
  working: JobContext,
  notice: ReminderName,
  condition: (kind: KindWithSteps) => RawBuilder<SqlBool>,
): Promise<void> => {
  const { today, until } = spanOf(working, AHEAD[notice])
  const due = STEPS.filter(({ reminder }) => reminder === notice).map(
    step => sql`select ${sql.lit(step.kind)} as kind, id, ${dueDateSql(step)} as day, '{}'::jsonb as facts
      from ${sql.table(step.kind)} where status = any(${step.statuses}::text[]) and ${condition(step.kind)}`,
  )
  return sendReminders(
    working,
    notice,
    sql`select * from (${sql.join(due, sql` union all `)}) as step where day between ${today}::date and ${until}::date`,
  )
}

/**
 * Reminds of interest, projects and requirements that are not registered yet while their window is about to close.
 */
export const sendRegistrationReminders: ScheduledJob = {
  name: 'remind of registration',
  run: working =>
    remindOfSteps(
      working,
      'registration-closes',
      kind => sql`${sql.ref(`${kind}.roundId`)} in (select round.id from round where round.status = 'Open')`,
    ),
}

/** Reminds of credits that are to be redeemed soon. */
export const sendRedemptionReminders: ScheduledJob = {
  name: 'remind of redemption',
  run: working => remindOfSteps(working, 'redemption-due', () => sql`true`),
}

/** Reminds of bids and offers that close within a week and within a day: once each, for the time announced then. */
export const sendBidsClosingReminders: ScheduledJob = {
  name: 'remind of the closing of bids and offers',
  run: async working => {
    const now = working.runtime.now()
    for (const [days, closes] of [
      [7, 'within a week'],
      [1, 'within a day'],
    ] as const)
      await sendReminders(
        working,
        'bids-closing',
        sql`
          select 'round' as kind, id, ${closes}::text || ' ' || bids_close as day, jsonb_build_object('closesAt', bids_close,
            'closes', ${closes}::text) as facts from round
          where status = 'OpenForBidsAndOffers' and bids_close > ${now}::timestamptz
            and bids_close <= ${addMinutes(now, days * 24 * 60)}::timestamptz
            and bids_close > ${addMinutes(now, days === 7 ? 24 * 60 : 0)}::timestamptz`,
      )
  },
}

/** The next actions of projects whose last compliance check failed. */
const FAILED_LAST = sql`(select distinct on (project_id) * from compliance_check
  order by project_id, date desc, ordinal desc) last join project on project.id = last.project_id`

/** Reminds of actions that are due soon for projects whose last compliance check failed. */
export const sendComplianceReminders: ScheduledJob = {
  name: 'remind of compliance',
  run: working => {
    const { today, until } = spanOf(working, COMPLIANCE_AHEAD)
    return sendReminders(
      working,
      'compliance-due',
      sql`
        select 'project' as kind, project.id, last.next_action_date as day,
          jsonb_build_object('action', last.next_action) as facts
        from ${FAILED_LAST} where last.next_action_date between ${today}::date and ${until}::date`,
    )
  },
}

/** Reminds of such actions once their due date has passed. */
export const sendOverdueComplianceReminders: ScheduledJob = {
  name: 'remind of late compliance',
  run: working => {
    const { today } = spanOf(working, 0)
    return sendReminders(
      working,
      'compliance-late',
      sql`
        select 'project' as kind, project.id, last.next_action_date as day,
          jsonb_build_object('action', last.next_action) as facts
        from ${FAILED_LAST} where last.next_action_date < ${today}::date`,
    )
  },
}
