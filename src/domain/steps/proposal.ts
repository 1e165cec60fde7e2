import type { Day, Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

export const PROPOSAL_STATUSES = ['Waiting', 'Approved', 'Declined', 'Withdrawn', 'Void', 'Expired'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** People whose acts wait for approval if the act requires one: staff of the market operator, or no one. */
export const APPROVAL_SCOPES = ['operator', 'nobody'] as const
export type ApprovalScope = (typeof APPROVAL_SCOPES)[number]

/** Days for which a proposal waits; afterwards people must propose again (decision 0091). */
export const PROPOSAL_DAYS = 14

/** An act as its proposer sent it: done once an approver agrees, and only on exactly that state. */
export interface Proposal extends StoredRow {
  status: ProposalStatus
  /** Kind and id of its subject: a thing or a list. */
  subjectKind: string
  subjectId: string
  subjectVersion: number
  action: string
  /** Answers of the proposer, emptied once it is decided: the records hold the result. */
  answers: Readonly<Record<string, unknown>>
  /** Hash of all facts of the form. */
  known: string
  reason: string
  /** Changes by a preview, as the proposer saw them. */
  foreseen: Readonly<Record<string, unknown>>
  /** Organisation that must agree, if the act is proposed for an owner; null if other staff of the operator approve. */
  ownerId: string | null
  roundId: string | null
  proposedBy: string
  proposedAt: Instant
  /** Last day for approval. */
  expiresOn: Day
  decidedBy: string | null
  decidedAt: Instant | null
  note: string | null
}
