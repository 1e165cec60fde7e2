import type { Round, RoundStatus } from '#domain/round/round'
import type { Change } from '../kit/changes.ts'

/** Targets that no member of the operator’s staff may reach alone (decision 0128). */
export type TwoPersonTarget =
  | 'an accepted match'
  | 'credits'
  | 'a price'
  | 'someone’s account'
  | 'someone’s authority'

/** Statuses from the start of bidding until settlement: every item in the round then affects the prices of others. */
const BIDDING: readonly RoundStatus[] = [
  ...(['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Pending'] as const),
  ...(['Matching', 'Matched', 'Failed', 'Rejected'] as const),
]

/** Columns of items in a round that prices depend on. */
const PRICED: Readonly<Record<string, readonly string[]>> = {
  project: ['offer', 'costs', 'groupId', 'toConfirmSince'],
  requirement: ['bid', 'bidOngoingOnly', 'acceptOngoingOnly', 'groupId', 'toConfirmSince'],
  projectGroup: ['type'],
  requirementGroup: ['type'],
  service: ['projectId', 'units', 'start', 'end'],
}

/** Columns of an account that grant access or rights. */
const OF_ACCOUNTS = ['groups', 'admittedAt', 'organisationId', 'secondFactor', 'mustResetPassword']

/** Says whether every item in a round affects the prices of others, so that no member of the operator’s staff may change what prices depend on alone. */
export const doItemsAffectPrices = (round: Pick<Round, 'status'> | undefined): boolean =>
  round !== undefined && BIDDING.includes(round.status)

const hasAny = (columns: object, names: readonly string[]): boolean =>
  names.some(name => Object.hasOwn(columns, name))

const reachOf = (
  one: Change,
  round: Pick<Round, 'status'> | undefined,
  isNew: (id: unknown) => boolean,
): TwoPersonTarget | undefined => {
  if (one.change !== 'create' && one.change !== 'update' && one.change !== 'move') return undefined
  const columns: Readonly<Record<string, unknown>> = one.change === 'create' ? one.row : one.patch
  switch (one.kind) {
    case 'round':
      return one.change === 'move' && one.to === 'Settled' ? 'an accepted match' : undefined
    case 'credit':
    case 'unitFailure':
    case 'unitReplacement':
      return 'credits'
    case 'user':
      return hasAny(columns, OF_ACCOUNTS) || columns['active'] === true ? 'someone’s account' : undefined
    case 'organisation':
      return hasAny(columns, ['mergedIntoId']) ? 'someone’s account' : undefined
    case 'invitation':
      return 'someone’s account'
    case 'agentAuthority':
      return isNew(columns['clientId']) ? undefined : 'someone’s authority'
    default:
      return doItemsAffectPrices(round) && hasAny(columns, PRICED[one.kind] ?? []) ? 'a price' : undefined
  }
}

/** Lists the protected targets that some changes reach; `round` is the subject's round before the changes. */
export const protectedTargetsIn = (
  changes: readonly Change[],
  round: Pick<Round, 'status'> | undefined,
): TwoPersonTarget[] => {
  const made = new Set(changes.flatMap(one => (one.change === 'create' ? [one.row.id] : [])))
  const isNew = (id: unknown) => typeof id === 'string' && made.has(id)
  return [...new Set(changes.flatMap(one => reachOf(one, round, isNew) ?? []))]
}
