import { needsConfirmationAfterReopening, type RoundOffersAndBids } from './freeze.ts'
import type { Pence } from '@credit-market/values/money'
import { totalCosts } from '@credit-market/matching/problem/match-problem'

/** An offer or bid without part in a match, because no one confirmed it after the round was re-opened, or its deposit was missing. */
export interface UnconfirmedItem {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  /** Why it has no part; absent if no one confirmed it. */
  why?: 'depositMissing'
  /** The offer without costs, or the bid. */
  amount: Pence
  /** Sum of the four costs of a project; 0 for a requirement. */
  costs: Pence
}

/** Offers and bids of a round without part in its match, because no one confirmed them or their deposit was missing. */
export const findUnconfirmedItems = ({
  projects,
  requirements,
  withoutDeposit,
}: Pick<RoundOffersAndBids, 'projects' | 'requirements' | 'withoutDeposit'>): UnconfirmedItem[] => [
  ...projects
    .filter(one => one.status === 'Offered' && needsConfirmationAfterReopening(one))
    .map(({ id, name, supplierId, offer, costs }) => ({
      ...({ of: 'project', id, name, organisationId: supplierId } as const),
      ...{ amount: offer ?? 0, costs: costs ? totalCosts(costs) : 0 },
    })),
  ...requirements
    .filter(one => one.status === 'Bid')
    .flatMap(one => {
      const { id, name, buyerId, bid } = one
      const isDepositMissing = withoutDeposit?.includes(id) === true
      if (!isDepositMissing && !needsConfirmationAfterReopening(one)) return []
      return {
        ...({ of: 'requirement', id, name, organisationId: buyerId } as const),
        ...{ amount: bid ?? 0, costs: 0 },
        ...(needsConfirmationAfterReopening(one) ? {} : ({ why: 'depositMissing' } as const)),
      }
    }),
]
