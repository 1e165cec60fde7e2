import { type Expression, sql, type SqlBool } from 'kysely'
import { findAction } from '#actions/index'
import { operatorEntries } from '#actions/kit/available'
import { type ActionStep, STEPS } from '#actions/steps'
import { QUEUED_ACTS, WORK_QUEUE_KINDS } from '#contract/steps/index'
import type { QueueCondition, KindWithSteps } from '#contract/steps/step'
import { CHECK_OPENS_DAYS_BEFORE, type ScheduledCheckKind } from '#domain/project/check-schedule'
import { addDays, type Day } from '@credit-market/values/dates'
import type { DocumentTag } from '#domain/text/filed-document'
import { PROJECTS_WITH_NEXT_CHECK_SQL } from './step-due.ts'
import { capacityWords } from '../store/capacity-words.ts'
import { isOneOfConstantsSql } from '../views/kit/visible.ts'

/** Subjects in all or some statuses of a step for which the market operator can take it now. */
export const inStatusOfStepSql = (
  { kind, action, statuses: all }: ActionStep,
  statuses: readonly string[] = all,
): Expression<SqlBool> => {
  const { during } = findAction(kind, action) ?? {}
  const inStatus = isOneOfConstantsSql(`${kind}.status`, statuses)
  return during
    ? sql<SqlBool>`(${inStatus} and ${sql.ref(`${kind}.roundId`)} in (select ${sql.ref('round.id')}
          from ${sql.table('round')} where ${isOneOfConstantsSql('round.status', operatorEntries(during))}))`
    : inStatus
}

/** Steps of the market operator that lists can be filtered by, and that the home page counts one by one. */
export const AWAITED_OPERATOR_STEPS = STEPS.flatMap(step => {
  const waits = step.queue && 'waits' in step.queue ? step.queue.waits : undefined
  return waits === undefined ? [] : [{ step, waits }]
})

/** Subjects of a kind that wait for one of these steps of the market operator, and for which it can be taken now. */
export const awaitsOperatorStepsSql = (
  kind: KindWithSteps,
  actions: readonly string[],
): Expression<SqlBool> => {
  const steps = AWAITED_OPERATOR_STEPS.filter(
    ({ step }) => step.kind === kind && actions.includes(step.action),
  )
  return steps.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        steps.map(({ step }) => inStatusOfStepSql(step)),
        sql` or `,
      )})`
}

const unfiled = (kind: KindWithSteps, tag: DocumentTag) => sql<SqlBool>`not exists (
  select from filed_document as filed where filed.owner_kind = ${sql.lit(kind)}
    and filed.owner_id = ${sql.ref(`${kind}.id`)} and filed.tag = ${sql.lit(tag)} and filed.replaced_by_id is null)`

/** Projects whose next check of a kind can be done: from three months before its date. */
const openChecks = (kind: ScheduledCheckKind, today: Day) =>
  sql`select check_due.project_id from check_due where check_due.kind = ${sql.lit(kind)}
    and check_due.due <= ${addDays(today, CHECK_OPENS_DAYS_BEFORE)}::date`

const CONDITIONS: Readonly<Record<QueueCondition, (today: Day) => Expression<SqlBool>>> = {
  admissionRequested: () => sql<SqlBool>`organisation.admission_asked_at is not null`,
  permanentCreditsSold: () => sql<SqlBool>`exists (select from credit where credit.project_id = project.id
    and credit.is_permanent and credit.requirement_id is not null)`,
  noSchedule: () => sql<SqlBool>`not exists (
    select from certificate where certificate.subject_kind = 'requirement'
      and certificate.subject_id = requirement.id and certificate.kind = 'schedule' and certificate.state = 'Current')`,
  // One set of ids, not three conditions: the database then looks up these projects instead of reading all of them.
  complianceCheckOpen: today =>
    sql<SqlBool>`project.id in (select verified.id from project as verified where verified.status = 'Verified'
    union ${openChecks('compliance', today)}
    union ${PROJECTS_WITH_NEXT_CHECK_SQL})`,
  performanceCheckOpen: today => sql<SqlBool>`project.id in (${openChecks('performance', today)})`,
}

/** Subjects that wait in the queue for a step of the market operator; some steps open on a date. */
export const isInQueueSql = (step: ActionStep, today: Day): Expression<SqlBool> => {
  const { kind, statuses, fills, queue } = step
  const conditions = [
    ...(statuses.length > 0 ? [inStatusOfStepSql(step)] : []),
    ...(queue?.unfiled ? [unfiled(kind, queue.unfiled)] : []),
    ...(fills ? [sql<SqlBool>`${sql.ref(`${kind}.${fills}`)} is null`] : []),
    ...(queue?.condition ? [CONDITIONS[queue.condition](today)] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Steps of the work queue by stage, each with the name of its act. */
export const WORK_QUEUE_STEPS = QUEUED_ACTS.flatMap(id => {
  const step = STEPS.find(({ kind, action }) => id === `${kind}.${action}`)
  const kind = WORK_QUEUE_KINDS.find(one => one === step?.kind)
  return step?.queue && kind ? [{ ...step, id, kind, queue: step.queue }] : []
})
export type QueuedStep = (typeof WORK_QUEUE_STEPS)[number]

/** Columns of each kind that the queue and the list of overdue steps read; the table is aliased by its kind. */
export const STEP_COLUMNS_BY_KIND = {
  project: { name: sql<string>`project.name`, owner: sql`project.supplier_id`, round: sql`project.round_id` },
  requirement: {
    name: sql<string>`requirement.name`,
    owner: sql`requirement.buyer_id`,
    round: sql`requirement.round_id`,
  },
  participation: {
    name: sql<string>`(select name from organisation where organisation.id = participation.organisation_id)
      || ' as ' || ${capacityWords('participation.capacity')}`,
    owner: sql`participation.organisation_id`,
    round: sql`participation.round_id`,
  },
  organisation: {
    name: sql<string>`organisation.name`,
    owner: sql`organisation.id`,
    round: sql`null::text`,
    status: sql`'Waiting'`,
    since: sql`organisation.admission_asked_at`,
  },
  roundQuestion: {
    name: sql<string>`left(round_question.question, 120)`,
    owner: sql`round_question.organisation_id`,
    round: sql`round_question.round_id`,
  },
  case: { name: sql<string>`"case".name`, owner: sql`"case".owner_id`, round: sql`"case".round_id` },
  round: { name: sql<string>`round.name`, owner: sql`null::text`, round: sql`round.id` },
} as const satisfies { readonly [K in KindWithSteps]?: object }
