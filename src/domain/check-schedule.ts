import type { Day, Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/** The years after delivery was verified in which checks and reports can be due. */
export const CHECK_YEARS = Array.from({ length: 30 }, (_, before) => String(before + 1))

/** Those in which they are due unless the project type says otherwise. */
export const USUAL_CHECK_YEARS: readonly string[] = ['2', '5', '10', '15', '20', '25', '30']

export const SCHEDULED_KINDS = ['compliance', 'performance'] as const
export type ScheduledKind = (typeof SCHEDULED_KINDS)[number]
export const SCHEDULED_KIND_LABELS: Record<ScheduledKind, string> = {
  compliance: 'Compliance check',
  performance: 'Performance check',
}

/** How long before its day a check of the schedule can be done, in days: then it is due. */
export const CHECK_OPENS_DAYS = 90

/** Its day has passed; done and not as agreed since; due within three months; ahead; done. */
export const CHECK_STATES = ['late', 'failing', 'due', 'ahead', 'done'] as const
export type CheckState = (typeof CHECK_STATES)[number]
export const CHECK_STATE_LABELS: Record<CheckState, string> = {
  late: 'Late',
  failing: 'Failing',
  due: 'Due',
  ahead: 'Ahead',
  done: 'Done',
}

/** Something that the owner of a project is asked to show by a day, and what it has shown. */
export interface EvidenceRequest extends Stored {
  projectId: string
  what: string
  due: Day
  askedBy: string
  askedAt: Instant
  suppliedBy: string | null
  suppliedAt: Instant | null
  note: string | null
  documentId: string | null
}

export const EVIDENCE_STATES = ['late', 'asked', 'received'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]
export const EVIDENCE_STATE_LABELS: Record<EvidenceState, string> = {
  late: 'Late',
  asked: 'Asked',
  received: 'Received',
}
