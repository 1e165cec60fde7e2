import type { Day } from '@credit-market/values/dates'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { takesPartInCapacity } from '#domain/round/participation'
import { findMissingRequirementParts, type Requirement } from '#domain/project/requirement'
import { checkRequirementFit } from '../common/fit.ts'
import {
  notRegisteredMessage,
  toParticipationObstacle,
  toObstacle,
  type Obstacle,
} from '../common/obstacle.ts'
import { isDocumentFiled, readParticipation } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'
import { isRedemptionDatePast, REDEMPTION_PASSED_MESSAGE } from './redemption-date.ts'

const ASKED_BY = {
  Buyer: { credits: 'SetBuyerCredits', place: 'SetBuyerDevelopment', date: 'SetBuyerDevelopment' },
  Investor: { credits: 'SetInvestorCredits', place: 'SetInvestorLocation', date: 'SetInvestorCredits' },
} as const

/** Obstacles to registering a requirement (market rules 1.3), including those of its round. */
export const readRequirementObstacles = async (
  read: Read,
  requirement: Requirement,
  today: Day,
): Promise<Obstacle[]> => {
  const { type, creditType } = requirement
  const by = (asked: keyof (typeof ASKED_BY)['Buyer'], text: string): Obstacle =>
    toObstacle('requirement', requirement, ASKED_BY[type][asked], text)
  const known = [
    ...findMissingRequirementParts(requirement).map(({ asked, text }) => by(asked, text)),
    ...(isRedemptionDatePast(requirement, today) ? [by('date', REDEMPTION_PASSED_MESSAGE)] : []),
    ...(await checkRequirementFit(read, requirement)).against.map(text => by('place', text)),
  ]
  if (type === 'Investor' || creditType === null) return known
  const [tag, text] = isNutrient(creditType)
    ? (['BudgetCalculator', 'No budget calculator is filed'] as const)
    : (['BiodiversityMetric', 'No biodiversity metric is filed'] as const)
  return (await isDocumentFiled(read, 'requirement', requirement, tag))
    ? known
    : [...known, by('credits', text)]
}

/** Obstacles to registering a requirement. */
export const readRegistrationObstacles = async (
  read: Read,
  requirement: Requirement,
  today: Day,
): Promise<Obstacle[]> => {
  const { buyerId, roundId, type } = requirement
  const participation = await readParticipation(read, buyerId, roundId, type)
  return [
    ...(takesPartInCapacity(participation)
      ? []
      : [toParticipationObstacle(participation, requirement, notRegisteredMessage(type))]),
    ...(await readRequirementObstacles(read, requirement, today)),
  ]
}
