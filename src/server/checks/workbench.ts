import { sql } from 'kysely'
import type { WorkbenchView } from '#contract/project/check-schedule'
import type { ViewContext } from '../views/kit/context.ts'
import { countChecksInArea } from './checks.ts'
import { readNamesOfKind } from '../views/kit/names.ts'

/**
 * Counts of projects or requirements of an area by status at the end of a date, from the audit trail. Leaves out
 * drafts, and items that ended as drafts, which only their owners may see.
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

/**
 * Content of a planning authority's area on a date; for all areas together, only the states of checks and evidence.
 */
export const readAuthorityWorkbench = async (
  lpaId: string | null,
  context: ViewContext,
): Promise<WorkbenchView> => {
  const { db, on } = context
  const [lpa, projects, requirements, states] = await Promise.all([
    readNamesOfKind(db, 'lpa', [lpaId]),
    lpaId === null ? [] : statusesOn<WorkbenchView['projects'][number]['status']>('project', lpaId, context),
    lpaId === null
      ? []
      : statusesOn<WorkbenchView['requirements'][number]['status']>('requirement', lpaId, context),
    countChecksInArea(lpaId, context),
  ])
  return { on, lpa: lpa(lpaId), projects, requirements, ...states }
}
