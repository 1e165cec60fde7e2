import { type Expression, sql, type SqlBool } from 'kysely'
import { findAction } from '#actions/index'
import { forOperator } from '#actions/kit/available'
import { type Step, STEPS } from '#actions/steps'
import { QUEUED_ACTS, QUEUED_KINDS } from '#contract/steps/index'
import type { QueueCondition, SteppedKind } from '#contract/steps/step'
import { CHECK_OPENS_DAYS, type ScheduledKind } from '#domain/check-schedule'
import { addDays, type Day } from '#domain/dates'
import type { DocumentTag } from '#domain/filed-document'
import { NEXT_CHECK } from './step-due.ts'
import { isOneOfFixed } from './visible.ts'

/** The things in the statuses of a step, or in some of these, on which the market operator can take it now. */
export const inStatusOf = (
  { kind, action, statuses: all }: Step,
  statuses: readonly string[] = all,
): Expression<SqlBool> => {
  const { during } = findAction(kind, action) ?? {}
  const inStatus = isOneOfFixed(`${kind}.status`, statuses)
  return during
    ? sql<SqlBool>`(${inStatus} and ${sql.ref(`${kind}.roundId`)} in (select ${sql.ref('round.id')}
          from ${sql.table('round')} where ${isOneOfFixed('round.status', forOperator(during))}))`
    : inStatus
}

/** The steps of the market operator that the lists are filtered by, and that the home page counts one by one. */
export const AWAITED_STEPS = STEPS.flatMap(step => {
  const waits = step.queue && 'waits' in step.queue ? step.queue.waits : undefined
  return waits === undefined ? [] : [{ step, waits }]
})

/** The things of a kind that wait for one of these steps of the market operator, and on which it can be done now. */
export const awaiting = (kind: SteppedKind, actions: readonly string[]): Expression<SqlBool> => {
  const steps = AWAITED_STEPS.filter(({ step }) => step.kind === kind && actions.includes(step.action))
  return steps.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        steps.map(({ step }) => inStatusOf(step)),
        sql` or `,
      )})`
}

const unfiled = (kind: SteppedKind, tag: DocumentTag) => sql<SqlBool>`not exists (
  select from filed_document as filed where filed.owner_kind = ${sql.lit(kind)}
    and filed.owner_id = ${sql.ref(`${kind}.id`)} and filed.tag = ${sql.lit(tag)} and filed.replaced_by_id is null)`

/** A check of the schedule is done from three months before its day on. */
const isOpen = (kind: ScheduledKind, today: Day) =>
  sql<SqlBool>`project.id in (select check_due.project_id from check_due where check_due.kind = ${sql.lit(kind)}
    and check_due.due <= ${addDays(today, CHECK_OPENS_DAYS)}::date)`

const CONDITIONS: Readonly<Record<QueueCondition, (today: Day) => Expression<SqlBool>>> = {
  admissionRequested: () => sql<SqlBool>`organisation.admission_asked_at is not null`,
  permanentCreditsSold: () => sql<SqlBool>`exists (select from credit where credit.project_id = project.id
    and credit.is_permanent and credit.requirement_id is not null)`,
  noSchedule: () => sql<SqlBool>`not exists (
    select from certificate where certificate.subject_kind = 'requirement'
      and certificate.subject_id = requirement.id and certificate.kind = 'schedule' and certificate.state = 'Current')`,
  complianceCheckOpen: today =>
    sql<SqlBool>`(project.status = 'Verified' or ${isOpen('compliance', today)} or ${NEXT_CHECK} is not null)`,
  performanceCheckOpen: today => isOpen('performance', today),
}

/** The things that wait in the queue for a step of the market operator; today counts where a day opens it. */
export const inQueue = (step: Step, today: Day): Expression<SqlBool> => {
  const { kind, statuses, fills, queue } = step
  const conditions = [
    ...(statuses.length > 0 ? [inStatusOf(step)] : []),
    ...(queue?.unfiled ? [unfiled(kind, queue.unfiled)] : []),
    ...(fills ? [sql<SqlBool>`${sql.ref(`${kind}.${fills}`)} is null`] : []),
    ...(queue?.condition ? [CONDITIONS[queue.condition](today)] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The steps of the work queue, stage by stage, each with the name of its act. */
export const QUEUE = QUEUED_ACTS.flatMap(id => {
  const step = STEPS.find(({ kind, action }) => id === `${kind}.${action}`)
  const kind = QUEUED_KINDS.find(one => one === step?.kind)
  return step?.queue && kind ? [{ ...step, id, kind, queue: step.queue }] : []
})
export type QueuedStep = (typeof QUEUE)[number]

/** What the queue and the list of what is overdue read of each kind of thing; the table is called by its kind. */
export const STEP_COLUMNS = {
  project: { name: sql<string>`project.name`, owner: sql`project.supplier_id`, round: sql`project.round_id` },
  requirement: {
    name: sql<string>`requirement.name`,
    owner: sql`requirement.buyer_id`,
    round: sql`requirement.round_id`,
  },
  participation: {
    name: sql<string>`(select name from organisation where organisation.id = participation.organisation_id)
      || ' as ' || lower(participation.capacity)`,
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
  round: { name: sql<string>`round.name`, owner: sql`null::text`, round: sql`round.id` },
} as const satisfies { readonly [K in SteppedKind]?: object }
