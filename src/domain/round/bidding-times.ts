import { addDays, addMinutes, type Day, type Instant } from '@credit-market/values/dates'
import { formatLondonTime } from '../values/london.ts'
import type { Round, RoundStatus } from './round.ts'

/** Opening and closing times of bids and offers; null if the operator opens or closes by hand. */
export type BiddingTimes = Pick<Round, 'bidsOpen' | 'bidsClose'>

/** Shortest notice for bringing an announced time forward: people who rely on it look at least once a working day. */
export const MIN_NOTICE_HOURS = 24

/** Suggested times are on whole five minutes. */
const FIVE_MINUTES_MS = 300_000

/** Status of a round for bids and offers at an instant, whether or not it has been moved there yet. */
const statusAt = ({ status, bidsOpen, bidsClose }: Pick<Round, 'status'> & BiddingTimes, at: Instant) => {
  if (status !== 'OpenForBidsAndOffers') return status
  if (bidsClose !== null && bidsClose <= at) return 'ClosedForBidsAndOffers'
  return bidsOpen !== null && at < bidsOpen ? 'Closed' : status
}

/** The round at an instant, for bids and offers: closed from its closing time on, however late the closing is carried out. */
export const roundAtInstant = (round: Round, at: Instant): Round => ({
  ...round,
  status: statusAt(round, at),
})

const PREPARED: readonly RoundStatus[] = ['Draft', 'Open', 'Closed']

/** Text after the status of a round that says since when or from when it takes no bids and offers; empty if no time is announced. */
export const roundPhaseTimeText = ({
  status,
  bidsOpen,
  bidsClose,
}: Pick<Round, 'status'> & BiddingTimes): string =>
  bidsOpen !== null && PREPARED.includes(status)
    ? `; bids and offers open on ${formatLondonTime(bidsOpen)}`
    : bidsClose !== null && status === 'ClosedForBidsAndOffers'
      ? ` since ${formatLondonTime(bidsClose)}`
      : ''

/** Earliest time that may be announced at an instant, with the required notice. */
export const earliestTimeAfterNotice = (at: Instant): Instant =>
  new Date(
    Math.ceil(Date.parse(addMinutes(at, MIN_NOTICE_HOURS * 60)) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS,
  ).toISOString()

/** Last registration date of a round. */
export const lastRegistrationDateOf = (ends: readonly (Day | null | undefined)[]): Day | null =>
  ends
    .flatMap(end => end ?? [])
    .toSorted()
    .at(-1) ?? null

/** State before new times are set, which they must agree with. */
export interface PreviousBiddingTimes extends BiddingTimes {
  /** True once people know of the round. */
  isAnnounced: boolean
  /** Current instant by the database's clock. */
  at: Instant
}

const NAMES = ['bidsOpen', 'bidsClose'] as const

const wrongWithOne = (
  name: (typeof NAMES)[number],
  next: Instant | null,
  { isAnnounced, at, ...times }: PreviousBiddingTimes,
): string | undefined => {
  const before = times[name]
  if (next === before) return undefined
  if (next === null)
    return isAnnounced ? 'This time has been announced. You can change it, but not remove it' : undefined
  if (next <= at) return 'Must be in the future'
  const takesTime = isAnnounced && (before === null ? name === 'bidsClose' : next < before)
  const earliest = earliestTimeAfterNotice(at)
  if (!takesTime || next >= earliest) return undefined
  return before !== null && before <= earliest
    ? `The announced time is less than ${MIN_NOTICE_HOURS} hours away. You can make it later, but not earlier`
    : `You must give ${MIN_NOTICE_HOURS} hours’ notice. Choose ${formatLondonTime(earliest)} or later`
}

/**
 * Errors in times for bids and offers: bids must close after they open, registration must have ended before (in UTC days), and
 * announced times are brought forward only with notice.
 */
export const findBiddingTimesErrors = (
  next: BiddingTimes,
  registrationEnds: Day | null,
  before: PreviousBiddingTimes,
): { [N in (typeof NAMES)[number]]?: string } => {
  const { bidsOpen, bidsClose } = next
  const ended = registrationEnds && `${addDays(registrationEnds, 1)}T00:00:00.000Z`
  const wrong = {
    bidsOpen:
      bidsOpen !== null && ended && bidsOpen < ended
        ? `Must be after registration ends: ${formatLondonTime(ended)} or later`
        : wrongWithOne('bidsOpen', bidsOpen, before),
    bidsClose:
      bidsOpen !== null && bidsClose === null
        ? 'Enter the time when bids and offers close'
        : bidsOpen !== null && bidsClose !== null && bidsClose <= bidsOpen
          ? 'Must be after the time when bids and offers open'
          : wrongWithOne('bidsClose', bidsClose, before),
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== undefined))
}

/** Says whether an announced time was changed. */
export const isAnnouncedTimeChanged = (next: BiddingTimes, before: BiddingTimes): boolean =>
  NAMES.some(name => before[name] !== null && next[name] !== null && next[name] !== before[name])

/** Opening and closing of bids and offers as text: "Bids and offers open on ... and close on ...". */
export const biddingTimesText = ({ bidsOpen, bidsClose }: BiddingTimes): string =>
  bidsClose === null
    ? bidsOpen === null
      ? 'Bids and offers close when the market operator closes them'
      : `Bids and offers open on ${formatLondonTime(bidsOpen)} and close when the market operator closes them`
    : bidsOpen === null
      ? `Bids and offers close on ${formatLondonTime(bidsClose)}`
      : `Bids and offers open on ${formatLondonTime(bidsOpen)} and close on ${formatLondonTime(bidsClose)}`
