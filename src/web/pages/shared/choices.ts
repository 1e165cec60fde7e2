import { creditLabel } from '#contract/credit'
import { awaitedSteps } from '#contract/steps/index'
import { AUTHORITY_STATUSES } from '#domain/authority'
import { PARTICIPATION_STATUSES } from '#domain/participation'
import { type StatusKind, statusLabel } from '#contract/nouns'
import { CREDIT_STATUSES, isBeforeSettlement } from '#domain/credit'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { StatusOf } from '#domain/entities'
import { PROJECT_STATUSES, SOLD_PROJECTS } from '#domain/project'
import { REQUIREMENT_STATUSES, SOLD_REQUIREMENTS } from '#domain/requirement'
import type { Filter } from '../../parts/filter-bar.tsx'

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

const statusChoices = <K extends StatusKind>(kind: K, statuses: readonly StatusOf<K>[]) =>
  statuses.map(id => ({ id, name: statusLabel(kind, id) }))

export const PROJECT_STATUS_CHOICES = statusChoices('project', PROJECT_STATUSES)
export const REQUIREMENT_STATUS_CHOICES = statusChoices('requirement', REQUIREMENT_STATUSES)

export const PARTICIPATION_STATUS_CHOICES = statusChoices('participation', PARTICIPATION_STATUSES)
export const AUTHORITY_STATUS_CHOICES = statusChoices('agentAuthority', AUTHORITY_STATUSES)

/** The filter of a list by the step of the market operator for which things wait. */
const stepFilter = (kind: 'project' | 'requirement'): Filter<'awaiting'> => ({
  id: 'awaiting',
  label: 'Waits for',
  choices: awaitedSteps(kind),
})
export const PROJECT_STEP_FILTER = stepFilter('project')
export const REQUIREMENT_STEP_FILTER = stepFilter('requirement')

/** The statuses of the registries. */
export const SOLD_PROJECT_CHOICES = statusChoices('project', SOLD_PROJECTS)
export const SOLD_REQUIREMENT_CHOICES = statusChoices('requirement', SOLD_REQUIREMENTS)

export const CREDIT_TYPE_CHOICES = choicesOf(CREDIT_TYPE_LABELS)

/** What a credit of the registry, or of the reserve, can have come to. */
export const CREDIT_STATUS_CHOICES = statusChoices(
  'credit',
  CREDIT_STATUSES.filter(status => !isBeforeSettlement(status)),
)
export const RESERVE_STATUS_CHOICES = (['RightsCreated', 'Issued', 'Retired'] as const).map(status => ({
  id: status,
  name: creditLabel({ status, isReserved: true }),
}))

/** Projects whose last compliance check was not passed. */
export const COMPLIANCE_FILTER: Filter<'nonCompliant'> = {
  id: 'nonCompliant',
  label: 'Compliance',
  choices: [
    { id: 'true', name: 'Not compliant' },
    { id: 'false', name: 'Compliant' },
  ],
}

/** Requirements redeemed after their redemption date, or not redeemed though it has passed. */
export const REDEMPTION_FILTER: Filter<'lateRedemptions'> = {
  id: 'lateRedemptions',
  label: 'Redemption',
  choices: [
    { id: 'true', name: 'Late' },
    { id: 'false', name: 'Not late' },
  ],
}
