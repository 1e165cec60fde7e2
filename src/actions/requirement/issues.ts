import type { Day } from '#domain/dates'
import { isNutrient } from '#domain/credit-type'
import { takesPart } from '#domain/participation'
import { missingIn, type Requirement } from '#domain/requirement'
import { fitOfRequirement } from '../common/fit.ts'
import { notRegisteredAs, notTakingPart, obstacle, type Obstacle } from '../common/obstacle.ts'
import { isFiled, participationOf } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'
import { hasPassed, REDEMPTION_PASSED } from './redemption-date.ts'

const ASKED_BY = {
  Buyer: { credits: 'SetBuyerCredits', place: 'SetBuyerDevelopment', date: 'SetBuyerDevelopment' },
  Investor: { credits: 'SetInvestorCredits', place: 'SetInvestorLocation', date: 'SetInvestorCredits' },
} as const

/** What a requirement lacks before it can be registered (market rules 1.3), or what its round cannot take. */
export const requirementIssues = async (
  read: Read,
  requirement: Requirement,
  today: Day,
): Promise<Obstacle[]> => {
  const { type, creditType } = requirement
  const by = (asked: keyof (typeof ASKED_BY)['Buyer'], text: string): Obstacle =>
    obstacle('requirement', requirement, ASKED_BY[type][asked], text)
  const known = [
    ...missingIn(requirement).map(({ asked, text }) => by(asked, text)),
    ...(hasPassed(requirement, today) ? [by('date', REDEMPTION_PASSED)] : []),
    ...(await fitOfRequirement(read, requirement)).against.map(text => by('place', text)),
  ]
  if (type === 'Investor' || creditType === null) return known
  const [tag, label] = isNutrient(creditType)
    ? (['BudgetCalculator', 'budget calculator'] as const)
    : (['BiodiversityMetric', 'biodiversity metric'] as const)
  return (await isFiled(read, 'requirement', requirement, tag))
    ? known
    : [...known, by('credits', `No ${label} is filed`)]
}

/** What stands in the way of registering a requirement. */
export const registrationIssues = async (
  read: Read,
  requirement: Requirement,
  today: Day,
): Promise<Obstacle[]> => {
  const { buyerId, roundId, type } = requirement
  const participation = await participationOf(read, buyerId, roundId, type)
  return [
    ...(takesPart(participation) ? [] : [notTakingPart(participation, requirement, notRegisteredAs(type))]),
    ...(await requirementIssues(read, requirement, today)),
  ]
}
