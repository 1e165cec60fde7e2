import { sql } from 'kysely'
import type { WorkbenchView } from '#contract/check-schedule'
import type { ViewContext } from './context.ts'
import { statesIn } from './checks.ts'
import { namesOf } from './names.ts'

/**
 * How many projects or requirements of an area had which status at the end of a day, by the trail; what was a draft, or ended
 * as one, was nobody else's.
 */
const statusesOn = async <S extends string>(
  kind: 'project' | 'requirement',
  lpaId: string,
  { db, on }: ViewContext,
): Promise<{ status: S; count: number }[]> => {
  const { rows } = await sql<{ status: S; count: number }>`
    select had.status, count(*)::int as count
    from ${sql.table(kind)} as thing
    cross join lateral (select to_status as status from activity
      where subject_kind = ${sql.lit(kind)} and subject_id = thing.id and to_status is not null
        and at < (${on}::date + 1)::timestamp at time zone 'utc'
      order by id desc limit 1) as had
    where thing.lpa_id = ${lpaId} and had.status <> 'Draft' and thing.ended_as is distinct from 'Draft'
    group by had.status`.execute(db)
  return rows
}

/** What is in the area of a planning authority as at a day; of all areas only how checks and evidence stand. */
export const workbenchView = async (lpaId: string | null, context: ViewContext): Promise<WorkbenchView> => {
  const { db, on } = context
  const [lpa, projects, requirements, states] = await Promise.all([
    namesOf(db, 'lpa', [lpaId]),
    lpaId === null ? [] : statusesOn<WorkbenchView['projects'][number]['status']>('project', lpaId, context),
    lpaId === null
      ? []
      : statusesOn<WorkbenchView['requirements'][number]['status']>('requirement', lpaId, context),
    statesIn(lpaId, context),
  ])
  return { on, lpa: lpa(lpaId), projects, requirements, ...states }
}
