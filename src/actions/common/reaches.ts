import type { Round, RoundStatus } from '#domain/round'
import type { Change } from '../kit/changes.ts'

/** Targets that no member of the operator’s staff may reach alone (decision 0128). */
export type Reach =
  | 'an accepted match'
  | 'credits'
  | 'a price'
  | 'somebody’s account'
  | 'somebody’s authority'

/** From when offers and bids are made until they are settled: what takes part in the round decides what others pay. */
const BIDDING: readonly RoundStatus[] = [
  ...(['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Pending'] as const),
  ...(['Matching', 'Matched', 'Failed', 'Rejected'] as const),
]

/** The columns of things in a round from which prices follow. */
const PRICED: Readonly<Record<string, readonly string[]>> = {
  project: ['offer', 'costs', 'groupId', 'toConfirmSince'],
  requirement: ['bid', 'bidOngoingOnly', 'acceptOngoingOnly', 'groupId', 'toConfirmSince'],
  projectGroup: ['type'],
  requirementGroup: ['type'],
  service: ['projectId', 'units', 'start', 'end'],
}

/** The columns of an account by which somebody gets in, or gets further. */
const OF_ACCOUNTS = ['groups', 'admittedAt', 'organisationId', 'secondFactor', 'mustResetPassword']

const hasAny = (columns: object, names: readonly string[]): boolean =>
  names.some(name => Object.hasOwn(columns, name))

const reachOf = (
  one: Change,
  round: Pick<Round, 'status'> | undefined,
  isNew: (id: unknown) => boolean,
): Reach | undefined => {
  if (one.change !== 'create' && one.change !== 'update' && one.change !== 'move') return undefined
  const columns: Readonly<Record<string, unknown>> = one.change === 'create' ? one.row : one.patch
  const isBidding = round !== undefined && BIDDING.includes(round.status)
  switch (one.kind) {
    case 'round':
      return one.change === 'move' && one.to === 'Settled' ? 'an accepted match' : undefined
    case 'credit':
      return 'credits'
    case 'user':
      return hasAny(columns, OF_ACCOUNTS) || columns['active'] === true ? 'somebody’s account' : undefined
    case 'organisation':
      return hasAny(columns, ['mergedIntoId']) ? 'somebody’s account' : undefined
    case 'invitation':
      return 'somebody’s account'
    case 'agentAuthority':
      return isNew(columns['clientId']) ? undefined : 'somebody’s authority'
    default:
      return isBidding && hasAny(columns, PRICED[one.kind] ?? []) ? 'a price' : undefined
  }
}

/** Lists which of the things that no one at the market operator reaches alone some changes reach; `round` is the subject's, before them. */
export const reachesOf = (changes: readonly Change[], round: Pick<Round, 'status'> | undefined): Reach[] => {
  const made = new Set(changes.flatMap(one => (one.change === 'create' ? [one.row.id] : [])))
  const isNew = (id: unknown) => typeof id === 'string' && made.has(id)
  return [...new Set(changes.flatMap(one => reachOf(one, round, isNew) ?? []))]
}
