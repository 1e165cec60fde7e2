import { type RawBuilder, sql } from 'kysely'
import type { NoticeName } from '#actions/notices/index'
import { addDays, addMinutes, type Day, dayOf } from '#domain/dates'
import { AWAITING_REDEMPTION } from '#domain/requirement'
import { toldRows } from '../runner/notices/told-rows.ts'
import { writeNotices } from '../runner/notices/write.ts'
import type { Job, Working } from './schedule.ts'

/** How many days ahead people are reminded. */
const AHEAD = { registration: 7, redemption: 30, compliance: 14 }

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

/** Interest, projects and requirements that are not yet registered, while their window is about to close. */
export const remindRegistration: Job = {
  name: 'remind of registration',
  run: working => {
    const { today, until } = spanOf(working, AHEAD.registration)
    return remind(
      working,
      'registration-closes',
      sql`
        with waiting as (
          select 'participation' as kind, id, round_id,
            case capacity when 'Supplier' then 'suppliers' else 'buyers' end as "window"
          from participation where status = 'Interested'
          union all select 'project', id, round_id, 'projects' from project where status = 'Draft'
          union all select 'requirement', id, round_id, 'requirements' from requirement where status = 'Draft')
        select waiting.kind, waiting.id, closing.day, '{}'::jsonb as facts
        from waiting join round on round.id = waiting.round_id and round.status = 'Open'
        cross join lateral (select case waiting."window" when 'suppliers' then suppliers_end
          when 'buyers' then buyers_end when 'projects' then projects_end else requirements_end end as day) closing
        where closing.day between ${today}::date and ${until}::date`,
    )
  },
}

/** Credits that are to be redeemed soon. */
export const remindRedemption: Job = {
  name: 'remind of redemption',
  run: working => {
    const { today, until } = spanOf(working, AHEAD.redemption)
    return remind(
      working,
      'redemption-due',
      sql`
        select 'requirement' as kind, id, redemption_date as day, '{}'::jsonb as facts
        from requirement where status = any(${AWAITING_REDEMPTION}::text[])
          and redemption_date between ${today}::date and ${until}::date`,
    )
  },
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
    const { today, until } = spanOf(working, AHEAD.compliance)
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
