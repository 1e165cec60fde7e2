import type { RequirementStatus } from '#domain/requirement'
import type { ByWho } from '../kit/action.ts'

/** Details, credits, development and location: until registration is complete, for the operator until there is a bid. */
export const EDITABLE: ByWho<RequirementStatus> = {
  others: ['Draft', 'Provisional'],
  operator: ['Draft', 'Provisional', 'Registered'],
}
