import { isNutrient } from '#domain/credit-type'
import { takesPart } from '#domain/participation'
import { endsTooSoon, missingIn, needOf, type Requirement } from '#domain/requirement'
import { roundOf } from '../common/areas.ts'
import { isFiled, participationOf } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'

/** Why a need cannot be met in its round whatever is supplied: it would end before it begins. Nothing when it can. */
export const clashOfDays = async (read: Read, requirement: Requirement): Promise<string | null> => {
  const { redemptionDate } = requirement
  const need = needOf(requirement)
  if (need === null || redemptionDate === null) return null
  const { ampEnd } = await roundOf(read, requirement)
  return endsTooSoon({ ...need, redemptionDate }, ampEnd)
    ? 'The additional units end with the AMP, before the redemption date'
    : null
}

/** What a requirement lacks before it can be registered (market rules 1.3), in sentences. */
export const requirementIssues = async (read: Read, requirement: Requirement): Promise<string[]> => {
  const clash = await clashOfDays(read, requirement)
  const missing = [...missingIn(requirement), ...(clash === null ? [] : [clash])]
  if (requirement.type === 'Investor' || requirement.creditType === null) return missing
  const [tag, label] = isNutrient(requirement.creditType)
    ? (['BudgetCalculator', 'budget calculator'] as const)
    : (['BiodiversityMetric', 'biodiversity metric'] as const)
  return (await isFiled(read, 'requirement', requirement, tag))
    ? missing
    : [...missing, `No ${label} is filed`]
}

/** What stands in the way of registering a requirement, in sentences. */
export const registrationIssues = async (read: Read, requirement: Requirement): Promise<string[]> => {
  const { buyerId, roundId, type } = requirement
  return [
    ...(takesPart(await participationOf(read, buyerId, roundId, type))
      ? []
      : [`Not registered as ${type === 'Buyer' ? 'a buyer' : 'an investor'} in this market round`]),
    ...(await requirementIssues(read, requirement)),
  ]
}
