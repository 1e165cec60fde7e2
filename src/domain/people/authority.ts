import type { StoredRow } from '../values/subject.ts'

export const PERMISSIONS = ['MakeOffersOrBids', 'RegisterForRound'] as const
export type Permission = (typeof PERMISSIONS)[number]
export const PERMISSION_LABELS: Record<Permission, string> = {
  MakeOffersOrBids: 'Make offers or bids for projects and requirements in the round',
  RegisterForRound: 'Register the participant, its projects and requirements for the round',
}

export const AUTHORITY_STATUSES = ['Pending', 'Approved', 'Rejected'] as const
export type AuthorityStatus = (typeof AUTHORITY_STATUSES)[number]

/** An agent's signed permission to act for one client in one round. */
export interface AgentAuthority extends StoredRow {
  roundId: string
  clientId: string
  agentId: string
  status: AuthorityStatus
  permissions: Permission[]
  reason: string | null
}
