import type { BiddingTimes } from './bidding-times.ts'
import {
  type Day,
  daysBetween,
  type Instant,
  englishDayOf,
  showDay,
  showLongDay,
  isInDayWindow,
} from '@credit-market/values/dates'
import { formatLondonTime } from '../values/london.ts'
import { keysOf } from '../values/narrow.ts'
import type { BidderType, Round, RoundStatus, RegistrationWindowName } from './round.ts'
import { isSeasonOver, seasonText } from './season.ts'

/** Registration dates of a round, and times of its bids and offers. */
export type RoundDays = Pick<
  Round,
  'status' | 'bidderType' | 'expectedFrom' | `${RegistrationWindowName}Start` | `${RegistrationWindowName}End`
> &
  BiddingTimes

/** Purposes of the windows of a round, in their order. */
const WINDOW_WORDS: Record<RegistrationWindowName, (bidders: BidderType) => string> = {
  suppliers: () => 'Supplier registration',
  buyers: bidders =>
    ({
      Buyers: 'Buyer registration',
      Investors: 'Investor registration',
      BuyersAndInvestors: 'Buyer and investor registration',
    })[bidders],
  projects: () => 'Project registration',
  requirements: () => 'Credit requirement registration',
}

/** A window of a round with dates, and its purpose. */
export interface RoundWindow {
  name: RegistrationWindowName
  what: string
  start: Day
  end: Day
}

/** Windows of a round with both dates. */
export const roundWindows = (round: Omit<RoundDays, 'status' | 'expectedFrom'>): RoundWindow[] =>
  keysOf(WINDOW_WORDS).flatMap(name => {
    const start = round[`${name}Start`]
    const end = round[`${name}End`]
    return start && end ? [{ name, what: WINDOW_WORDS[name](round.bidderType), start, end }] : []
  })

/**
 * Says whether organisations can join a round: `now`, from a later day, or no longer. They join by registering as a supplier,
 * buyer or investor; without dates they can while registration is open.
 */
export const roundJoiningState = (round: RoundDays, today: Day): { from: Day } | 'now' | 'over' => {
  if (round.status !== 'Open') return 'over'
  const windows = roundWindows(round).filter(({ name }) => name === 'suppliers' || name === 'buyers')
  if (windows.length === 0 || windows.some(window => isInDayWindow(today, window))) return 'now'
  const [next] = windows
    .map(({ start }) => start)
    .filter(start => start > today)
    .toSorted()
  return next === undefined ? 'over' : { from: next }
}

/** "today", "tomorrow", "in 12 days". */
const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** State of a window on a day: "closes in 12 days, on Friday 4 December 2026". */
export const windowStateText = ({ start, end }: Pick<RoundWindow, 'start' | 'end'>, today: Day): string => {
  if (today < start) return `opens ${inDays(daysBetween(today, start))}, on ${showLongDay(start)}`
  if (today <= end) return `closes ${inDays(daysBetween(today, end))}, on ${showLongDay(end)}`
  return `closed on ${showDay(end)}`
}

/** Times of bids and offers of a round. */
type Timed = Pick<Round, 'status'> & BiddingTimes

/** Opening or closing at an instant: "closes in 12 days, on Friday 4 December 2026 at 12:00". */
const momentState = (verb: 'open' | 'close', instant: Instant, today: Day): string => {
  const day = englishDayOf(instant)
  return today <= day
    ? `${verb} ${inDays(daysBetween(today, day))}, on ${formatLondonTime(instant)}`
    : `${verb === 'open' ? 'were to open' : 'closed'} on ${formatLondonTime(instant)}`
}

/** Says whether bids and offers are still in the future. */
const isBefore = ({ status }: Pick<Round, 'status'>): boolean => ['Draft', 'Open', 'Closed'].includes(status)

