import { within, type Day, type DayWindow } from './dates.ts'
import type { Capacity } from './capacity.ts'
import { windowFor, type Participation } from './participation.ts'
import { capacitiesOf, type BidderType, type Round } from './round.ts'

/** What becomes of one capacity when an organisation takes part: a new participation, or one that moves on. */
export interface Taking {
  capacity: Capacity
  existing: Participation | undefined
}

type Wish = 'Interested' | 'Provisional'

/** An organisation takes part in a round: the one rule behind expressing interest, recording and registering. */
export const taking = (existing: readonly Participation[], capacities: readonly Capacity[]): Taking[] =>
  capacities.map(capacity => ({ capacity, existing: existing.find(one => one.capacity === capacity) }))

/** Why an organisation cannot take part in these capacities; nothing when it can. */
export const whyNotTake = (
  existing: readonly Pick<Participation, 'capacity' | 'status'>[],
  capacities: readonly Capacity[],
  wish: Wish,
): string | undefined => {
  for (const capacity of capacities) {
    const status = existing.find(one => one.capacity === capacity)?.status
    const as = capacity.toLowerCase()
    if (status === 'Withdrawn')
      return `Withdrawn as ${as}: the market operator can reinstate this participation`
    if (status === 'Interested' && wish === 'Interested') return `Already interested as ${as}`
    if (status === 'Provisional' || status === 'Registered') return `Already registered as ${as}`
  }
  return undefined
}

/** Why a round does not take these capacities, by its bidder type; nothing when it does. */
export const whyNotAdmitted = (
  bidderType: BidderType,
  capacities: readonly Capacity[],
): string | undefined => {
  const foreign = capacities.find(capacity => !capacitiesOf(bidderType).includes(capacity))
  return foreign && `This market round has no ${foreign.toLowerCase()}s`
}

/** Why nobody but the operator may register in these capacities today; nothing when their window is open. */
export const whyNotToday = (
  dates: Pick<Round, 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'>,
  capacities: readonly Capacity[],
  today: Day,
): string | undefined => {
  const early = capacities.find(capacity => !within(today, registrationOf(dates, capacity)))
  return early && `The registration window for ${early.toLowerCase()}s is not open`
}

const registrationOf = (
  dates: Pick<Round, 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'>,
  capacity: Capacity,
): DayWindow =>
  windowFor(capacity) === 'suppliers'
    ? { start: dates.suppliersStart, end: dates.suppliersEnd }
    : { start: dates.buyersStart, end: dates.buyersEnd }
