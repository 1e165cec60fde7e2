import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, dayOf } from '#domain/dates'
import type { LetterFacts, LetterName } from '#domain/letter'
import { AWAITING_REDEMPTION } from '#domain/requirement'
import type { Job, Working } from './schedule.ts'

/** How many days ahead people are reminded. */
const AHEAD = { registration: 7, redemption: 30, compliance: 14 }

/** Something that falls due, and the organisation that is reminded of it. */
interface Due<L extends LetterName> {
  subjectId: string
  organisationId: string
  day: Day
  facts: Omit<LetterFacts[L], 'day'>
}

/** A letter's id says what it reminds whom of and for which day, so it is written once, whoever writes it and however often. */
const remind = async <L extends LetterName>(
  { runtime }: Working,
  letter: L,
  due: RawBuilder<Due<L>>,
): Promise<void> => {
  const { db } = runtime.store
  const { rows } = await due.execute(db)
  if (rows.length === 0) return
  const now = runtime.now()
  await db
    .insertInto('mailOutbox')
    .values(
      rows.map(({ subjectId, organisationId, day, facts }) => ({
        id: createHash('sha256').update(`${letter} ${subjectId} ${organisationId} ${day}`).digest('hex'),
        letter,
        organisationId,
        facts: JSON.stringify({ ...facts, day }),
        notBefore: now,
        createdAt: now,
      })),
    )
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
}

/** A round after its market, as letters name it. */
const ITS_ROUND = sql`market.name || ', ' || round.name`

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
          select id, organisation_id, round_id, null as name,
            case capacity when 'Supplier' then 'suppliers' else 'buyers' end as "window"
          from participation where status = 'Interested'
          union all select id, supplier_id, round_id, name, 'projects' from project where status = 'Draft'
          union all select id, buyer_id, round_id, name, 'requirements' from requirement where status = 'Draft')
        select waiting.id as subject_id, waiting.organisation_id, closing.day, jsonb_build_object('round', round.name,
          'roundId', round.id, 'market', market.name, 'marketId', round.market_id, 'subject', coalesce(waiting.name, ''))
          as facts
        from waiting join round on round.id = waiting.round_id and round.status = 'Open'
        join market on market.id = round.market_id
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
        select requirement.id as subject_id, buyer_id as organisation_id, redemption_date as day,
          jsonb_build_object('where', ${ITS_ROUND}, 'requirement', requirement.name, 'requirementId', requirement.id) as facts
        from requirement join round on round.id = requirement.round_id join market on market.id = round.market_id
        where requirement.status = any(${AWAITING_REDEMPTION}::text[])
          and redemption_date between ${today}::date and ${until}::date`,
    )
  },
}

/** What the operator must see to, soon or already late, where a project's last compliance check was not passed. */
export const remindCompliance: Job = {
  name: 'remind of compliance',
  run: working => {
    const { until } = spanOf(working, AHEAD.compliance)
    return remind(
      working,
      'compliance-due',
      sql`
        select last.id as subject_id, organisation.id as organisation_id, last.next_action_date as day,
          jsonb_build_object('where', ${ITS_ROUND}, 'project', project.name, 'projectId', project.id, 'action', last.next_action) as facts
        from (select distinct on (project_id) * from compliance_check
          order by project_id, date desc, ordinal desc) last
        join project on project.id = last.project_id
        join round on round.id = project.round_id join market on market.id = round.market_id
        join organisation on organisation.type = 'OPER'
        where last.next_action_date <= ${until}::date`,
    )
  },
}
