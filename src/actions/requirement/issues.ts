import { isNutrient } from '#domain/credit-type'
import { takesPart } from '#domain/participation'
import { missingIn, type Requirement } from '#domain/requirement'
import { fitOfRequirement } from '../common/fit.ts'
import { isFiled, participationOf } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'

/** What a requirement lacks before it can be registered (market rules 1.3), in sentences. */
export const requirementIssues = async (read: Read, requirement: Requirement): Promise<string[]> => {
  const missing = [...missingIn(requirement), ...(await fitOfRequirement(read, requirement)).against]
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
