import { addProgressToSteps, type FollowUpStep } from './after-settlement.ts'
import { PROJECT_STATUSES, type ProjectStatus } from '../project/project.ts'
import { REQUIREMENT_STATUSES, type RequirementStatus } from '../project/requirement.ts'

const COMPLETED = {
  text: 'The market operator checks and completes the registration',
  by: 'operator',
  day: null,
} as const

/** Steps from registration of a project to its offer (market rules 1.3). */
export const projectStepsToOffer = (status: ProjectStatus): FollowUpStep[] => {
  const isPast = (last: ProjectStatus): boolean =>
    PROJECT_STATUSES.indexOf(status) > PROJECT_STATUSES.indexOf(last)
  return addProgressToSteps([
    { ...COMPLETED, isDone: isPast('Provisional') },
    {
      text: 'The market operator screens the project',
      by: 'operator',
      day: null,
      isDone: status === 'Screened' || isPast('PendingScreening'),
    },
    {
      text: 'The supply of the project is calculated and certified',
      by: 'operator',
      day: null,
      isDone: status === 'Certified' || isPast('NotCertified'),
    },
    {
      text: 'The market operator does the pre-market review and sets the costs',
      by: 'operator',
      day: null,
      isDone: status === 'ApprovedRound' || isPast('PendingRound'),
    },
    {
      text: 'The owner makes a sealed offer while the round is open for bids and offers',
      by: 'owner',
      day: null,
      isDone: isPast('PendingRound'),
    },
  ])
}

/** Steps from registration of a credit requirement to its bid (market rules 1.3). */
export const requirementStepsToBid = (status: RequirementStatus): FollowUpStep[] => {
  const isPast = (last: RequirementStatus): boolean =>
    REQUIREMENT_STATUSES.indexOf(status) > REQUIREMENT_STATUSES.indexOf(last)
  return addProgressToSteps([
    { ...COMPLETED, isDone: isPast('Provisional') },
    {
      text: 'The owner makes a sealed bid while the round is open for bids and offers',
      by: 'owner',
      day: null,
      isDone: isPast('Registered'),
    },
  ])
}
