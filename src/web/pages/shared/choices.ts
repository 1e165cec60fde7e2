import { creditStatusLabel } from '#contract/credit/credit'
import { awaitedSteps } from '#contract/steps/index'
import { AUTHORITY_STATUSES } from '#domain/people/authority'
import { PARTICIPATION_STATUSES } from '#domain/round/participation'
import { type StatusKind, statusLabel } from '#contract/nouns/nouns'
import { CREDIT_STATUSES, isBeforeSettlement } from '#domain/credit/credit'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { StatusOfKind } from '#domain/disclosure/entities'
import { PROJECT_STATUSES, SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES, SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { Filter } from '../../parts/table/filter-bar.tsx'

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

const statusChoices = <K extends StatusKind>(kind: K, statuses: readonly StatusOfKind<K>[]) =>
  statuses.map(id => ({ id, name: statusLabel(kind, id) }))

export const PROJECT_STATUS_CHOICES = statusChoices('project', PROJECT_STATUSES)
export const REQUIREMENT_STATUS_CHOICES = statusChoices('requirement', REQUIREMENT_STATUSES)

export const PARTICIPATION_STATUS_CHOICES = statusChoices('participation', PARTICIPATION_STATUSES)
export const AUTHORITY_STATUS_CHOICES = statusChoices('agentAuthority', AUTHORITY_STATUSES)

/** Filter of a list by the step of the market operator that records are waiting for. */
const stepFilter = (kind: 'project' | 'requirement'): Filter<'awaiting'> => ({
  id: 'awaiting',
  label: 'Waiting for',
  choices: awaitedSteps(kind),
})
export const PROJECT_STEP_FILTER = stepFilter('project')
export const REQUIREMENT_STEP_FILTER = stepFilter('requirement')

/** Statuses of projects in the registry, as choices. */
export const SOLD_PROJECT_CHOICES = statusChoices('project', SOLD_PROJECT_STATUSES)
export const SOLD_REQUIREMENT_CHOICES = statusChoices('requirement', SOLD_REQUIREMENT_STATUSES)

export const CREDIT_TYPE_CHOICES = choicesOf(CREDIT_TYPE_LABELS)

/** Statuses of credits in the registry or the reserve, as choices. */
export const CREDIT_STATUS_CHOICES = statusChoices(
  'credit',
  CREDIT_STATUSES.filter(status => !isBeforeSettlement(status)),
)
export const RESERVE_STATUS_CHOICES = (['RightsCreated', 'Issued', 'Retired'] as const).map(status => ({
  id: status,
  name: creditStatusLabel({ status, isReserved: true }),
}))

/** Filter for projects whose last compliance check was not passed. */
export const COMPLIANCE_FILTER: Filter<'nonCompliant'> = {
  id: 'nonCompliant',
  label: 'Compliance',
  choices: [
    { id: 'true', name: 'Not compliant' },
    { id: 'false', name: 'Compliant' },
  ],
}

/**
 * Filter for requirements that were redeemed after their redemption date, or are not redeemed although it has
 * passed.
 */
export const REDEMPTION_FILTER: Filter<'lateRedemptions'> = {
  id: 'lateRedemptions',
  label: 'Redemption',
  choices: [
    { id: 'true', name: 'Late' },
    { id: 'false', name: 'Not late' },
  ],
}