/** State of bids and offers on a day, if times are announced: "open in 3 days, on Friday 4 December 2026 at 09:00". */
export const biddingStateText = (round: Timed, today: Day): string | undefined => {
  const { bidsOpen, bidsClose } = round
  if (isBefore(round) && bidsOpen !== null) return momentState('open', bidsOpen, today)
  if (bidsClose === null) return undefined
  return isBefore(round) || round.status === 'OpenForBidsAndOffers'
    ? momentState('close', bidsClose, today)
    : `closed on ${formatLondonTime(bidsClose)}`
}

/** Next instant at which bids and offers of a round open or close; null if none is announced. */
export const nextBiddingInstant = (round: Timed): Instant | null =>
  isBefore(round) && round.bidsOpen !== null
    ? round.bidsOpen
    : isBefore(round) || round.status === 'OpenForBidsAndOffers'
      ? round.bidsClose
      : null

/** Next day of a round on which something opens or closes, or the first day of the season of a planned one; undefined if none is announced. */
export const nextRoundDate = (round: RoundDays, today: Day): Day | undefined => {
  if (round.status === 'Draft') return round.expectedFrom ?? undefined
  const windows = round.status === 'Open' ? roundWindows(round) : []
  const moment = nextBiddingInstant(round)
  return [
    ...windows.map(({ start, end }) => (today < start ? start : end)),
    ...(moment === null ? [] : [englishDayOf(moment)]),
  ]
    .filter(day => day >= today)
    .toSorted()[0]
}

const UNANNOUNCED = 'Bids and offers come next; their dates have not been announced yet.'

const PHASES: Record<Exclude<RoundStatus, 'Open' | 'Draft'>, string> = {
  Closed: `Registration has closed. ${UNANNOUNCED}`,
  OpenForBidsAndOffers:
    'Registered participants can make bids and offers now. The closing time has not been announced yet.',
  ClosedForBidsAndOffers: 'Closed for bids and offers. Matching comes next.',
  Pending: 'Closed for bids and offers. Matching is under way.',
  Matching: 'Closed for bids and offers. Matching is under way.',
  Matched: 'Closed for bids and offers. The match is under review.',
  Failed: 'Closed for bids and offers. Matching comes next.',
  Rejected: 'Closed for bids and offers. Matching comes next.',
  Settled: 'Settled.',
}

/** State of a draft round, announced or not, in a sentence. */
const draftStateText = ({ expectedFrom }: Pick<RoundDays, 'expectedFrom'>, today: Day): string => {
  if (expectedFrom === null) return 'Being prepared.'
  const season = seasonText(expectedFrom)
  return isSeasonOver(expectedFrom, today)
    ? `Planned. Registration was expected to open in ${season}. A new time has not been announced yet.`
    : `Planned. Registration is expected to open in ${season}.`
}

/** State of an announced round today, in one or two sentences; for those who join in one way only, by the window in which they join. */
export const roundStateText = (round: RoundDays, today: Day, joins?: 'suppliers' | 'buyers'): string => {
  if (round.status === 'Draft') return draftStateText(round, today)
  const bidding = biddingStateText(round, today)
  if (round.status === 'Closed' && bidding) return `Registration has closed. Bids and offers ${bidding}.`
  if (round.status === 'OpenForBidsAndOffers' && bidding)
    return `Registered participants can make bids and offers now. Bids and offers ${bidding}.`
  if (round.status !== 'Open') return PHASES[round.status]
  const all = roundWindows(round)
  const own = all.filter(({ name, end }) => name === joins && today <= end)
  const windows = own.length > 0 ? own : all
  const open = windows.filter(({ start, end }) => start <= today && today <= end)
  const coming = windows.filter(({ start }) => today < start)
  const windowsAhead = (open.length > 0 ? open : coming).toSorted((a, b) =>
    open.length > 0 ? a.end.localeCompare(b.end) : a.start.localeCompare(b.start),
  )
  const [first] = windowsAhead
  if (!first)
    return windows.length === 0
      ? 'Announced. The dates have not been set yet.'
      : `Registration has closed. ${bidding ? `Bids and offers ${bidding}.` : UNANNOUNCED}`
  return open.length > 0
    ? `Open for registration. ${first.what} ${windowStateText(first, today)}.`
    : `Announced. ${first.what} ${windowStateText(first, today)}.`
}
