import type { AuthorityStatus } from './authority.ts'
import type { ParticipationStatus } from './participation.ts'
import type { ProjectStatus } from './project.ts'
import type { RequirementStatus } from './requirement.ts'

/** Statuses that promise a step of the round that a settled round cannot take any more, by kind (decision 0051). */
export const LEFT_BEHIND = {
  project: [
    'Draft',
    'Provisional',
    'Registered',
    'Screened',
    'PendingScreening',
    'Certified',
    'ApprovedRound',
    'PendingRound',
  ],
  requirement: ['Draft', 'Provisional', 'Registered'],
  participation: ['Interested', 'Provisional'],
  agentAuthority: ['Pending'],
} as const satisfies {
  project: readonly ProjectStatus[]
  requirement: readonly RequirementStatus[]
  participation: readonly ParticipationStatus[]
  agentAuthority: readonly AuthorityStatus[]
}

/** Said of participations and authorities that end with their round. */
export const ROUND_HAS_ENDED = 'The market round has ended'

const isAmong = (statuses: readonly string[], status: string): boolean => statuses.includes(status)

/** What becomes of a project when its round is settled; nothing of what has come to its end already. */
export const endOfProject = (status: ProjectStatus, won: boolean): 'Matched' | 'Unmatched' | null => {
  if (status === 'Offered') return won ? 'Matched' : 'Unmatched'
  return isAmong(LEFT_BEHIND.project, status) ? 'Unmatched' : null
}

/** What becomes of a requirement when its round is settled; nothing of what has come to its end already. */
export const endOfRequirement = (
  status: RequirementStatus,
  won: boolean,
): 'RightsCreated' | 'Unmatched' | null => {
  if (status === 'Bid') return won ? 'RightsCreated' : 'Unmatched'
  return isAmong(LEFT_BEHIND.requirement, status) ? 'Unmatched' : null
}
