import type { ByWho } from '../kit/action.ts'
import type { ProjectStatus } from '#domain/project'

/** Details, location and landholder information: until registration is complete, for the operator until the round's approval. */
export const EDITABLE: ByWho<ProjectStatus> = {
  others: ['Draft', 'Provisional'],
  operator: [
    'Draft',
    'Provisional',
    'Registered',
    'Screened',
    'FailedScreening',
    'PendingScreening',
    'Certified',
    'NotCertified',
    'FailedRound',
    'PendingRound',
  ],
}
