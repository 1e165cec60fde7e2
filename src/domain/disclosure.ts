import { isOperator, isOwnHistory, type Actor } from './actor.ts'
import type { Permission } from './authority.ts'
import type { Entities } from './entities.ts'
import type { Market } from './market.ts'
import type { OrganisationPayment } from './match-solution.ts'
import { ROUND_STATUSES, type Round, type RoundStatus } from './round.ts'

/**
 * From when a figure is told, and the status of the round from which on that is. A figure of a match exists once there is
 * a match, so for it the status need say no more than that the round is closed.
 */
export const MOMENTS = {
  always: { label: 'at any time', from: 'Draft' },
  close: { label: 'after the close', from: 'ClosedForBidsAndOffers' },
  match: { label: 'after the match', from: 'ClosedForBidsAndOffers' },
  acceptance: { label: 'after acceptance', from: 'Settled' },
  never: { label: 'never', from: null },
} as const satisfies Record<string, { label: string; from: RoundStatus | null }>
export type Moment = keyof typeof MOMENTS

/**
 * Who reads: the market operator's staff; the owner, and its agent for offers and bids in that round; whoever trades with
 * the owner; whoever else takes part in the round or may see it signed in; and anybody.
 */
export const READERS = ['operator', 'owner', 'counterparty', 'participant', 'anybody'] as const
export type Reader = (typeof READERS)[number]

