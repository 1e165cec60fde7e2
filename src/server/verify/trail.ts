import { type RawBuilder, sql } from 'kysely'
import { PRE_SETTLEMENT_STATUSES } from '#domain/credit/credit'
import { iterateResultPages } from '../store/pages.ts'
import { IS_OWN_DATA_SQL, type VerificationCheck, type VerificationFault } from './check.ts'

const TOLD = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'requirement',
  'credit',
] as const

/** Entries with a change from a status that the thing did not have, according to the entry before. */
const OUT_OF_TURN = sql<VerificationFault>`
  select subject_kind || ' ' || subject_id as what,
    'by the log went from ' || coalesce(from_status, 'nothing') || ' to ' || to_status || ', and it was ' || coalesce(before, 'not there') as why
  from (select subject_kind, subject_id, from_status, to_status,
      lag(to_status) over (partition by subject_kind, subject_id order by id) as before
    from activity where to_status is not null) as told
  where from_status is distinct from before and (before is not null or ${IS_OWN_DATA_SQL})`

/**
 * Things whose status differs from their last entry. Until settlement, a credit follows its service and project, which
 * have entries.
 */
const untold = (kind: (typeof TOLD)[number]): RawBuilder<VerificationFault> => sql`
  select ${sql.lit(kind)} || ' ' || thing.id as what,
    'is ' || status || ', and by the log it is ' || coalesce(told.to_status, 'not there') as why
  from ${sql.table(kind)} as thing left join (
    select distinct on (subject_id) subject_id, to_status from activity
    where subject_kind = ${sql.lit(kind)} and to_status is not null order by subject_id, id desc) as told on subject_id = thing.id
  where status is distinct from told.to_status and (told.to_status is not null or ${IS_OWN_DATA_SQL})
    ${kind === 'credit' ? sql`and status not in (${sql.join(PRE_SETTLEMENT_STATUSES.map(one => sql.lit(one)))})` : sql``}`

/** Checks that every change of status is in the log exactly once, with both statuses (market invariant 11). */
export const statusHistoryCheck: VerificationCheck = {
  name: 'trail',
  run: async function* ({ db }, looked) {
    for (const question of [OUT_OF_TURN, ...TOLD.map(untold)]) {
      for await (const page of iterateResultPages(db, question)) yield* page
      looked(0)
    }
    const { rows } = await sql<{ told: number }>`
      select count(*) as told from activity where to_status is not null`.execute(db)
    looked(rows[0]?.told ?? 0)
  },
}
