import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { addressOf } from '#contract/nouns'
import type { HomeView } from '#contract/home'
import type { NextThing } from '#contract/resource'
import { type Day, showDay } from '#domain/dates'
import { type NextComplianceAction, NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'

type Db = ViewContext['db']

const MOST_FAILED = 12
const ASK = 'AskForEvidence' satisfies ActionName<'project'>

/** How many projects and requirements lie in the area of a planning authority, by how far they are; drafts are nobody else's. */
export const areaOf = (lpaId: string, db: Db): Promise<HomeView['area']> => {
  const of = (kind: 'project' | 'requirement') => sql`
    select ${sql.lit(kind)} as of, status, count(*)::int as count from ${sql.table(kind)}
    where lpa_id = ${lpaId} and status <> 'Draft' and ended_as is distinct from 'Draft' group by status`
  return summed(
    db,
    sql<HomeView['area'][number]>`${of('project')} union all ${of('requirement')}`,
    rows => rows,
  )
}

/**
 * The projects in the area of a planning authority that failed their last check of compliance, the latest first: of their
 * owners it can ask what they do about it.
 */
export const notCompliantIn = async (lpaId: string, db: Db): Promise<NextThing[]> => {
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
      ...(asked ? [`Evidence has been asked for by ${showDay(asked)}`] : []),
    ].join('. '),
    link: addressOf('project', { id }),
    action: ASK,
    on: { kind: 'project', id },
  }))
}
