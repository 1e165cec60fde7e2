import { isOperator, isOwnOrMerged, type Actor } from '../people/actor.ts'
import type { Permission } from '../people/authority.ts'
import type { EntityMap } from './entities.ts'
import type { Market } from '../round/market.ts'
import type { OrganisationPayment } from '@credit-market/matching/problem/match-solution'
import { ROUND_STATUSES, type Round, type RoundStatus } from '../round/round.ts'

/**
 * Times from which a figure may be read, with the status of the round. A figure of a match needs a match anyway, so
 * its status only has to say that the round is closed.
 */
export const DISCLOSURE_TIMES = {
  always: { label: 'at any time', from: 'Draft' },
  close: { label: 'after the close', from: 'ClosedForBidsAndOffers' },
  match: { label: 'after the match', from: 'ClosedForBidsAndOffers' },
  acceptance: { label: 'after acceptance', from: 'Settled' },
  never: { label: 'never', from: null },
} as const satisfies Record<string, { label: string; from: RoundStatus | null }>
export type DisclosureTime = keyof typeof DISCLOSURE_TIMES

/**
 * Readers, from the closest: staff of the market operator; the owner, and the owner's agent for offers and bids in that
 * round; organisations that trade with the owner; everyone else who may see the round when signed in; anyone.
 */
export const FIGURE_READERS = ['operator', 'owner', 'counterparty', 'participant', 'anybody'] as const
export type FigureReader = (typeof FIGURE_READERS)[number]

interface Disclosed extends Record<FigureReader, DisclosureTime> {
  label: string
  /** A sum over parties: readable to others than the operator only if `hasEnoughParties` agrees. */
  isSum?: true
  /** Readable to its owner only if the round's setting allows it. */
  bySetting?: true
  /** Readable to others than the operator only if the market's setting allows it, without names. */
  byMarket?: true
}

const operatorOnly = {
  operator: 'match',
  owner: 'never',
  counterparty: 'never',
  participant: 'never',
  anybody: 'never',
} as const
const ownersToo = { ...operatorOnly, owner: 'acceptance' } as const
const everybodys = {
  operator: 'match',
  owner: 'acceptance',
  counterparty: 'acceptance',
  participant: 'acceptance',
  anybody: 'acceptance',
} as const

/** Every figure of a round's offers, bids and result, with readers and times. All answers follow this table. */
export const DISCLOSABLE_FIGURES = {
  amount: { ...operatorOnly, label: 'Amount of an offer or a bid', operator: 'close', owner: 'always' },
  costs: { ...operatorOnly, label: 'Costs of a project', operator: 'always', owner: 'always' },
  itemMoney: { ...ownersToo, label: 'Value, share and payment of a project or a requirement' },
  organisationMoney: { ...ownersToo, label: 'Value, share and payment of an organisation' },
  pricePerUnit: { ...ownersToo, label: 'Price per unit' },
  reason: { ...ownersToo, label: 'Whether an offer or a bid won, how much was won, and why it lost' },
  critical: { ...ownersToo, label: 'Amount at which a loser would have tied', bySetting: true },
  counterparties: {
    ...ownersToo,
    label: 'Number of buyers, investors or projects that a winner trades with',
  },
  shareCertainty: { ...ownersToo, label: 'How certain a share is, and its margin of error' },
  greatestHalfWidth: { ...operatorOnly, label: 'Largest margin of error of any share' },
  surplus: { ...everybodys, label: 'Surplus of the round', isSum: true },
  totalPaid: { ...everybodys, label: 'Total paid by everyone', isSum: true },
  totalReceived: { ...everybodys, label: 'Total received by everyone', isSum: true },
  prices: { ...everybodys, label: 'Prices per unit of a round, type, area or year, rounded', isSum: true },
  winners: { ...everybodys, label: 'Number of winning projects and requirements' },
  units: { ...everybodys, label: 'Units supplied, needed, sold, reserved and unused, by credit type' },
  proof: { ...everybodys, label: 'Price rule, solver, proof, tie rule and hashes' },
  comparison: {
    ...operatorOnly,
    label:
      'For comparison: payments by the VCG and pay-as-bid rules, and our engine’s own match if another one was imported',
  },
  review: {
    ...operatorOnly,
    label: 'Review: flows, groups, sold-out supply, and the value that each winner adds to others',
  },
  audit: { ...operatorOnly, label: 'Audit file, and the winners and dataset files' },
  instance: {
    ...everybodys,
    label: 'Problem, solution and audit with every amount, from which anyone can work out most names',
    byMarket: true,
  },
  progress: { ...operatorOnly, label: 'Progress of the solver', operator: 'close' },
} as const satisfies Record<string, Disclosed>
export type DisclosableFigure = keyof typeof DISCLOSABLE_FIGURES

/** Further condition of a figure as text; empty if there is none. */
export const figureConditionText = (figure: DisclosableFigure): string => {
  const told = DISCLOSABLE_FIGURES[figure]
  if ('isSum' in told) return 'for everyone but the operator, only if it reveals no single amount'
  if ('byMarket' in told) return 'for everyone but the operator, only if the market publishes it'
  return 'bySetting' in told ? 'for the owner, only if the round shows it to losers' : ''
}

const hasCome = (moment: DisclosureTime, status: RoundStatus): boolean => {
  const { from } = DISCLOSURE_TIMES[moment]
  return from !== null && ROUND_STATUSES.indexOf(status) >= ROUND_STATUSES.indexOf(from)
}

/** Says whether an agent with these permissions may read its client's figures in the round. */
export const mayAgentReadFigures = (permissions: readonly Permission[]): boolean =>
  permissions.includes('MakeOffersOrBids')

