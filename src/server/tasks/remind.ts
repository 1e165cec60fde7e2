import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { NoticeName } from '#actions/notices/index'
import { STEPS } from '#actions/steps'
import type { ReminderName, SteppedKind } from '#contract/steps/step'
import { addDays, addMinutes, type Day, dayOf } from '#domain/dates'
import { toldRows } from '../runner/notices/told-rows.ts'
import { writeNotices } from '../runner/notices/write.ts'
import { dueOf } from '../views/step-due.ts'
import type { Job, Working } from './schedule.ts'

/** How many days before they are due people are reminded of steps, by the notice. */
const AHEAD: Readonly<Record<ReminderName, number>> = { 'registration-closes': 7, 'redemption-due': 30 }
const COMPLIANCE_AHEAD = 14

/** Something that falls due on a day. */
interface Due {
  kind: 'round' | 'participation' | 'project' | 'requirement'
  id: string
  day: Day
  facts: Record<string, string>
}

/** The key of a reminder says what it is of and for which day, so it is told once, whoever tells it and however often. */
export const remind = async (
  { runtime }: Working,
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
    await writeNotices(tx.db, await toldRows(tx, all), { now, actorId: null })
  })
}

const spanOf = ({ runtime }: Working, days: number) => {
  const today = dayOf(runtime.now())
  return { today, until: addDays(today, days) }
}

/** Reminds people of the steps whose cards name this notice, for things that meet a condition. */
const remindOfSteps = (
  working: Working,
  notice: ReminderName,
  condition: (kind: SteppedKind) => RawBuilder<SqlBool>,
): Promise<void> => {
  const { today, until } = spanOf(working, AHEAD[notice])
  const due = STEPS.filter(({ reminder }) => reminder === notice).map(
    step => sql`select ${sql.lit(step.kind)} as kind, id, ${dueOf(step)} as day, '{}'::jsonb as facts
      from ${sql.table(step.kind)} where status = any(${step.statuses}::text[]) and ${condition(step.kind)}`,
  )
  return remind(
    working,
    notice,
    sql`select * from (${sql.join(due, sql` union all `)}) as step where day between ${today}::date and ${until}::date`,
  )
}

/** Interest, projects and requirements that are not yet registered, while their window is about to close. */
export const remindRegistration: Job = {
  name: 'remind of registration',
  run: working =>
    remindOfSteps(
      working,
      'registration-closes',
      kind => sql`${sql.ref(`${kind}.roundId`)} in (select round.id from round where round.status = 'Open')`,
    ),
}

/** Credits that are to be redeemed soon. */
export const remindRedemption: Job = {
  name: 'remind of redemption',
  run: working => remindOfSteps(working, 'redemption-due', () => sql`true`),
}

/** Bids and offers that close within a week, and within a day: each told once, for the time that was announced then. */
export const remindClosing: Job = {
  name: 'remind of the closing of bids and offers',
  run: async working => {
    const now = working.runtime.now()
    for (const [days, closes] of [
      [7, 'within a week'],
      [1, 'within a day'],
    ] as const)
      await remind(
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

/** What is to be seen to where a project's last compliance check was not passed. */
const FAILED_LAST = sql`(select distinct on (project_id) * from compliance_check
  order by project_id, date desc, ordinal desc) last join project on project.id = last.project_id`

/** What must be seen to soon where a project's last compliance check was not passed. */
export const remindCompliance: Job = {
  name: 'remind of compliance',
  run: working => {
    const { today, until } = spanOf(working, COMPLIANCE_AHEAD)
    return remind(
      working,
      'compliance-due',
      sql`
        select 'project' as kind, project.id, last.next_action_date as day,
          jsonb_build_object('action', last.next_action) as facts
        from ${FAILED_LAST} where last.next_action_date between ${today}::date and ${until}::date`,
    )
  },
}

/** The same where the day is over. */
export const remindLateCompliance: Job = {
  name: 'remind of late compliance',
  run: working => {
    const { today } = spanOf(working, 0)
    return remind(
      working,
      'compliance-late',
      sql`
        select 'project' as kind, project.id, last.next_action_date as day,
          jsonb_build_object('action', last.next_action) as facts
        from ${FAILED_LAST} where last.next_action_date < ${today}::date`,
    )
  },
}
