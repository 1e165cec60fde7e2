import { showDay, type Day, type Instant } from './dates.ts'
import { showMoment } from './london.ts'
import type { RoundStatus } from './round.ts'
import { numberFormat } from './formats.ts'

/** How many things there are in each status. */
export type ByStatus = Readonly<Partial<Record<string, number>>>

/** What somebody has in one round. */
export interface InRound {
  /** The market and the round. */
  name: string
  status: RoundStatus
  projectsEnd: Day | null
  requirementsEnd: Day | null
  bidsClose: Instant | null
  projects: ByStatus
  requirements: ByStatus
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'] as const
const thousands = numberFormat()

/** "Two projects", "One project", "1,204 projects"; up to ten in words. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${WORDS[number] ?? thousands.format(number)} ${number === 1 ? one : many}`

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const sum = (of: ByStatus, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (of[status] ?? 0), 0)

const CHECKED = ['Provisional', 'Registered', 'Screened', 'PendingScreening', 'Certified', 'PendingRound']
const TURNED_DOWN = ['FailedScreening', 'NotCertified', 'FailedRound']
const WON_PROJECTS = ['Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring']
const WON_REQUIREMENTS = [
  ...['RightsCreated', 'RightsAllocated', 'CreditsIssued'],
  ...['CreditsRedeemed', 'Retired'],
]

/** What has been won in rounds that are settled. */
const wonIn = (rounds: readonly InRound[]): string[] => {
  const won = (of: 'projects' | 'requirements', statuses: readonly string[]) =>
    rounds.reduce((total, round) => total + sum(round[of], statuses), 0)
  return told([
    [won('projects', WON_PROJECTS), 'project'],
    [won('requirements', WON_REQUIREMENTS), 'credit requirement'],
  ])
}

const told = (
  parts: readonly (readonly [count: number, one: string, after?: string, many?: string])[],
): string[] =>
  parts.flatMap(([count, one, after, many]) =>
    count === 0 ? [] : [`${counted(count, one, many)}${after ? ` ${after}` : ''}`],
  )

/** What somebody has in a round, the most pressing first. */
const itemsOf = ({ status, projects, requirements }: InRound): string[] => {
  const isBidding = status === 'OpenForBidsAndOffers'
  const isBefore = ['Draft', 'Open', 'Closed'].includes(status)
  const open = isBidding ? 'still to be made' : undefined
  return told([
    [sum(projects, ['Offered']), 'offer', 'sealed'],
    [sum(requirements, ['Bid']), 'bid', 'sealed'],
    [isBidding ? sum(projects, ['ApprovedRound']) : 0, 'offer', open],
    [isBidding ? sum(requirements, ['Registered']) : 0, 'bid', open],
    [isBidding ? 0 : sum(projects, ['ApprovedRound']), 'project', isBefore ? 'approved' : 'without an offer'],
    [
      isBidding ? 0 : sum(requirements, ['Registered']),
      'credit requirement',
      isBefore ? 'registered' : 'without a bid',
    ],
    [sum(projects, CHECKED), 'project', 'being checked'],
    [sum(requirements, ['Provisional']), 'credit requirement', 'being checked'],
    [sum(projects, ['Draft']), 'project', 'in preparation'],
    [sum(requirements, ['Draft']), 'credit requirement', 'in preparation'],
    [sum(projects, TURNED_DOWN), 'project', 'turned down'],
  ])
}

/** Until when what is in preparation can be registered; nothing once that is over. */
const registrationOf = (round: InRound, today: Day): string | undefined => {
  const ends = [
    ...(sum(round.projects, ['Draft']) > 0 ? [round.projectsEnd] : []),
    ...(sum(round.requirements, ['Draft']) > 0 ? [round.requirementsEnd] : []),
  ].flatMap(end => (end !== null && end >= today ? [end] : []))
  const [first] = ends.toSorted()
  return first ? `registration closes on ${showDay(first)}` : undefined
}

/** When offers and bids close, while they are made. */
const closingOf = ({ status, bidsClose }: InRound): string | undefined =>
  status === 'OpenForBidsAndOffers' && bidsClose !== null
    ? `bids and offers close on ${showMoment(bidsClose)}`
    : undefined

const PHASES: Record<RoundStatus, string> = {
  Draft: 'the round is being prepared',
  Open: 'the round is open for registration',
  Closed: 'registration is closed, and bids and offers are awaited',
  OpenForBidsAndOffers: 'the round is open for bids and offers',
  ClosedForBidsAndOffers: 'the round has closed and is to be matched',
  Pending: 'the round is being matched',
  Matching: 'the round is being matched',
  Matched: 'the match is being reviewed',
  Failed: 'the round has closed and is to be matched',
  Rejected: 'the round has closed and is to be matched again',
  Settled: 'the round is settled',
}

// What needs its owner comes first.
const PRESSING: readonly RoundStatus[] = ['OpenForBidsAndOffers', 'Open', 'Matched', 'Matching', 'Pending']
const rank = ({ status }: InRound): number => {
  const at = PRESSING.indexOf(status)
  return at < 0 ? PRESSING.length : at
}

/**
 * Where an organisation stands, in one sentence: what it has in the round that presses most and how far that is, else what
 * it has won. `openRounds` is how many rounds somebody could take part in from today; `opensNext` the one in which that can be
 * done next; `takesPart` where it does without having anything.
 */
export const standingSentence = (
  rounds: readonly InRound[],
  today: Day,
  {
    openRounds,
    opensNext,
    takesPart,
  }: { openRounds: number; opensNext?: { name: string; on: Day }; takesPart: readonly string[] },
): string => {
  const live = rounds
    .filter(round => round.status !== 'Settled' && itemsOf(round).length > 0)
    .toSorted((a, b) => rank(a) - rank(b))
  const [first] = live
  if (first) {
    const items = itemsOf(first)
    const has = [capital(items[0] ?? ''), ...items.slice(1).map(small)].join(', ')
    const more = live.length === 1 ? '' : `; things in ${small(counted(live.length - 1, 'more round'))}`
    const phase = registrationOf(first, today) ?? closingOf(first) ?? PHASES[first.status]
    return `${has} in ${first.name}; ${phase}${more}.`
  }
  const won = wonIn(rounds)
  const open =
    openRounds > 0
      ? `${small(counted(openRounds, 'market round is', 'market rounds are'))} open for registration`
      : opensNext
        ? `registration in ${opensNext.name} begins on ${showDay(opensNext.on)}`
        : 'no market round is open for registration at present'
  const [part] = takesPart
  if (part !== undefined) return `Taking part in ${part}, with nothing in it yet.`
  if (won.length > 0)
    return `${[won[0] ?? '', ...won.slice(1).map(small)].join(' and ')} won so far; ${open}.`
  return rounds.length > 0 ? `Nothing in a round under way; ${open}.` : `Not in a market round yet; ${open}.`
}