interface Disclosed extends Record<Reader, Moment> {
  label: string
  /** A sum over parties: told to others than the operator only where `standsApart` holds besides. */
  isSum?: true
  /** Told to its owner only where the round's setting says so. */
  bySetting?: true
  /** Told to others than the operator only where the market's setting says so, without names. */
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

/** Every figure of a round's offers, bids and result: who may read it, and from when. All that is answered asks this table. */
export const FIGURES = {
  amount: { ...operatorOnly, label: 'Amount of an offer or a bid', operator: 'close', owner: 'always' },
  costs: { ...operatorOnly, label: 'Costs of a project', operator: 'always', owner: 'always' },
  itemMoney: { ...ownersToo, label: 'Value, share and payment of a project or a requirement' },
  organisationMoney: { ...ownersToo, label: 'Value, share and payment of an organisation' },
  pricePerUnit: { ...ownersToo, label: 'Price per unit' },
  reason: { ...ownersToo, label: 'Whether and how much of it won, and why it lost' },
  critical: { ...ownersToo, label: 'Amount at which a loser would have tied', bySetting: true },
  counterparties: { ...ownersToo, label: 'How many buyers, investors or projects it trades with' },
  shareCertainty: { ...ownersToo, label: 'How sure a share is, and its half width' },
  greatestHalfWidth: { ...operatorOnly, label: 'Greatest half width of all shares' },
  surplus: { ...everybodys, label: 'Surplus of the round', isSum: true },
  totalPaid: { ...everybodys, label: 'What all pay together', isSum: true },
  totalReceived: { ...everybodys, label: 'What all receive together', isSum: true },
  prices: { ...everybodys, label: 'Prices per unit of a round, type, area or year, rounded', isSum: true },
  winners: { ...everybodys, label: 'How many projects and requirements won' },
  units: { ...everybodys, label: 'Units supplied, needed, sold, reserved and unused, by credit type' },
  proof: { ...everybodys, label: 'Price rule, solver, proof, tie rule and hashes' },
  comparison: { ...operatorOnly, label: 'Payments by VCG and as bid, and the engine’s own match' },
  review: { ...operatorOnly, label: 'Review: flows, groups, supply used up, what each adds to others' },
  audit: { ...operatorOnly, label: 'Audit file, and the files of winners and dataset' },
  instance: {
    ...everybodys,
    label: 'Problem, solution and audit with every amount, from which anyone can work out most names',
    byMarket: true,
  },
  progress: { ...operatorOnly, label: 'Progress of the solver', operator: 'close' },
} as const satisfies Record<string, Disclosed>
export type Figure = keyof typeof FIGURES

/** To whom or under what condition a figure is told besides; empty where nothing is to be added. */
export const onlyText = (figure: Figure): string => {
  const told = FIGURES[figure]
  if ('isSum' in told) return 'to others than the operator only where no single amount follows from it'
  if ('byMarket' in told) return 'to others than the operator where the market publishes it'
  return 'bySetting' in told ? 'to the owner where the round tells losers' : ''
}

const hasCome = (moment: Moment, status: RoundStatus): boolean => {
  const { from } = MOMENTS[moment]
  return from !== null && ROUND_STATUSES.indexOf(status) >= ROUND_STATUSES.indexOf(from)
}

/** Does an agent with these permissions know its client's figures in the round? */
export const isKnownToAgent = (permissions: readonly Permission[]): boolean =>
  permissions.includes('MakeOffersOrBids')

/** Does the actor stand for the owner: is it the owner itself, or its agent for offers and bids in this round? */
const standsFor = (actor: Actor, { ownerId, roundId }: Owned): boolean =>
  isOwnHistory(actor, ownerId) ||
  actor.authorities.some(
    held => held.clientId === ownerId && held.roundId === roundId && isKnownToAgent(held.permissions),
  )

interface Owned {
  ownerId: string
  roundId: string
}

/** May this actor know a figure of somebody's project, requirement or organisation? The product itself knows all. */
export const mayKnow = (
  figure: Exclude<Figure, 'critical'>,
  actor: Actor,
  of: Owned,
  status: RoundStatus,
): boolean => isKnown(figure, actor, of, status)

const isKnown = (figure: Figure, actor: Actor, of: Owned, status: RoundStatus): boolean =>
  actor.userId === null ||
  (isOperator(actor) && hasCome(FIGURES[figure].operator, status)) ||
  (standsFor(actor, of) && hasCome(FIGURES[figure].owner, status))

/** May this actor know the amount at which somebody's offer or bid would have tied? The round says whether losers are told. */
export const mayKnowCritical = (
  actor: Actor,
  of: Owned,
  round: Pick<Round, 'status' | 'tellsCriticalAmounts'>,
): boolean =>
  isKnown('critical', actor, of, round.status) &&
  (round.tellsCriticalAmounts || actor.userId === null || isOperator(actor))

/** May a figure of the round as a whole be known: to its operator, or to anybody who may see the round? Sums are asked for by `mayKnowSum`. */
export const mayKnowOfRound = (
  figure: Exclude<Figure, SumFigure | 'instance'>,
  actor: Actor | null,
  status: RoundStatus,
): boolean => isKnownOfRound(figure, actor, status)

const isKnownOfRound = (figure: Figure, actor: Actor | null, status: RoundStatus): boolean => {
  if (actor?.userId === null || (actor && isOperator(actor)))
    return actor.userId === null || hasCome(FIGURES[figure].operator, status)
  return hasCome(FIGURES[figure][actor ? 'participant' : 'anybody'], status)
}

/** May anybody read the published match of a round of this market? */
export const mayKnowInstance = (
  actor: Actor | null,
  status: RoundStatus,
  { instances }: Pick<Market, 'instances'>,
): boolean => isKnownOfRound('instance', actor, status) && instances === 'published'

type SumFigure = { [F in Figure]: (typeof FIGURES)[F] extends { isSum: true } ? F : never }[Figure]

/** May a sum over everybody in a match be known to this actor; null is anybody? */
export const mayKnowSum = (
  figure: SumFigure,
  actor: Actor | null,
  status: RoundStatus,
  behind: Behind,
): boolean =>
  isKnownOfRound(figure, actor, status) &&
  ((actor !== null && (actor.userId === null || isOperator(actor))) || standsApart(behind))

/** Who stands behind the sums of a match. */
export interface Behind {
  organisations: readonly Pick<OrganisationPayment, 'organisationId' | 'payment'>[]
  /** Organisations whose figures one reader knows, such as an agent's clients in the round, or that are under common control: each list is one party. */
  knownTogether: readonly (readonly string[])[]
}

/** So many readers may tell each other what they know. */
const JOINT_READERS = 2
/** So many parties of each side must then still be unknown, so that their sum tells of none of them. */
const FEWEST_UNKNOWN = 2
/** So many independent parties must stand behind a sum, on each side. */
export const FEWEST_PARTIES = JOINT_READERS + FEWEST_UNKNOWN

/**
 * Do enough independent parties stand behind the sums of a match, so that no single amount can be worked out from them
 * even by two readers together (decision 0052)? Payments add up to nothing, so what is paid and what is received tell of
 * each other, and each side must have enough by itself: parties that pay, and parties that receive.
 */
export const standsApart = ({ organisations, knownTogether }: Behind): boolean => {
  const party = partiesOf(knownTogether)
  return [1, -1].every(
    side =>
      new Set(
        organisations
          .filter(({ payment }) => payment * side > 0)
          .map(({ organisationId }) => party(organisationId)),
      ).size >= FEWEST_PARTIES,
  )
}

/** The party of an organisation: lists that share an organisation are one. */
export const partiesOf = (lists: readonly (readonly string[])[]): ((organisationId: string) => string) => {
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

/** A subject without the amounts that this actor may not know. */
export const withoutSealed = (
  kind: string,
  subject: object,
  actor: Actor,
  roundStatus: RoundStatus | undefined,
): object => {
  if (kind === 'project') {
    const { supplierId: ownerId, roundId } = subject as Entities['project']
    const knows = roundStatus && mayKnow('amount', actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, offer: null }
  }
  if (kind === 'requirement') {
    const { buyerId: ownerId, roundId } = subject as Entities['requirement']
    const knows = roundStatus && mayKnow('amount', actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, bid: null, bidOngoingOnly: null }
  }
  return subject
}
