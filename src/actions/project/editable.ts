import type { ByRole } from '../kit/action.ts'
import type { ProjectStatus } from '#domain/project/project'

/**
 * Statuses for editing details, location and landholder information: until registration is complete, for the operator until
 * approval for the round.
 */
export const EDITABLE_PROJECT_STATUSES: ByRole<ProjectStatus> = {
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
