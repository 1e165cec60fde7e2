import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS, type RequirementStatus } from '#domain/requirement'
import type { Step } from '../../parts/steps.tsx'

interface ProgressSteps<S extends string> {
  steps: readonly S[]
  /** Statuses beside the way, with the step at which one stands then. */
  beside: Partial<Record<S, S>>
  /** Of these, the ones from which it does not go on as hoped. */
  bad: readonly S[]
  labels: Record<S, string>
}

const PROJECT: ProgressSteps<ProjectStatus> = {
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
  labels: PROJECT_STATUS_LABELS,
}

const REQUIREMENT: ProgressSteps<RequirementStatus> = {
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
  labels: REQUIREMENT_STATUS_LABELS,
}

const stepsAlong = <S extends string>(way: ProgressSteps<S>, status: S): Step[] => {
  const here = way.steps.indexOf(way.beside[status] ?? status)
  return way.steps.map((step, at) => ({
    id: step,
    label: way.labels[at === here ? status : step],
    state: at < here ? 'done' : at > here ? 'ahead' : way.bad.includes(status) ? 'bad' : 'current',
  }))
}

/** The steps of a project, behind and ahead. */
export const projectSteps = (status: ProjectStatus): Step[] => stepsAlong(PROJECT, status)

/** The steps of a credit requirement, behind and ahead. */
export const requirementSteps = (status: RequirementStatus): Step[] => stepsAlong(REQUIREMENT, status)
