import type { Day } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** A person examined a project on a day and wrote a report; each report stays, and none is ever overwritten. */
interface Visit extends StoredRow {
  projectId: string
  date: Day
  /** Name and organisation of the visitor. */
  name: string
  organisation: string
  notes: string | null
  /** The report as it was first filed. */
  reportId: string
}

interface Scheduled {
  /** Year of the scheduled check; null for an unscheduled one. The database sets this when the check is recorded. */
  forYear: number | null
  /** True for an unscheduled inspection, for example after a complaint: the next scheduled check stays due. */
  outOfTurn: boolean
}

export const NEXT_COMPLIANCE_ACTIONS = ['Rectify', 'IrrevocableFailure'] as const
export type NextComplianceAction = (typeof NEXT_COMPLIANCE_ACTIONS)[number]
export const NEXT_COMPLIANCE_ACTION_LABELS: Record<NextComplianceAction, string> = {
  Rectify: 'Landowner rectifies',
  IrrevocableFailure: 'Market operator handles an irrevocable failure',
}

/** Compliance with the agreement. If not compliant: the reason, the next action and its date. */
export interface ComplianceCheck extends Visit, Scheduled {
  isCompliant: boolean
  failReason: string | null
  nextAction: NextComplianceAction | null
  nextActionDate: Day | null
}

/** Performance of the project against its purpose. */
export interface PerformanceCheck extends Visit, Scheduled {}

/** Delivery of the project as specified. */
export interface Verification extends Visit {
  isPass: boolean
  failReason: string | null
  /** Last day on which a failure is to be put right; then it becomes a case. Null after a pass, and for earlier failures. */
  cureBy: Day | null
  /** Default years of checks when it was recorded; null if they were not recorded yet. */
  usualCheckYears: readonly string[] | null
}
