import { type RawBuilder, sql } from 'kysely'
import { BEFORE_SETTLEMENT } from '#domain/credit'
import { pagesOf } from '../store/pages.ts'
import type { Check, Fault } from './check.ts'
import { NOT_LOADED } from './loaded.ts'

const TOLD = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'requirement',
  'credit',
] as const

/** Entries that tell of a change from another status than the thing had, by what was told of it before. */
const OUT_OF_TURN = sql<Fault>`
  select subject_kind || ' ' || subject_id as what,
    'by the log went from ' || coalesce(from_status, 'nothing') || ' to ' || to_status || ', and it was ' || coalesce(before, 'not there') as why
  from (select subject_kind, subject_id, from_status, to_status,
      lag(to_status) over (partition by subject_kind, subject_id order by id) as before
    from activity where to_status is not null) as told
  where from_status is distinct from before and (before is not null or ${NOT_LOADED})`

/** Things that have another status than was told last. Until settlement a credit follows its service and project, which are told. */
const untold = (kind: (typeof TOLD)[number]): RawBuilder<Fault> => sql`
  select ${sql.lit(kind)} || ' ' || thing.id as what,
    'is ' || status || ', and by the log it is ' || coalesce(told.to_status, 'not there') as why
  from ${sql.table(kind)} as thing left join (
    select distinct on (subject_id) subject_id, to_status from activity
    where subject_kind = ${sql.lit(kind)} and to_status is not null order by subject_id, id desc) as told on subject_id = thing.id
  where status is distinct from told.to_status and (told.to_status is not null or ${NOT_LOADED})
    ${kind === 'credit' ? sql`and status not in (${sql.join(BEFORE_SETTLEMENT.map(one => sql.lit(one)))})` : sql``}`

/** Every change of status is told in the log exactly once, from where it was to where it is (market invariant 11). */
export const trail: Check = {
  name: 'trail',
  run: async function* ({ db }, looked) {
    for (const question of [OUT_OF_TURN, ...TOLD.map(untold)]) {
      for await (const page of pagesOf(db, question)) yield* page
      looked(0)
    }
    const { rows } = await sql<{ told: number }>`
      select count(*) as told from activity where to_status is not null`.execute(db)
    looked(rows[0]?.told ?? 0)
  },
}
