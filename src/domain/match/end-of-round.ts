import type { AuthorityStatus } from '../people/authority.ts'
import type { ParticipationStatus } from '../round/participation.ts'
import type { ProjectStatus } from '../project/project.ts'
import type { RequirementStatus } from '../project/requirement.ts'

/** Statuses that wait for a step that a settled round no longer takes, by kind (decision 0051). */
export const UNFINISHED_STATUSES = {
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

/** Reason for participations and authorities that end with their round. */
export const ROUND_ENDED_REASON = 'The market round has ended'

const isAmong = (statuses: readonly string[], status: string): boolean => statuses.includes(status)

/** Status of a project after its round is settled; undefined if it has ended already. */
export const projectStatusAfterRound = (
  status: ProjectStatus,
  won: boolean,
): 'Matched' | 'Unmatched' | null => {
  if (status === 'Offered') return won ? 'Matched' : 'Unmatched'
  return isAmong(UNFINISHED_STATUSES.project, status) ? 'Unmatched' : null
}

/** Status of a requirement after its round is settled; undefined if it has ended already. */
export const requirementStatusAfterRound = (
  status: RequirementStatus,
  won: boolean,
): 'RightsCreated' | 'Unmatched' | null => {
  if (status === 'Bid') return won ? 'RightsCreated' : 'Unmatched'
  return isAmong(UNFINISHED_STATUSES.requirement, status) ? 'Unmatched' : null
}
