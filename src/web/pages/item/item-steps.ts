import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'
import { progressOf } from '../../parts/progress.ts'

/** The steps of a project, done and ahead. */
export const projectSteps = progressOf({
  labels: PROJECT_STATUS_LABELS,
  steps: [
    'Draft',
    'Provisional',
    'Registered',
    'Screened',
    'Certified',
    'ApprovedRound',
    'Offered',
    'Matched',
    'Contracted',
    'Verified',
    'Monitoring',
  ],
  beside: {
    PendingScreening: 'Screened',
    FailedScreening: 'Screened',
    NotCertified: 'Certified',
    PendingRound: 'ApprovedRound',
    FailedRound: 'ApprovedRound',
    Unmatched: 'Matched',
    FailedVerification: 'Verified',
  },
  bad: ['FailedScreening', 'NotCertified', 'FailedRound', 'Unmatched', 'FailedVerification'],
})

/** The steps of a credit requirement, done and ahead. */
export const requirementSteps = progressOf({
  labels: REQUIREMENT_STATUS_LABELS,
  steps: [
    'Draft',
    'Provisional',
    'Registered',
    'Bid',
    'RightsCreated',
    'RightsAllocated',
    'CreditsIssued',
    'CreditsRedeemed',
  ],
  beside: { Unmatched: 'RightsCreated', Retired: 'CreditsRedeemed' },
  bad: ['Unmatched'],
})
