import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ActionName } from '#actions/index'
import type { QueuedAct } from '#contract/queue'
import type { DocumentTag } from '#domain/filed-document'
import { inStatusFor, OPERATOR_STEPS } from './awaiting.ts'

type QueuedKind = 'project' | 'requirement'

/** An act of the queue: on which things it waits, and by when each should be done. The table bears the name of its kind. */
export interface QueueAct {
  kind: QueuedKind
  action: ActionName<'project'> | ActionName<'requirement'>
  where: Expression<SqlBool>
  due: RawBuilder<string | null>
}

const { project: PROJECT, requirement: REQUIREMENT } = OPERATOR_STEPS

const unfiled = (kind: QueuedKind, tag: DocumentTag) => sql<SqlBool>`not exists (
  select from filed_document as filed where filed.owner_kind = ${sql.lit(kind)}
    and filed.owner_id = ${sql.ref(`${kind}.id`)} and filed.tag = ${sql.lit(tag)} and filed.replaced_by_id is null)`

const unscheduled = (kind: QueuedKind) => sql<SqlBool>`not exists (
  select from certificate where certificate.subject_kind = ${sql.lit(kind)}
    and certificate.subject_id = ${sql.ref(`${kind}.id`)} and certificate.kind = 'schedule' and certificate.state = 'Current')`

const and = (...conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

const dayOfRound = (kind: QueuedKind, day: RawBuilder<string | null>) =>
  sql<string | null>`(select ${day} from round where round.id = ${sql.ref(`${kind}.roundId`)})`

// Until then things can come in; bids and offers, for which these must be ready, open after it.
const REGISTRATION_ENDS = dayOfRound('project', sql`greatest(round.projects_end, round.requirements_end)`)
const DELIVERY = sql<string | null>`(
  select min(service.mitigation_begins) from service where service.project_id = project.id)`
const REDEMPTION = sql<string | null>`requirement.redemption_date`
const lastCheck = (column: string) => sql`(select ${sql.ref(`last.${column}`)} from compliance_check as last
  where last.project_id = project.id order by last.date desc, last.ordinal desc limit 1)`
const NEXT_CHECK = sql<string | null>`${lastCheck('nextActionDate')}`

const onProject = (
  action: ActionName<'project'>,
  statuses: readonly string[],
  due: QueueAct['due'],
  ...more: readonly Expression<SqlBool>[]
): QueueAct => ({
  kind: 'project',
  action,
  where: and(inStatusFor('project', action, statuses), ...more),
  due,
})

const onRequirement = (
  action: ActionName<'requirement'>,
  statuses: readonly string[],
  due: QueueAct['due'],
  ...more: readonly Expression<SqlBool>[]
): QueueAct => ({
  kind: 'requirement',
  action,
  where: and(inStatusFor('requirement', action, statuses), ...more),
  due,
})

/** What each act of the queue waits on. Agreements and certificates are asked for once, as long as none is filed. */
export const QUEUE: Readonly<Record<QueuedAct, QueueAct>> = {
  'project.CompleteRegistration': onProject(
    'CompleteRegistration',
    PROJECT.CompleteRegistration.in,
    dayOfRound('project', sql`round.projects_end`),
  ),
  'requirement.CompleteRegistration': onRequirement(
    'CompleteRegistration',
    REQUIREMENT.CompleteRegistration.in,
    dayOfRound('requirement', sql`round.requirements_end`),
  ),
  'project.AddScreeningOutcome': onProject(
    'AddScreeningOutcome',
    PROJECT.AddScreeningOutcome.in,
    REGISTRATION_ENDS,
  ),
  'project.SetCertificationDecision': onProject(
    'SetCertificationDecision',
    PROJECT.SetCertificationDecision.in,
    REGISTRATION_ENDS,
  ),
  'project.SetPreMarketReviewOutcome': onProject(
    'SetPreMarketReviewOutcome',
    PROJECT.SetPreMarketReviewOutcome.in,
    REGISTRATION_ENDS,
  ),
  'project.SetNatureBasedAgreement': onProject(
    'SetNatureBasedAgreement',
    PROJECT.Contract.in,
    DELIVERY,
    unfiled('project', 'NatureBasedAgreement'),
    unscheduled('project'),
  ),
  'project.SetSection106Agreement': onProject(
    'SetSection106Agreement',
    PROJECT.Contract.in,
    DELIVERY,
    unfiled('project', 'Section106Agreement'),
    sql<SqlBool>`exists (select from credit where credit.project_id = project.id
      and credit.is_permanent and credit.requirement_id is not null)`,
  ),
  'project.Contract': onProject('Contract', PROJECT.Contract.in, DELIVERY),
  'requirement.SetCreditSupplyAgreement': onRequirement(
    'SetCreditSupplyAgreement',
    REQUIREMENT.AllocateRights.in,
    REDEMPTION,
    unfiled('requirement', 'CreditSupplyAgreement'),
    unscheduled('requirement'),
  ),
  'requirement.SetCreditAllocationCertificate': onRequirement(
    'SetCreditAllocationCertificate',
    REQUIREMENT.AllocateRights.in,
    REDEMPTION,
    unfiled('requirement', 'CreditAllocationCertificate'),
    sql<SqlBool>`requirement.certificate_date is null`,
  ),
  'requirement.AllocateRights': onRequirement('AllocateRights', REQUIREMENT.AllocateRights.in, REDEMPTION),
  'project.Verify': onProject('Verify', PROJECT.Verify.in, DELIVERY),
  'requirement.IssueCredits': onRequirement('IssueCredits', REQUIREMENT.IssueCredits.in, REDEMPTION),
  'project.AddComplianceCheck': onProject(
    'AddComplianceCheck',
    ['Verified', 'Monitoring'],
    NEXT_CHECK,
    sql<SqlBool>`(project.status = 'Verified' or ${NEXT_CHECK} is not null)`,
  ),
}
