import type { BiddingTimes } from './bidding-times.ts'
import { type Day, daysBetween, type Instant, marketDayOf, showDay, showWholeDay, within } from './dates.ts'
import { showMoment } from './london.ts'
import { keysOf } from './narrow.ts'
import type { BidderType, Round, RoundStatus, WindowName } from './round.ts'

/** A round by the days on which things may be registered in it, and the times of bids and offers. */
export type RoundDays = Pick<Round, 'status' | 'bidderType' | `${WindowName}Start` | `${WindowName}End`> &
  BiddingTimes

/** What each window of a round lets people do, in the order in which they come. */
const WINDOW_WORDS: Record<WindowName, (bidders: BidderType) => string> = {
  suppliers: () => 'Suppliers register',
  buyers: bidders =>
    ({
      Buyers: 'Buyers register',
      Investors: 'Investors register',
      BuyersAndInvestors: 'Buyers and investors register',
    })[bidders],
  projects: () => 'Projects are registered',
  requirements: () => 'Credit requirements are registered',
}

/** One window of a round that has its days, and what it is for. */
export interface RoundWindow {
  name: WindowName
  what: string
  start: Day
  end: Day
}

/** The windows of a round that have both their days. */
export const windowsOf = (round: RoundDays): RoundWindow[] =>
  keysOf(WINDOW_WORDS).flatMap(name => {
    const start = round[`${name}Start`]
    const end = round[`${name}End`]
    return start && end ? [{ name, what: WINDOW_WORDS[name](round.bidderType), start, end }] : []
  })

/**
 * Whether organisations can join a round: `now`, from a later day on, or no more. Joining is registering as a supplier, buyer or
 * investor; without days it is possible while registration is open.
 */
export const joining = (round: RoundDays, today: Day): { from: Day } | 'now' | 'over' => {
  if (round.status !== 'Open') return 'over'
  const windows = windowsOf(round).filter(({ name }) => name === 'suppliers' || name === 'buyers')
  if (windows.length === 0 || windows.some(window => within(today, window))) return 'now'
  const [next] = windows
    .map(({ start }) => start)
    .filter(start => start > today)
    .toSorted()
  return next === undefined ? 'over' : { from: next }
}

/** "today", "tomorrow", "in 12 days". */
const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** Where a window stands on a day: "closes in 12 days, on Friday 4 December 2026". */
export const windowState = ({ start, end }: Pick<RoundWindow, 'start' | 'end'>, today: Day): string => {
  if (today < start) return `opens ${inDays(daysBetween(today, start))}, on ${showWholeDay(start)}`
  if (today <= end) return `closes ${inDays(daysBetween(today, end))}, on ${showWholeDay(end)}`
  return `closed on ${showDay(end)}`
}

/** A round by the times of its bids and offers. */
type Timed = Pick<Round, 'status'> & BiddingTimes

/** What opens or closes at a moment: "closes in 12 days, on Friday 4 December 2026 at 12:00". */
const momentState = (verb: 'open' | 'close', instant: Instant, today: Day): string => {
  const day = marketDayOf(instant)
  return today <= day
    ? `${verb} ${inDays(daysBetween(today, day))}, on ${showMoment(instant)}`
    : `${verb === 'open' ? 'were to open' : 'closed'} on ${showMoment(instant)}`
}

/** Has the round not come to bids and offers yet? */
const isBefore = ({ status }: Pick<Round, 'status'>): boolean => ['Draft', 'Open', 'Closed'].includes(status)

/** Where bids and offers of a round stand on a day, as far as times are announced: "open in 3 days, on Friday 4 December 2026 at 09:00". */
export const biddingState = (round: Timed, today: Day): string | undefined => {
  const { bidsOpen, bidsClose } = round
  if (isBefore(round) && bidsOpen !== null) return momentState('open', bidsOpen, today)
  if (bidsClose === null) return undefined
  return isBefore(round) || round.status === 'OpenForBidsAndOffers'
    ? momentState('close', bidsClose, today)
    : `closed on ${showMoment(bidsClose)}`
}

/** The next moment at which bids and offers of a round open or close; null where none is announced. */
export const nextMomentOf = (round: Timed): Instant | null =>
  isBefore(round) && round.bidsOpen !== null
    ? round.bidsOpen
    : isBefore(round) || round.status === 'OpenForBidsAndOffers'
      ? round.bidsClose
      : null

/** The next day of a round on which something opens or closes; undefined where none has been announced. */
export const nextDayOf = (round: RoundDays, today: Day): Day | undefined => {
  const windows = round.status === 'Open' ? windowsOf(round) : []
  const moment = nextMomentOf(round)
  return [
    ...windows.map(({ start, end }) => (today < start ? start : end)),
    ...(moment === null ? [] : [marketDayOf(moment)]),
  ]
    .filter(day => day >= today)
    .toSorted()[0]
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const UNANNOUNCED = 'Bids and offers come next; their days have not been announced.'

const PHASES: Record<Exclude<RoundStatus, 'Open' | 'Draft'>, string> = {
  Closed: `Registration has closed. ${UNANNOUNCED}`,
  OpenForBidsAndOffers:
    'Registration has closed. Whoever is registered makes bids and offers now; the market operator ends this, and no day for it has been announced.',
  ClosedForBidsAndOffers: 'Closed for bids and offers. It is matched next.',
  Pending: 'Closed for bids and offers. It is being matched.',
  Matching: 'Closed for bids and offers. It is being matched.',
  Matched: 'Closed for bids and offers. The match is being reviewed.',
  Failed: 'Closed for bids and offers. It is matched next.',
  Rejected: 'Closed for bids and offers. It is matched next.',
  Settled: 'Settled.',
}

/** Where a round that has been announced stands today, in a sentence or two. */
export const roundState = (round: RoundDays, today: Day): string => {
  if (round.status === 'Draft') return 'Being prepared.'
  const bidding = biddingState(round, today)
  if (round.status === 'Closed' && bidding) return `Registration has closed. Bids and offers ${bidding}.`
  if (round.status === 'OpenForBidsAndOffers' && bidding)
    return `Taking bids and offers from whoever is registered; they ${bidding}.`
  if (round.status !== 'Open') return PHASES[round.status]
  const windows = windowsOf(round)
  const open = windows.filter(({ start, end }) => start <= today && today <= end)
  const coming = windows.filter(({ start }) => today < start)
  const told = (open.length > 0 ? open : coming).toSorted((a, b) =>
    open.length > 0 ? a.end.localeCompare(b.end) : a.start.localeCompare(b.start),
  )
  const [first] = told
  if (!first)
    return windows.length === 0
      ? 'Announced. Its days have not been set yet.'
      : `Registration is over. ${bidding ? `Bids and offers ${bidding}.` : UNANNOUNCED}`
  return `${open.length > 0 ? 'Open for registration' : 'Announced'}: ${small(first.what)}, and that ${windowState(first, today)}.`
}
