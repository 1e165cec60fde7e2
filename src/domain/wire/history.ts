import type { Day, Instant } from '../dates.ts'
import type { NextComplianceAction } from '../project-check.ts'
import type { Certification } from '../project.ts'
import type { DocumentItem, ListOf } from './general.ts'

/** Somebody looked at a project: when, who, and the report as it counts now. */
export interface VisitItem {
  id: string
  date: Day
  name: string
  organisation: string
  notes: string | null
  report: Pick<DocumentItem, 'id' | 'name' | 'links'> | null
}

/** What follows from a failed compliance check. */
export interface NextCompliance {
  action: NextComplianceAction
  date: Day
}

export interface ComplianceItem extends VisitItem {
  isCompliant: boolean
  failReason: string | null
  nextAction: NextCompliance | null
}

export interface VerificationItem extends VisitItem {
  isPass: boolean
  failReason: string | null
}

/** A decision that the operator took on a project, as the trail remembers it. */
interface DecisionItem {
  id: string
  at: Instant
  by: string
  /** The status that it led to. */
  outcome: string | null
}

export interface ScreeningItem extends DecisionItem {
  comment: string | null
}

export interface CertificationItem extends DecisionItem {
  certification: Certification | null
}

/** What is kept of a project, by the last part of its path: `GET /api/project/{id}/{record}`. */
export interface ProjectRecords {
  compliance: ListOf<ComplianceItem>
  performance: ListOf<VisitItem>
  verification: ListOf<VerificationItem>
  screening: ListOf<ScreeningItem>
  certification: ListOf<CertificationItem>
}