/** Says whether the actor is the owner, or its agent for offers and bids in this round. */
const standsFor = (actor: Actor, { ownerId, roundId }: Owned): boolean =>
  isOwnOrMerged(actor, ownerId) ||
  actor.authorities.some(
    held => held.clientId === ownerId && held.roundId === roundId && mayAgentReadFigures(held.permissions),
  )

interface Owned {
  ownerId: string
  roundId: string
}

/** Says whether this actor may read a figure of a project, requirement or organisation. The system may read all. */
export const mayReadFigure = (
  figure: Exclude<DisclosableFigure, 'critical'>,
  actor: Actor,
  of: Owned,
  status: RoundStatus,
): boolean => isKnown(figure, actor, of, status)

const isKnown = (figure: DisclosableFigure, actor: Actor, of: Owned, status: RoundStatus): boolean =>
  actor.userId === null ||
  (isOperator(actor) && hasCome(DISCLOSABLE_FIGURES[figure].operator, status)) ||
  (standsFor(actor, of) && hasCome(DISCLOSABLE_FIGURES[figure].owner, status))

/**
 * Says whether this actor may read the amount at which an offer or bid would have tied. The round says whether losers
 * may.
 */
export const mayReadCriticalAmount = (
  actor: Actor,
  of: Owned,
  round: Pick<Round, 'status' | 'tellsCriticalAmounts'>,
): boolean =>
  isKnown('critical', actor, of, round.status) &&
  (round.tellsCriticalAmounts || actor.userId === null || isOperator(actor))

/** Says whether this actor may read a figure of the whole round. Use `mayReadMatchSum` for sums. */
export const mayReadRoundFigure = (
  figure: Exclude<DisclosableFigure, SumFigure | 'instance'>,
  actor: Actor | null,
  status: RoundStatus,
): boolean => isKnownOfRound(figure, actor, status)

const isKnownOfRound = (figure: DisclosableFigure, actor: Actor | null, status: RoundStatus): boolean => {
  if (actor?.userId === null || (actor && isOperator(actor)))
    return actor.userId === null || hasCome(DISCLOSABLE_FIGURES[figure].operator, status)
  return hasCome(DISCLOSABLE_FIGURES[figure][actor ? 'participant' : 'anybody'], status)
}

/** Says whether anyone may read the published match of a round of this market. */
export const mayReadPublishedMatch = (
  actor: Actor | null,
  status: RoundStatus,
  { instances }: Pick<Market, 'instances'>,
): boolean => isKnownOfRound('instance', actor, status) && instances === 'published'

type SumFigure = {
  [F in DisclosableFigure]: (typeof DISCLOSABLE_FIGURES)[F] extends { isSum: true } ? F : never
}[DisclosableFigure]

/** Says whether this actor (null: anyone) may read a sum over everyone in a match. */
export const mayReadMatchSum = (
  figure: SumFigure,
  actor: Actor | null,
  status: RoundStatus,
  behind: MatchSumParticipants,
): boolean =>
  isKnownOfRound(figure, actor, status) &&
  ((actor !== null && (actor.userId === null || isOperator(actor))) || hasEnoughParties(behind))

/** Organisations behind the sums of a match. */
export interface MatchSumParticipants {
  organisations: readonly Pick<OrganisationPayment, 'organisationId' | 'payment'>[]
  /**
   * Organisations whose figures one reader knows, such as an agent's clients in the round, or that are under common
   * control: each list is one party.
   */
  knownTogether: readonly (readonly string[])[]
}

/** Number of readers who may share their knowledge. */
const JOINT_READERS = 2
/** Parties on each side that must still be unknown then, so that their sum reveals none. */
const FEWEST_UNKNOWN = 2
/** Independent parties that must be behind a sum, on each side. */
export const MIN_PARTIES_PER_SIDE = JOINT_READERS + FEWEST_UNKNOWN

/**
 * Says whether enough independent parties are behind the sums of a match, so that even two readers together cannot
 * work out a single amount (decision 0052). Payments add up to zero, so paid and received sums reveal each other, and
 * each side needs enough parties by itself: those that pay, and those that receive.
 */
export const hasEnoughParties = ({ organisations, knownTogether }: MatchSumParticipants): boolean => {
  const party = mapToParties(knownTogether)
  return [1, -1].every(
    side =>
      new Set(
        organisations
          .filter(({ payment }) => payment * side > 0)
          .map(({ organisationId }) => party(organisationId)),
      ).size >= MIN_PARTIES_PER_SIDE,
  )
}

/** Maps an organisation to its party: lists that share an organisation are one party. */
export const mapToParties = (lists: readonly (readonly string[])[]): ((organisationId: string) => string) => {
  const above = new Map<string, string>()
  const top = (id: string): string => {
    const next = above.get(id)
    return next === undefined ? id : top(next)
  }
  for (const [first, ...others] of lists)
    for (const other of first === undefined ? [] : others) {
      const [one, two] = [top(first!), top(other)]
      if (one !== two) above.set(two, one)
    }
  return top
}

/** Removes the amounts that this actor may not read. */
export const removeSealedAmounts = (
  kind: string,
  subject: object,
  actor: Actor,
  roundStatus: RoundStatus | undefined,
): object => {
  if (kind === 'project') {
    const { supplierId: ownerId, roundId } = subject as EntityMap['project']
    const knows = roundStatus && mayReadFigure('amount', actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, offer: null }
  }
  if (kind === 'requirement') {
    const { buyerId: ownerId, roundId } = subject as EntityMap['requirement']
    const knows = roundStatus && mayReadFigure('amount', actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, bid: null, bidOngoingOnly: null }
  }
  return subject
}
