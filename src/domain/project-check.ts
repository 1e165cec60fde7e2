import type { Day } from './dates.ts'
import type { Stored } from './subject.ts'

/** Somebody looked at a project on a day and wrote a report; each is kept, none is ever overwritten. */
interface Visit extends Stored {
  projectId: string
  date: Day
  /** Who came, and for which organisation. */
  name: string
  organisation: string
  notes: string | null
  /** The report as it was first filed. */
  reportId: string
}

interface Scheduled {
  /** Which of the checks of the schedule it is, by its year; null for one beside it. The database says so as it is recorded. */
  forYear: number | null
  /** An inspection beside the schedule, such as after a complaint: the next check stays due. */
  outOfTurn: boolean
}

export const NEXT_COMPLIANCE_ACTIONS = ['Rectify', 'IrrevocableFailure'] as const
export type NextComplianceAction = (typeof NEXT_COMPLIANCE_ACTIONS)[number]
export const NEXT_COMPLIANCE_ACTION_LABELS: Record<NextComplianceAction, string> = {
  Rectify: 'Landowner rectifies',
  IrrevocableFailure: 'Market operator handles an irrevocable failure',
}

/** Does the project do what was agreed? If not: why, and what happens next by when. */
export interface ComplianceCheck extends Visit, Scheduled {
  isCompliant: boolean
  failReason: string | null
  nextAction: NextComplianceAction | null
  nextActionDate: Day | null
}

/** How well does the project do what it is for? */
export interface PerformanceCheck extends Visit, Scheduled {}

/** Was the project delivered as specified? */
export interface Verification extends Visit {
  isPass: boolean
  failReason: string | null
  /** The usual years of checks when it was recorded; null where that was not noted yet. */
  usualCheckYears: readonly string[] | null
}
