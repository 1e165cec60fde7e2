import type { Day, Instant } from './dates.ts'
import type { Stored } from './subject.ts'

export const PROPOSAL_STATUSES = ['Waiting', 'Approved', 'Declined', 'Withdrawn', 'Void', 'Expired'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Whose acts wait for an approval where they ask for one: those of the market operator's staff, or nobody's. */
export const SECOND_PERSON_FOR = ['operator', 'nobody'] as const
export type SecondPersonFor = (typeof SECOND_PERSON_FOR)[number]

/** For so many days a proposal waits; what nobody has decided by then is asked anew (decision 0091). */
export const PROPOSAL_DAYS = 14

/** What somebody would do, as it was sent: done once a second person approves it, of exactly that state of things. */
export interface Proposal extends Stored {
  status: ProposalStatus
  /** What it would be done to: the kind and id of a thing, or of a list as such. */
  subjectKind: string
  subjectId: string
  subjectVersion: number
  action: string
  /** The answers as they were sent, emptied once it is decided: the books hold what came of it. */
  answers: Readonly<Record<string, unknown>>
  /** A hash of all that the form knew. */
  known: string
  reason: string
  /** What it would change, by a rehearsal, as the proposer was told. */
  foreseen: Readonly<Record<string, unknown>>
  /** The organisation whose people must agree, where it is proposed for an owner; null where another of the operator's staff approves. */
  ownerId: string | null
  roundId: string | null
  proposedBy: string
  proposedAt: Instant
  /** The last day on which it can be approved. */
  expiresOn: Day
  decidedBy: string | null
  decidedAt: Instant | null
  note: string | null
}
