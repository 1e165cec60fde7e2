import { CREDIT_STATUSES, CREDIT_STATUS_LABELS, creditLabel, isBeforeSettlement } from '#domain/credit'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { PROJECT_STATUS_LABELS, SOLD_PROJECTS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS, SOLD_REQUIREMENTS } from '#domain/requirement'
import type { Filter } from '../../parts/filter-bar.tsx'

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

export const PROJECT_STATUS_CHOICES = choicesOf(PROJECT_STATUS_LABELS)
export const REQUIREMENT_STATUS_CHOICES = choicesOf(REQUIREMENT_STATUS_LABELS)

/** The statuses of the registries. */
export const SOLD_PROJECT_CHOICES = SOLD_PROJECTS.map(id => ({ id, name: PROJECT_STATUS_LABELS[id] }))
export const SOLD_REQUIREMENT_CHOICES = SOLD_REQUIREMENTS.map(id => ({
  id,
  name: REQUIREMENT_STATUS_LABELS[id],
}))

export const CREDIT_TYPE_CHOICES = choicesOf(CREDIT_TYPE_LABELS)

/** What a credit of the registry, or of the reserve, can have come to. */
export const CREDIT_STATUS_CHOICES = CREDIT_STATUSES.filter(status => !isBeforeSettlement(status)).map(
  id => ({
    id,
    name: CREDIT_STATUS_LABELS[id],
  }),
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
