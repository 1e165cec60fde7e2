import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ActionName } from '#actions/index'
import type { QueuedAct, QueuedKind } from '#contract/queue'
import { CHECK_OPENS_DAYS, type ScheduledKind } from '#domain/check-schedule'
import { addDays, type Day, type Instant } from '#domain/dates'
import type { DocumentTag } from '#domain/filed-document'
import { inStatusFor, OPERATOR_STEPS } from './awaiting.ts'
import { sinceOf } from './step-clock.ts'
import { DUE, type Due, NEVER, NEXT_CHECK, OF_PARTICIPATION } from './step-due.ts'

type Stepped = 'project' | 'requirement'

/** An act of the queue: on which things it waits, and by when each should be done. The table bears the name of its kind. */
export interface QueueAct {
  kind: QueuedKind
  action: ActionName<QueuedKind>
  /** Today counts where a day opens it. */
  where: (today: Day) => Expression<SqlBool>
  due: Due
}

/** Columns of a row in the queue; the table is called by its kind. */
interface QueueColumns {
  name: RawBuilder<string>
  status: RawBuilder<string>
  round: RawBuilder<string | null>
  owner: RawBuilder<string>
  since: RawBuilder<Instant | null>
}

const columnsOf = (kind: Stepped, owner: 'supplier_id' | 'buyer_id'): QueueColumns => ({
  name: sql.ref(`${kind}.name`),
  status: sql.ref(`${kind}.status`),
  round: sql.ref(`${kind}.round_id`),
  owner: sql.ref(`${kind}.${owner}`),
  since: sinceOf(kind),
})

/** What is read of each kind of thing that waits in the queue. */
export const QUEUE_COLUMNS: Readonly<Record<QueuedKind, QueueColumns>> = {
  project: columnsOf('project', 'supplier_id'),
  requirement: columnsOf('requirement', 'buyer_id'),
  participation: {
    name: sql`(select name from organisation where organisation.id = participation.organisation_id)
      || ' as ' || lower(participation.capacity)`,
    status: sql`participation.status`,
    round: sql`participation.round_id`,
    owner: sql`participation.organisation_id`,
    since: sinceOf('participation'),
  },
  organisation: {
    name: sql`organisation.name`,
    status: sql`'Waiting'`,
    round: sql`null::text`,
    owner: sql`organisation.id`,
    since: sql`organisation.admission_asked_at`,
  },
}

const { project: PROJECT, requirement: REQUIREMENT, participation: PARTICIPATION } = OPERATOR_STEPS

const unfiled = (kind: Stepped, tag: DocumentTag) => sql<SqlBool>`not exists (
  select from filed_document as filed where filed.owner_kind = ${sql.lit(kind)}
    and filed.owner_id = ${sql.ref(`${kind}.id`)} and filed.tag = ${sql.lit(tag)} and filed.replaced_by_id is null)`

const unscheduled = sql<SqlBool>`not exists (
  select from certificate where certificate.subject_kind = 'requirement'
    and certificate.subject_id = requirement.id and certificate.kind = 'schedule' and certificate.state = 'Current')`

const and = (...conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

type Condition = Expression<SqlBool> | ((today: Day) => Expression<SqlBool>)

const on = (condition: Condition, today: Day): Expression<SqlBool> =>
  typeof condition === 'function' ? condition(today) : condition

/** A check of the schedule is done from three months before its day on. */
const isOpen =
  (kind: ScheduledKind) =>
  (today: Day): Expression<SqlBool> =>
    sql<SqlBool>`project.id in (select check_due.project_id from check_due where check_due.kind = ${sql.lit(kind)}
      and check_due.due <= ${addDays(today, CHECK_OPENS_DAYS)}::date)`

const onProject = (
  action: keyof typeof DUE.project,
  statuses: readonly string[],
  ...more: readonly Condition[]
): QueueAct => ({
  kind: 'project',
  action,
  where: today => and(inStatusFor('project', action, statuses), ...more.map(one => on(one, today))),
  due: DUE.project[action],
})

const onRequirement = (
  action: keyof typeof DUE.requirement,
  statuses: readonly string[],
  ...more: readonly Condition[]
): QueueAct => ({
  kind: 'requirement',
  action,
  where: today => and(inStatusFor('requirement', action, statuses), ...more.map(one => on(one, today))),
  due: DUE.requirement[action],
})

/** What each act of the queue waits on. Agreements and certificates are asked for once, as long as none is filed. */
export const QUEUE: Readonly<Record<QueuedAct, QueueAct>> = {
  'organisation.Admit': {
    kind: 'organisation',
    action: 'Admit',
    where: () => sql<SqlBool>`organisation.admission_asked_at is not null`,
    due: NEVER,
  },
  'participation.CompleteRegistration': {
    kind: 'participation',
    action: 'CompleteRegistration',
    where: () => inStatusFor('participation', 'CompleteRegistration', PARTICIPATION.CompleteRegistration.in),
    due: OF_PARTICIPATION,
  },
  'project.CompleteRegistration': onProject('CompleteRegistration', PROJECT.CompleteRegistration.in),
  'requirement.CompleteRegistration': onRequirement(
    'CompleteRegistration',
    REQUIREMENT.CompleteRegistration.in,
  ),
  'project.AddScreeningOutcome': onProject('AddScreeningOutcome', PROJECT.AddScreeningOutcome.in),
  'project.SetCertificationDecision': onProject(
    'SetCertificationDecision',
    PROJECT.SetCertificationDecision.in,
  ),
  'project.SetPreMarketReviewOutcome': onProject(
    'SetPreMarketReviewOutcome',
    PROJECT.SetPreMarketReviewOutcome.in,
  ),
  'project.SetNatureBasedAgreement': onProject(
    'SetNatureBasedAgreement',
    PROJECT.Contract.in,
    unfiled('project', 'NatureBasedAgreement'),
    sql<SqlBool>`project.agreement_ref is null`,
  ),
  'project.SetSection106Agreement': onProject(
    'SetSection106Agreement',
    PROJECT.Contract.in,
    unfiled('project', 'Section106Agreement'),
    sql<SqlBool>`project.obligation_ref is null`,
    sql<SqlBool>`exists (select from credit where credit.project_id = project.id
      and credit.is_permanent and credit.requirement_id is not null)`,
  ),
  'project.Contract': onProject('Contract', PROJECT.Contract.in),
  'requirement.SetCreditSupplyAgreement': onRequirement(
    'SetCreditSupplyAgreement',
    REQUIREMENT.AllocateRights.in,
    unfiled('requirement', 'CreditSupplyAgreement'),
    unscheduled,
  ),
  'requirement.SetCreditAllocationCertificate': onRequirement(
    'SetCreditAllocationCertificate',
    REQUIREMENT.AllocateRights.in,
    unfiled('requirement', 'CreditAllocationCertificate'),
    sql<SqlBool>`requirement.certificate_date is null`,
  ),
  'requirement.AllocateRights': onRequirement('AllocateRights', REQUIREMENT.AllocateRights.in),
  'project.Verify': onProject('Verify', PROJECT.Verify.in),
  'requirement.IssueCredits': onRequirement('IssueCredits', REQUIREMENT.IssueCredits.in),
  'project.AddComplianceCheck': onProject(
    'AddComplianceCheck',
    ['Verified', 'Monitoring'],
    today =>
      sql<SqlBool>`(project.status = 'Verified' or ${isOpen('compliance')(today)} or ${NEXT_CHECK} is not null)`,
  ),
  'project.AddPerformanceCheck': onProject(
    'AddPerformanceCheck',
    ['Verified', 'Monitoring'],
    isOpen('performance'),
  ),
}
