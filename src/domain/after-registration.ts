import { inOrder, type StepAfter } from './after-settlement.ts'
import { PROJECT_STATUSES, type ProjectStatus } from './project.ts'
import { REQUIREMENT_STATUSES, type RequirementStatus } from './requirement.ts'

const COMPLETED = {
  text: 'The registration is checked and completed',
  by: 'operator',
  day: null,
} as const

/** What follows once a project has been registered (market rules 1.3), until it is offered. */
export const stepsToOffer = (status: ProjectStatus): StepAfter[] => {
  const isPast = (last: ProjectStatus): boolean =>
    PROJECT_STATUSES.indexOf(status) > PROJECT_STATUSES.indexOf(last)
  return inOrder([
    { ...COMPLETED, isDone: isPast('Provisional') },
    {
      text: 'The project is screened',
      by: 'operator',
      day: null,
      isDone: status === 'Screened' || isPast('PendingScreening'),
    },
    {
      text: 'What it supplies is worked out and certified',
      by: 'operator',
      day: null,
      isDone: status === 'Certified' || isPast('NotCertified'),
    },
    {
      text: 'The project is reviewed before the market, and its costs are set',
      by: 'operator',
      day: null,
      isDone: status === 'ApprovedRound' || isPast('PendingRound'),
    },
    {
      text: 'The offer is made, sealed, while the round is open for bids and offers',
      by: 'owner',
      day: null,
      isDone: isPast('PendingRound'),
    },
  ])
}

/** What follows once a credit requirement has been registered (market rules 1.3), until there is a bid. */
export const stepsToBid = (status: RequirementStatus): StepAfter[] => {
  const isPast = (last: RequirementStatus): boolean =>
    REQUIREMENT_STATUSES.indexOf(status) > REQUIREMENT_STATUSES.indexOf(last)
  return inOrder([
    { ...COMPLETED, isDone: isPast('Provisional') },
    {
      text: 'The bid is made, sealed, while the round is open for bids and offers',
      by: 'owner',
      day: null,
      isDone: isPast('Registered'),
    },
  ])
}
