import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { PROJECT_STATUS_LABELS, SOLD_PROJECTS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS, SOLD_REQUIREMENTS } from '#domain/requirement'

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
