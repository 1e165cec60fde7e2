import { CASE_STEPS } from '#contract/steps/case'
import type { NextStep } from '#contract/kit/resource'
import { pageAddress } from '#contract/nouns/nouns'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { isOperator, type Actor } from '#domain/people/actor'
import { showDay } from '@credit-market/values/dates'
import type { ViewContext } from '../views/kit/context.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

const MOST = 5

const WAITING = { ...CASE_STEPS.Confirm.waits, ...CASE_STEPS.Close.waits }

/** Open cases that concern the reader, newest first: they come before everything else on the home page. */
export const listOpenCases = async (reader: Actor, db: ViewContext['db']): Promise<NextStep[]> => {
  const cases = await db
    .selectFrom('case')
    .select(['id', 'name', 'status', 'since', 'rectifyBy'])
    .where('status', 'in', OPEN_CASE_STATUSES)
    .where(visibleToActorSql('case', reader))
    .orderBy('ordinal', 'desc')
    .limit(MOST + 1)
    .execute()
  const more: NextStep[] =
    cases.length > MOST
      ? [
          {
            text: 'More cases are open',
            detail: null,
            link: '/cases',
            action: null,
            on: { kind: 'case', id: null },
          },
        ]
      : []
  const listed = cases.slice(0, MOST).map(({ id, name, status, since, rectifyBy }): NextStep => ({
    text: name,
    detail: `Since ${showDay(since)}. ${WAITING[status as keyof typeof WAITING]}`,
    ...(rectifyBy !== null && { by: rectifyBy }),
    link: pageAddress('case', { id }),
    action: isOperator(reader) ? (status === 'Reported' ? 'Confirm' : 'Close') : null,
    on: { kind: 'case', id },
  }))
  return [...listed, ...more]
}
