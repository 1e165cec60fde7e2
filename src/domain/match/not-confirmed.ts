import { totalCosts } from '@credit-market/matching/problem/match-problem'
import type { Pence } from '@credit-market/values/money'
import type { Requirement } from '../project/requirement.ts'
import { needsConfirmationAfterReopening, type RoundOffersAndBids } from './freeze.ts'

/**
 * An offer or bid that a match leaves out: no one confirmed it after the round was re-opened, its deposit was missing, or the deposit of
 * another bid in its group was missing.
 */
export interface UnconfirmedItem {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  /** Why it has no part; absent if no one confirmed it. */
  why?: 'depositMissing' | 'groupDepositMissing'
  /** The offer without costs, or the bid. */
  amount: Pence
  /** Sum of the four costs of a project; 0 for a requirement. */
  costs: Pence
}

type Bids = Pick<RoundOffersAndBids, 'requirements' | 'withoutDeposit'> &
  Partial<Pick<RoundOffersAndBids, 'requirementGroups'>>

/** Bids that would count in a match if their deposit had been received. */
export const findBidsWithoutDeposit = ({
  requirements,
  withoutDeposit = [],
}: Pick<Bids, 'requirements' | 'withoutDeposit'>): Requirement[] =>
  requirements.filter(
    one => one.status === 'Bid' && !needsConfirmationAfterReopening(one) && withoutDeposit.includes(one.id),
  )

/** Groups whose bids only win together and of which one lacks its deposit. */
const findGroupsWithoutDeposit = ({ requirementGroups = [], ...bids }: Bids): ReadonlySet<string> => {
  const together = requirementGroups.filter(({ type }) => type === 'AND').map(({ id }) => id)
  const lacking = findBidsWithoutDeposit(bids).flatMap(({ groupId }) => groupId ?? [])
  return new Set(together.filter(id => lacking.includes(id)))
}

/** Offers and bids of a round without part in its match, because no one confirmed them or a deposit was missing. */
export const findUnconfirmedItems = (
  market: Pick<RoundOffersAndBids, 'projects'> & Bids,
): UnconfirmedItem[] => {
  const groups = findGroupsWithoutDeposit(market)
  const whyLeftOut = (one: Requirement): Pick<UnconfirmedItem, 'why'> | undefined => {
    if (needsConfirmationAfterReopening(one)) return {}
    if (market.withoutDeposit?.includes(one.id)) return { why: 'depositMissing' }
    return one.groupId !== null && groups.has(one.groupId) ? { why: 'groupDepositMissing' } : undefined
  }
  return [
    ...market.projects
      .filter(one => one.status === 'Offered' && needsConfirmationAfterReopening(one))
      .map(({ id, name, supplierId, offer, costs }) => ({
        ...({ of: 'project', id, name, organisationId: supplierId } as const),
        ...{ amount: offer ?? 0, costs: costs ? totalCosts(costs) : 0 },
      })),
    ...market.requirements
      .filter(one => one.status === 'Bid')
      .flatMap(one => {
        const why = whyLeftOut(one)
        const { id, name, buyerId, bid } = one
        return why === undefined
          ? []
          : [
              {
                ...({ of: 'requirement', id, name, organisationId: buyerId } as const),
                ...{ amount: bid ?? 0, costs: 0 },
                ...why,
              },
            ]
      }),
  ]
}
