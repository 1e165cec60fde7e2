import type { RequirementStatus } from '#domain/project/requirement'
import type { ByRole } from '../kit/action.ts'

/** Statuses for editing details, credits, development and location: until registration is complete, for the operator until there is a bid. */
export const EDITABLE_REQUIREMENT_STATUSES: ByRole<RequirementStatus> = {
  others: ['Draft', 'Provisional'],
  operator: ['Draft', 'Provisional', 'Registered'],
}
