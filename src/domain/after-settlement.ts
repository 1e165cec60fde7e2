import type { Day } from './dates.ts'
import { PROJECT_STATUSES, type Project } from './project.ts'
import { REQUIREMENT_STATUSES, type Requirement } from './requirement.ts'

/** A step that follows for a winner once its round is settled. */
export interface StepAfter {
  text: string
  /** Who is to act. */
  by: 'owner' | 'operator'
  /** By when, or from when, where that is known. */
  day: Day | null
  state: 'done' | 'now' | 'later'
}

/** The steps with how far each has come: the first that is not done is under way. */
export const inOrder = (steps: readonly (Omit<StepAfter, 'state'> & { isDone: boolean })[]): StepAfter[] => {
  const first = steps.findIndex(step => !step.isDone)
  return steps.map(({ isDone, ...step }, at) => ({
    ...step,
    state: isDone ? 'done' : at === first ? 'now' : 'later',
  }))
}

/** What follows for a project that won (market rules 1.3): the contract, delivery, and checks for as long as it lasts. */
export const stepsAfterProject = ({ status, start }: Pick<Project, 'status' | 'start'>): StepAfter[] => {
  const place = PROJECT_STATUSES.indexOf(status)
  const isPast = (last: Project['status']): boolean => place > PROJECT_STATUSES.indexOf(last)
  return inOrder([
    {
      text: 'The nature-based project agreement is signed and filed, and the project is contracted',
      by: 'operator',
      day: null,
      isDone: isPast('Unmatched'),
    },
    {
      text: 'The mitigation is delivered, and the delivery verified',
      by: 'operator',
      day: start,
      isDone: status === 'Verified' || status === 'Monitoring',
    },
    {
      text: 'Compliance and performance are checked for as long as the project lasts',
      by: 'operator',
      day: null,
      isDone: false,
    },
  ])
}

/** What follows for a requirement that won (market rules 1.3): agreement and certificate, the credits, and their redemption. */
export const stepsAfterRequirement = ({
  status,
  redemptionDate,
}: Pick<Requirement, 'status' | 'redemptionDate'>): StepAfter[] => {
  // What has ended waits for nothing more.
  if (status === 'Retired') return []
  const place = REQUIREMENT_STATUSES.indexOf(status)
  const isPast = (last: Requirement['status']): boolean => place > REQUIREMENT_STATUSES.indexOf(last)
  return inOrder([
    {
      text: 'The credit supply agreement and the credit allocation certificate are filed, and the rights allocated',
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
