import { type Expression, sql, type SqlBool } from 'kysely'
import { CASE_STEPS } from '#contract/steps/case'
import type { NextStep } from '#contract/kit/resource'
import { pageAddress } from '#contract/nouns/nouns'
import { OPEN_CASE_STATUSES, type CaseStatus } from '#domain/case/case-status'
import { isOperator, type Actor } from '#domain/people/actor'
import { showDay } from '@credit-market/values/dates'
import type { ViewContext } from './kit/context.ts'
import { visibleToActorSql } from './kit/visible.ts'

const MOST = 5

const WAITING: Partial<Record<CaseStatus, string>> = {
  ...CASE_STEPS.Confirm.waits,
  ...CASE_STEPS.Close.waits,
}

const MORE: NextStep = {
  text: 'More cases are open',
  detail: null,
  link: '/cases',
  action: null,
  on: { kind: 'case', id: null },
}

const list = async (
  reader: Actor,
  db: ViewContext['db'],
  which: Expression<SqlBool>,
): Promise<NextStep[]> => {
  const cases = await db
    .selectFrom('case')
    .select(['id', 'name', 'status', 'since', 'rectifyBy'])
    .where('status', 'in', OPEN_CASE_STATUSES)
    .where(visibleToActorSql('case', reader))
    .where(which)
    .orderBy('ordinal', 'desc')
    .limit(MOST + 1)
    .execute()
  const listed = cases.slice(0, MOST).map(({ id, name, status, since, rectifyBy }): NextStep => ({
    text: name,
    detail: `Since ${showDay(since)}. ${WAITING[status] ?? ''}`,
    ...(rectifyBy !== null && { by: rectifyBy }),
    link: pageAddress('case', { id }),
    action: isOperator(reader) ? (status === 'Reported' ? 'Confirm' : 'Close') : null,
    on: { kind: 'case', id },
  }))
  return cases.length > MOST ? [...listed, MORE] : listed
}

/** Open cases that concern the reader, newest first: they come before everything else on the home page. */
export const listOpenCases = (reader: Actor, db: ViewContext['db']): Promise<NextStep[]> =>
  list(reader, db, sql<SqlBool>`true`)

/** Open cases about a project, or about a requirement and the projects that supply it, as far as the reader may see them. */
export const listOpenCasesOn = (
  kind: 'project' | 'requirement',
  id: string,
  reader: Actor,
  db: ViewContext['db'],
): Promise<NextStep[]> =>
  list(
    reader,
    db,
    kind === 'project'
      ? sql<SqlBool>`${sql.ref('case.projectId')} = ${id}`
      : sql<SqlBool>`(${sql.ref('case.requirementId')} = ${id} or ${sql.ref('case.projectId')} = any(array(
          select project_id from credit where requirement_id = ${id})))`,
  )
