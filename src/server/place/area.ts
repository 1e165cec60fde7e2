import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { pageAddress } from '#contract/nouns/nouns'
import type { HomeView } from '#contract/desk/home'
import type { NextStep } from '#contract/kit/resource'
import { type Day, showDay } from '@credit-market/values/dates'
import { type NextComplianceAction, NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import type { ViewContext } from '../views/kit/context.ts'
import { readCachedSum } from '../views/listing/summed.ts'

type Db = ViewContext['db']

const MOST_FAILED = 12
const ASK = 'AskForEvidence' satisfies ActionName<'project'>

/**
 * Counts of projects and requirements in the area of a planning authority, by progress; drafts are visible to their
 * owners only.
 */
export const countItemsInArea = (lpaId: string, db: Db): Promise<HomeView['area']> => {
  const of = (kind: 'project' | 'requirement') => sql`
    select ${sql.lit(kind)} as of, status, count(*)::int as count from ${sql.table(kind)}
    where lpa_id = ${lpaId} and status <> 'Draft' and ended_as is distinct from 'Draft' group by status`
  return readCachedSum(
    db,
    sql<HomeView['area'][number]>`${of('project')} union all ${of('requirement')}`,
    rows => rows,
  )
}

/**
 * Projects in the area of a planning authority that failed their last compliance check, the latest first; the
 * authority can ask their owners about it.
 */
export const listNonCompliantProjects = async (lpaId: string, db: Db): Promise<NextStep[]> => {
  const { rows } = await sql<{
    id: string
    name: string
    date: Day
    action: NextComplianceAction | null
    by: Day | null
    asked: Day | null
  }>`
    select project.id, project.name, last.date, last.next_action as action, last.next_action_date as by,
      (select min(due) from evidence_request where project_id = project.id and supplied_at is null) as asked
    from project cross join lateral (select * from compliance_check as last where last.project_id = project.id
      order by last.date desc, last.ordinal desc limit 1) as last
    where project.lpa_id = ${lpaId} and not last.is_compliant
      and project.id in (select project_id from compliance_check where not is_compliant)
    order by last.date desc, project.name limit ${MOST_FAILED}`.execute(db)
  return rows.map(({ id, name, date, action, by, asked }) => ({
    text: `${name}: not compliant`,
    detail: [
      `Checked on ${showDay(date)}`,
      ...(action ? [`${NEXT_COMPLIANCE_ACTION_LABELS[action]}${by ? ` by ${showDay(by)}` : ''}`] : []),
      ...(asked ? [`Evidence requested by ${showDay(asked)}`] : []),
    ].join('. '),
    link: pageAddress('project', { id }),
    action: ASK,
    on: { kind: 'project', id },
  }))
}
