import { canonicalJson } from '@credit-market/values/canonical'
import { groupBy } from '../values/grouped.ts'
import type { MatchProblem, MatchRequirement } from '@credit-market/matching/problem/match-problem'

/** Why bids make a round hard to match. */
export const HARD_BID_REASONS = ['equal', 'joined', 'whole'] as const
export type HardBidReason = (typeof HARD_BID_REASONS)[number]

/** Bids of one organisation that make a round hard to match. */
export interface HardBids {
  reason: HardBidReason
  organisationId: string
  requirementIds: string[]
}

/** The number of equal bids of one organisation from which a match can be slow. */
export const MIN_EQUAL_BIDS = 20
/** A group whose bids must all win is counted if it covers as many places or credit types. */
const MIN_JOINED_MARKETS = 3
/** The number of such groups from which they can be why a match was slow, if it has many other offers and bids. */
export const MIN_JOINED_GROUPS = 20
/** The number of such groups from which a match is slow by itself: 40 of them take less than 10 seconds (decision 0190). */
export const MIN_SLOW_GROUPS = 41
/** The number of bids for the same units, each to win in full or not at all, from which a match can be slow. */
export const MIN_WHOLE_BIDS = 20

const membersBy = (bids: readonly MatchRequirement[], keyOf: (bid: MatchRequirement) => string) =>
  groupBy(bids, keyOf).map(([, members]) => members)

const toHardBids = (reason: HardBidReason, bids: readonly MatchRequirement[]): HardBids[] =>
  groupBy(bids, ({ buyerId, ownerId = buyerId }) => ownerId).map(([organisationId, own]) => ({
    reason,
    organisationId,
    requirementIds: own.map(({ id }) => id),
  }))

const equalKey = ({ id: _id, name: _name, bidAt: _at, ...bid }: MatchRequirement): string =>
  canonicalJson(bid)

const placeKey = ({ creditType, ncaId, lpaId, subcatchmentId }: MatchRequirement): string =>
  canonicalJson([creditType, ncaId, lpaId, subcatchmentId])

const goodKey = (bid: MatchRequirement): string =>
  canonicalJson([placeKey(bid), bid.module, bid.broadHabitat, bid.habitatType, bid.distinctiveness])

/**
 * Finds the bids that make a round hard to match, from its problem alone: many equal bids of one organisation, many
 * groups of which all must win and that join markets which are otherwise separate, and many different bids for the same units that
 * win in full or not at all. Groups count from `minGroups` on. A bid is in the first of these that it belongs to. Each has one entry for each organisation,
 * and equal and whole bids one for each set.
 */
export const findHardBids = (
  { requirements, groups }: Pick<MatchProblem, 'requirements' | 'groups'>,
  minGroups = MIN_JOINED_GROUPS,
): HardBids[] => {
  const equal = membersBy(requirements, equalKey).filter(bids => bids.length >= MIN_EQUAL_BIDS)
  const byId = new Map(requirements.map(bid => [bid.id, bid]))
  const joining = groups
    .filter(({ of, type }) => of === 'requirement' && type === 'AND')
    .map(({ memberIds }) => memberIds.flatMap(id => byId.get(id) ?? []))
    .filter(bids => new Set(bids.map(placeKey)).size >= MIN_JOINED_MARKETS)
  const joined = joining.length >= minGroups ? joining : []
  const named = new Set([...equal, ...joined].flat().map(({ id }) => id))
  const others = requirements.filter(({ divisible, id }) => !divisible && !named.has(id))
  const whole = membersBy(others, goodKey).filter(bids => bids.length >= MIN_WHOLE_BIDS)
  return [
    ...equal.flatMap(bids => toHardBids('equal', bids)),
    ...toHardBids('joined', joined.flat()),
    ...whole.flatMap(bids => toHardBids('whole', bids)),
  ]
}
