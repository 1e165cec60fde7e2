import type { Capacity } from './capacity.ts'
import type { WindowName } from './round.ts'
import type { Stored } from './subject.ts'

export const PARTICIPATION_STATUSES = ['Interested', 'Provisional', 'Registered', 'Withdrawn'] as const
export type ParticipationStatus = (typeof PARTICIPATION_STATUSES)[number]

/** An organisation's registration in a round, in one capacity. */
export interface Participation extends Stored {
  organisationId: string
  roundId: string
  capacity: Capacity
  status: ParticipationStatus
  /** What it was before it was withdrawn, so that Reinstate can restore it. */
  statusBefore: ParticipationStatus | null
  reason: string | null
}

/** Buyers and investors share the buyers' registration window. */
export const windowFor = (capacity: Capacity): WindowName =>
  capacity === 'Supplier' ? 'suppliers' : 'buyers'

/** Is the organisation taking part in this capacity at least provisionally? */
export const takesPart = (participation: Pick<Participation, 'status'> | undefined): boolean =>
  participation?.status === 'Provisional' || participation?.status === 'Registered'
