import { addDays, addMinutes, type Day, type Instant } from './dates.ts'
import { showMoment } from './london.ts'
import type { Round, RoundStatus } from './round.ts'

/** When bids and offers of a round open and close; null where that is done by hand. */
export type BiddingTimes = Pick<Round, 'bidsOpen' | 'bidsClose'>

/** A time that has been announced is not brought nearer than this: who relies on it looks at least once a working day. */
export const NOTICE_HOURS = 24

/** Times that are chosen for somebody are on whole five minutes. */
const FIVE_MINUTES_MS = 300_000

/** The status in which a round is for bids and offers at a moment, whether or not it has been moved there yet. */
const statusAt = ({ status, bidsOpen, bidsClose }: Pick<Round, 'status'> & BiddingTimes, at: Instant) => {
  if (status !== 'OpenForBidsAndOffers') return status
  if (bidsClose !== null && bidsClose <= at) return 'ClosedForBidsAndOffers'
  return bidsOpen !== null && at < bidsOpen ? 'Closed' : status
}

/** The round as it is for bids and offers at a moment: from its closing time on it is closed, however late that is carried out. */
export const asOf = (round: Round, at: Instant): Round => ({ ...round, status: statusAt(round, at) })

const PREPARED: readonly RoundStatus[] = ['Draft', 'Open', 'Closed']

/** Since when, or from when on, a round takes no bids and offers, to be put behind its status; nothing where no time is announced. */
export const timeOfPhase = ({ status, bidsOpen, bidsClose }: Pick<Round, 'status'> & BiddingTimes): string =>
  bidsOpen !== null && PREPARED.includes(status)
    ? `; bids and offers open on ${showMoment(bidsOpen)}`
    : bidsClose !== null && status === 'ClosedForBidsAndOffers'
      ? ` since ${showMoment(bidsClose)}`
      : ''

/** The earliest time that may be announced at a moment, with the notice that is due. */
export const earliestAfterNotice = (at: Instant): Instant =>
  new Date(
    Math.ceil(Date.parse(addMinutes(at, NOTICE_HOURS * 60)) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS,
  ).toISOString()

/** The last day on which anything may be registered in a round. */
export const registrationEndOf = (ends: readonly (Day | null | undefined)[]): Day | null =>
  ends
    .flatMap(end => end ?? [])
    .toSorted()
    .at(-1) ?? null

/** What was so before times are set, and what they must agree with. */
export interface BeforeTimes extends BiddingTimes {
  /** Do people know of the round? */
  isAnnounced: boolean
  /** The moment by the database's clock. */
  at: Instant
}

const NAMES = ['bidsOpen', 'bidsClose'] as const

const wrongWithOne = (
  name: (typeof NAMES)[number],
  next: Instant | null,
  { isAnnounced, at, ...times }: BeforeTimes,
): string | undefined => {
  const before = times[name]
  if (next === before) return undefined
  if (next === null)
    return isAnnounced ? 'It has been announced: it can be moved, but not taken away' : undefined
  if (next <= at) return 'Must be in the future'
  const takesTime = isAnnounced && (before === null ? name === 'bidsClose' : next < before)
  const earliest = earliestAfterNotice(at)
  if (!takesTime || next >= earliest) return undefined
  return before !== null && before <= earliest
    ? `Announced for less than ${NOTICE_HOURS} hours from now: it can be moved later, but not earlier`
    : `${NOTICE_HOURS} hours' notice is due: ${showMoment(earliest)} at the earliest`
}

/**
 * What is wrong with times for bids and offers: bids that open also close, and later; registration has ended before (its days
 * are those of UTC); and what was announced is brought forward only with notice.
 */
export const wrongWithTimes = (
  next: BiddingTimes,
  registrationEnds: Day | null,
  before: BeforeTimes,
): { [N in (typeof NAMES)[number]]?: string } => {
  const { bidsOpen, bidsClose } = next
  const ended = registrationEnds && `${addDays(registrationEnds, 1)}T00:00:00.000Z`
  const wrong = {
    bidsOpen:
      bidsOpen !== null && ended && bidsOpen < ended
        ? `Must be after registration has ended: from ${showMoment(ended)} on`
        : wrongWithOne('bidsOpen', bidsOpen, before),
    bidsClose:
      bidsOpen !== null && bidsClose === null
        ? 'Say also when they close'
        : bidsOpen !== null && bidsClose !== null && bidsClose <= bidsOpen
          ? 'Must be after they open'
          : wrongWithOne('bidsClose', bidsClose, before),
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, text]) => text !== undefined))
}

/** Is another time announced for what was announced before? */
export const isMoved = (next: BiddingTimes, before: BiddingTimes): boolean =>
  NAMES.some(name => before[name] !== null && next[name] !== null && next[name] !== before[name])

/** When bids and offers open and close, in words: "Bids and offers open on ... and close on ...". */
export const timesInWords = ({ bidsOpen, bidsClose }: BiddingTimes): string =>
  `Bids and offers ${[
    ...(bidsOpen === null ? [] : [`open on ${showMoment(bidsOpen)}`]),
    bidsClose === null ? 'close when the market operator closes them' : `close on ${showMoment(bidsClose)}`,
  ].join(' and ')}`
