import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

export const PROJECT_STATUS_CHOICES = choicesOf(PROJECT_STATUS_LABELS)
export const REQUIREMENT_STATUS_CHOICES = choicesOf(REQUIREMENT_STATUS_LABELS)
