import type { Day, Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** Years after verified delivery in which checks and reports can be due. */
export const ALLOWED_CHECK_YEARS = Array.from({ length: 30 }, (_, before) => String(before + 1))

/** Default years of checks, unless the project type names others. */
export const DEFAULT_CHECK_YEARS: readonly string[] = ['2', '5', '10', '15', '20', '25', '30']

export const SCHEDULED_CHECK_KINDS = ['compliance', 'performance'] as const
export type ScheduledCheckKind = (typeof SCHEDULED_CHECK_KINDS)[number]
export const SCHEDULED_CHECK_KIND_LABELS: Record<ScheduledCheckKind, string> = {
  compliance: 'Compliance check',
  performance: 'Performance check',
}

/** Days before its date from which a scheduled check can be done and is due. */
export const CHECK_OPENS_DAYS_BEFORE = 90

/**
 * States of a scheduled check, in this order: overdue; done, but not compliant since; due within three months; due
 * later; done.
 */
export const CHECK_STATES = ['late', 'failing', 'due', 'ahead', 'done'] as const
export type CheckState = (typeof CHECK_STATES)[number]
export const CHECK_STATE_LABELS: Record<CheckState, string> = {
  late: 'Late',
  failing: 'Failing',
  due: 'Due',
  ahead: 'Not due yet',
  done: 'Done',
}

/** A request to the owner of a project for evidence by a date, and the answer. */
export interface EvidenceRequest extends StoredRow {
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
  asked: 'Requested',
  received: 'Received',
}
