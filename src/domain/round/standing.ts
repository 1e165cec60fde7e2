import { showDay, type Day, type Instant } from '@credit-market/values/dates'
import { formatLondonTime } from '../values/london.ts'
import type { RoundStatus } from './round.ts'
import { capitalise, countInWords } from '../text/sentence.ts'
import { seasonText } from './season.ts'

/** Number of things in each status. */
export type CountsByStatus = Readonly<Partial<Record<string, number>>>

/** An organisation's things in one round. */
export interface RoundPosition {
  /** Names of market and round. */
  name: string
  status: RoundStatus
  projectsEnd: Day | null
  requirementsEnd: Day | null
  bidsClose: Instant | null
  projects: CountsByStatus
  requirements: CountsByStatus
}

/** "two projects", "one project", "1,204 projects". */
const countText = (count: number, one: string, many = `${one}s`): string =>
  `${countInWords(count)} ${count === 1 ? one : many}`

const sum = (of: CountsByStatus, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (of[status] ?? 0), 0)

const CHECKED = ['Provisional', 'Registered', 'Screened', 'PendingScreening', 'Certified', 'PendingRound']
const TURNED_DOWN = ['FailedScreening', 'NotCertified', 'FailedRound']
const WON_PROJECTS = ['Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring']
const WON_REQUIREMENTS = [
  ...['RightsCreated', 'RightsAllocated', 'CreditsIssued'],
  ...['CreditsRedeemed', 'Retired'],
]

/** Winnings in settled rounds. */
const wonIn = (rounds: readonly RoundPosition[]): string[] => {
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
    count === 0 ? [] : [`${countText(count, one, many)}${after ? ` ${after}` : ''}`],
  )

/** An organisation's things in a round, the most urgent first. */
const itemsOf = ({ status, projects, requirements }: RoundPosition): string[] => {
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
    [sum(projects, TURNED_DOWN), 'project', 'not approved'],
  ])
}

/** End of registration for things in preparation; undefined once it is over. */
const registrationOf = (round: RoundPosition, today: Day): string | undefined => {
  const ends = [
    ...(sum(round.projects, ['Draft']) > 0 ? [round.projectsEnd] : []),
    ...(sum(round.requirements, ['Draft']) > 0 ? [round.requirementsEnd] : []),
  ].flatMap(end => (end !== null && end >= today ? [end] : []))
  const [first] = ends.toSorted()
  return first ? `registration closes on ${showDay(first)}` : undefined
}

/** Closing time of offers and bids while they are open. */
const closingOf = ({ status, bidsClose }: RoundPosition): string | undefined =>
  status === 'OpenForBidsAndOffers' && bidsClose !== null
    ? `bids and offers close on ${formatLondonTime(bidsClose)}`
    : undefined

const PHASES: Record<RoundStatus, string> = {
  Draft: 'the round is being prepared',
  Open: 'the round is open for registration',
  Closed: 'registration is closed, and bids and offers come next',
  OpenForBidsAndOffers: 'the round is open for bids and offers',
  ClosedForBidsAndOffers: 'the round has closed, and matching comes next',
  Pending: 'the round is being matched',
  Matching: 'the round is being matched',
  Matched: 'the match is being reviewed',
  Failed: 'the round has closed, and matching comes next',
  Rejected: 'the round has closed, and will be matched again',
  Settled: 'the round is settled',
}

// Statuses in order of urgency for the owner.
const PRESSING: readonly RoundStatus[] = ['OpenForBidsAndOffers', 'Open', 'Matched', 'Matching', 'Pending']
const rank = ({ status }: RoundPosition): number => {
  const at = PRESSING.indexOf(status)
  return at < 0 ? PRESSING.length : at
}

/**
 * Position of an organisation in one sentence: its things in the most urgent round with their progress, otherwise its winnings.
 * `openRounds` counts the rounds open from today; `opensNext` is the next to open, and `planned` the next that is only planned; `takesPart` names the rounds in which it takes
 * part, in case it has no things there yet.
 */
export const roundPositionSentence = (
  rounds: readonly RoundPosition[],
  today: Day,
  {
    openRounds,
    opensNext,
    planned,
    takesPart,
  }: {
    openRounds: number
    opensNext?: { name: string; on: Day }
    planned?: { name: string; from: Day }
    takesPart: readonly string[]
  },
): string => {
  const live = rounds
    .filter(round => round.status !== 'Settled' && itemsOf(round).length > 0)
    .toSorted((a, b) => rank(a) - rank(b))
  const [first] = live
  if (first) {
    const has = capitalise(itemsOf(first).join(', '))
    const more = live.length === 1 ? '' : `; also in ${countText(live.length - 1, 'more round')}`
    const phase = registrationOf(first, today) ?? closingOf(first) ?? PHASES[first.status]
    return `${has} in ${first.name}; ${phase}${more}.`
  }
  const won = wonIn(rounds)
  const open =
    openRounds > 0
      ? `${countText(openRounds, 'market round is', 'market rounds are')} open for registration`
      : opensNext
        ? `registration in ${opensNext.name} begins on ${showDay(opensNext.on)}`
        : planned
          ? `${planned.name} is expected to open in ${seasonText(planned.from)}`
          : 'no market round is open for registration, and the next one has not been announced yet'
  const [part] = takesPart
  if (part !== undefined) return `Taking part in ${part}, without projects or requirements yet.`
  if (won.length > 0) return `${capitalise(won.join(' and '))} won so far; ${open}.`
  return rounds.length > 0 ? `Not in a current market round; ${open}.` : `Not in a market round yet; ${open}.`
}
