import type { Day } from '@credit-market/values/dates'
import { PROJECT_STATUSES, type Project } from '../project/project.ts'
import { REQUIREMENT_STATUSES, type Requirement } from '../project/requirement.ts'

/** A step of a winner after its round is settled. */
export interface FollowUpStep {
  text: string
  /** The party that acts. */
  by: 'owner' | 'operator'
  /** Due date or earliest date, if known. */
  day: Day | null
  state: 'done' | 'now' | 'later'
}

/** Adds progress to steps: the first step that is not done is under way. */
export const addProgressToSteps = (
  steps: readonly (Omit<FollowUpStep, 'state'> & { isDone: boolean })[],
): FollowUpStep[] => {
  const first = steps.findIndex(step => !step.isDone)
  return steps.map(({ isDone, ...step }, at) => ({
    ...step,
    state: isDone ? 'done' : at === first ? 'now' : 'later',
  }))
}

/** Steps of a project that won (market rules 1.3): contract, delivery, and checks for its whole duration. */
export const projectStepsAfterSettlement = ({
  status,
  start,
}: Pick<Project, 'status' | 'start'>): FollowUpStep[] => {
  const place = PROJECT_STATUSES.indexOf(status)
  const isPast = (last: Project['status']): boolean => place > PROJECT_STATUSES.indexOf(last)
  return addProgressToSteps([
    {
      text: 'The nature-based project agreement is signed and filed, and the project is contracted',
      by: 'operator',
      day: null,
      isDone: isPast('Unmatched'),
    },
    {
      text: 'The mitigation is delivered, and the market operator verifies the delivery',
      by: 'operator',
      day: start,
      isDone: status === 'Verified' || status === 'Monitoring',
    },
    {
      text: 'Compliance and performance are checked for the life of the project',
      by: 'operator',
      day: null,
      isDone: false,
    },
  ])
}

/** Steps of a requirement that won (market rules 1.3): agreement and certificate, credits, and their redemption. */
export const requirementStepsAfterSettlement = ({
  status,
  redemptionDate,
}: Pick<Requirement, 'status' | 'redemptionDate'>): FollowUpStep[] => {
  // A retired requirement waits for nothing.
  if (status === 'Retired') return []
  const place = REQUIREMENT_STATUSES.indexOf(status)
  const isPast = (last: Requirement['status']): boolean => place > REQUIREMENT_STATUSES.indexOf(last)
  return addProgressToSteps([
    {
      text: 'The credit supply agreement and the credit allocation certificate are filed, and the rights are allocated',
      by: 'operator',
      day: null,
      isDone: isPast('RightsCreated'),
    },
    {
      text: 'The credits are issued once delivery is verified',
      by: 'operator',
      day: null,
      isDone: isPast('RightsAllocated'),
    },
    {
      text: 'The credits are redeemed',
      by: 'owner',
      day: redemptionDate,
      isDone: status === 'CreditsRedeemed',
    },
  ])
}
