import { isInDayWindow, type Day, type DayWindow } from '@credit-market/values/dates'
import { capacityWithArticle, type Capacity } from '../values/capacity.ts'
import { registrationWindowOf, type Participation } from './participation.ts'
import { capacitiesOfBidderType, type BidderType, type Round } from './round.ts'

/** Change of one capacity when an organisation takes part: a new participation, or a new status. */
export interface ParticipationChange {
  capacity: Capacity
  existing: Participation | undefined
}

type Wish = 'Interested' | 'Provisional'

/** Adds an organisation to a round: the one rule behind expressing interest, recording and registering. */
export const planParticipationChanges = (
  existing: readonly Participation[],
  capacities: readonly Capacity[],
): ParticipationChange[] =>
  capacities.map(capacity => ({ capacity, existing: existing.find(one => one.capacity === capacity) }))

/** Reason why an organisation cannot take part in these capacities; undefined if it can. */
export const findParticipationObstacle = (
  existing: readonly Pick<Participation, 'capacity' | 'status'>[],
  capacities: readonly Capacity[],
  wish: Wish,
): string | undefined => {
  for (const capacity of capacities) {
    const status = existing.find(one => one.capacity === capacity)?.status
    const as = capacityWithArticle(capacity)
    if (status === 'Withdrawn')
      return `Withdrawn as ${as}. The market operator can reinstate this participation`
    if (status === 'Interested' && wish === 'Interested') return `Already interested as ${as}`
    if (status === 'Provisional' || status === 'Registered') return `Already registered as ${as}`
  }
  return undefined
}

/** Reason why a round does not admit these capacities, by its bidder type; undefined if it does. */
export const findAdmissionObstacle = (
  bidderType: BidderType,
  capacities: readonly Capacity[],
): string | undefined => {
  const foreign = capacities.find(capacity => !capacitiesOfBidderType(bidderType).includes(capacity))
  return foreign && NOT_ADMITTED[foreign]
}

const NOT_ADMITTED: Record<Capacity, string> = {
  Supplier: 'This market round is not open to suppliers',
  Buyer: 'This market round is not open to buyers',
  Investor: 'This market round is not open to investors',
}

/** Reason why only the operator may register in these capacities today; undefined if their window is open. */
export const findRegistrationWindowObstacle = (
  dates: Pick<Round, 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'>,
  capacities: readonly Capacity[],
  today: Day,
): string | undefined => {
  const early = capacities.find(capacity => !isInDayWindow(today, registrationOf(dates, capacity)))
  return early && WINDOW_NOT_OPEN[early]
}

const WINDOW_NOT_OPEN: Record<Capacity, string> = {
  Supplier: 'The registration window for suppliers is not open',
  Buyer: 'The registration window for buyers is not open',
  Investor: 'The registration window for investors is not open',
}

const registrationOf = (
  dates: Pick<Round, 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'>,
  capacity: Capacity,
): DayWindow =>
  registrationWindowOf(capacity) === 'suppliers'
    ? { start: dates.suppliersStart, end: dates.suppliersEnd }
    : { start: dates.buyersStart, end: dates.buyersEnd }
