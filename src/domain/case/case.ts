import { isOneOf } from '../values/narrow.ts'
import type { Day, Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'
import type { CaseStatus } from './case-status.ts'
import type { DisputeFinding } from './dispute.ts'
import type { CapacityLeft } from './unit-failure.ts'

/** Kinds of mishaps after a settlement. */
export const CASE_TYPES = [
  'DeliveryFailure',
  'IssuedInError',
  'WillNotSign',
  'BuyerDefault',
  'Dispute',
  'LateDelivery',
] as const
export type CaseType = (typeof CASE_TYPES)[number]

export const CASE_TYPE_LABELS: Record<CaseType, string> = {
  DeliveryFailure: 'Delivery failure',
  IssuedInError: 'Credits issued in error',
  WillNotSign: 'Supplier will not sign',
  BuyerDefault: 'Buyer does not pay',
  Dispute: 'Dispute',
  LateDelivery: 'Late delivery',
}

/** Roles in which someone can report a case; the system opens one after a check that failed. */
export const CASE_REPORTERS = ['operator', 'owner', 'holder', 'authority', 'system'] as const
export type CaseReporter = (typeof CASE_REPORTERS)[number]

/** One mishap with one subject: a project, or a requirement whose buyer does not pay. */
export interface Case extends StoredRow {
  name: string
  roundId: string
  type: CaseType
  status: CaseStatus
  /** Exactly one of the two is set. */
  projectId: string | null
  requirementId: string | null
  /** Organisation that owns the subject. */
  ownerId: string
  /** Planning authority of the subject. */
  lpaId: string | null
  /** Organisations that hold units of the project, or supply the requirement; they may read the case. */
  concernedIds: string[]
  /** Planning authorities of their developments or projects; they may read the case. */
  concernedLpaIds: string[]
  /** First day of the mishap, as reported. */
  since: Day
  what: string
  reporter: CaseReporter
  /** Person who reported it; null for the system. */
  reportedBy: string | null
  /** Organisation of that person. */
  reportedForId: string | null
  reportedAt: Instant
  confirmedAt: Instant | null
  /** First day of a confirmed delivery failure, and the capacity that it leaves to each service. */
  failedSince: Day | null
  capacityLeft: CapacityLeft[]
  /** Last day on which the mishap is to be put right. */
  rectifyBy: Day | null
  /** Last days for the papers of the owner and of the other side of a dispute, and when each filed its last one. */
  ownerPapersBy: Day | null
  otherPapersBy: Day | null
  ownerFiledAt: Instant | null
  otherFiledAt: Instant | null
  /** Decision of a dispute, and what follows from it. */
  finding: DisputeFinding | null
  follows: string | null
  /** Reason of the last decision. */
  reason: string | null
  endedAt: Instant | null
}

/** Subjects of a case, by type: a buyer defaults on a requirement; everything else happens to a project. */
export const isAboutRequirement = (type: CaseType): boolean => type === 'BuyerDefault'

/**
 * Name of a case: its type and its project, or the round of a requirement. Suppliers read the case of a buyer that does not pay,
 * and may not know which development it is.
 */
export const caseName = (type: CaseType, projectOrRound: string): string =>
  `${CASE_TYPE_LABELS[type]}: ${projectOrRound}`

/** Types of cases that people who are not staff of the market operator can report. */
export const CONCERN_TYPES = [
  'DeliveryFailure',
  'LateDelivery',
  'Dispute',
] as const satisfies readonly CaseType[]

/** Types of cases whose confirmation fails units: some of them, or all if the supplier does not sign. */
export const FAILING_TYPES = ['DeliveryFailure', 'WillNotSign'] as const satisfies readonly CaseType[]

/** Types of cases during which units cannot be relied on in full: in doubt until the case is confirmed, if units fail then. */
export const DOUBTING_TYPES = [...FAILING_TYPES, 'IssuedInError'] as const satisfies readonly CaseType[]

/** Says whether units fail when such a case is confirmed. */
export const failsUnits = (type: CaseType): boolean => isOneOf(FAILING_TYPES, type)

/** Says whether units cannot be relied on in full while such a case is open. */
export const putsUnitsInDoubt = (type: CaseType): boolean => isOneOf(DOUBTING_TYPES, type)

/** Days after a dismissal for which the same organisation cannot report the same again, so that it cannot keep units in doubt. */
export const DAYS_AFTER_DISMISSAL = 30

/** Days after a failed verification in which it is to be put right, if no day is named (decision 0201). */
export const USUAL_DAYS_TO_CURE = 90
