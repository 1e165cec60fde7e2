import type { Capacity } from '../values/capacity.ts'
import type { RegistrationWindowName } from './round.ts'
import type { StoredRow } from '../values/subject.ts'

export const PARTICIPATION_STATUSES = ['Interested', 'Provisional', 'Registered', 'Withdrawn'] as const
export type ParticipationStatus = (typeof PARTICIPATION_STATUSES)[number]

/** An organisation's registration in a round, in one capacity. */
export interface Participation extends StoredRow {
  organisationId: string
  roundId: string
  capacity: Capacity
  status: ParticipationStatus
  /** Status before the withdrawal, which Reinstate restores. */
  statusBefore: ParticipationStatus | null
  reason: string | null
}

/** Buyers and investors share the buyers' registration window. */
export const registrationWindowOf = (capacity: Capacity): RegistrationWindowName =>
  capacity === 'Supplier' ? 'suppliers' : 'buyers'

/** Says whether the organisation takes part in this capacity at least provisionally. */
export const takesPartInCapacity = (participation: Pick<Participation, 'status'> | undefined): boolean =>
  participation?.status === 'Provisional' || participation?.status === 'Registered'
