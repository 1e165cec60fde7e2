import { needsConfirmationAfterReopening, type RoundOffersAndBids } from './freeze.ts'
import type { Pence } from '@credit-market/values/money'
import { totalCosts } from '@credit-market/matching/problem/match-problem'

/** An offer or bid without part in a match, because no one confirmed it after the round was re-opened. */
export interface UnconfirmedItem {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  /** The offer without costs, or the bid. */
  amount: Pence
  /** Sum of the four costs of a project; 0 for a requirement. */
  costs: Pence
}

/** Offers and bids of a round without part in its match, because no one confirmed them. */
export const findUnconfirmedItems = ({
  projects,
  requirements,
}: Pick<RoundOffersAndBids, 'projects' | 'requirements'>): UnconfirmedItem[] => [
  ...projects
    .filter(one => one.status === 'Offered' && needsConfirmationAfterReopening(one))
    .map(({ id, name, supplierId, offer, costs }) => ({
      ...({ of: 'project', id, name, organisationId: supplierId } as const),
      ...{ amount: offer ?? 0, costs: costs ? totalCosts(costs) : 0 },
    })),
  ...requirements
    .filter(one => one.status === 'Bid' && needsConfirmationAfterReopening(one))
    .map(({ id, name, buyerId, bid }) => ({
      ...({ of: 'requirement', id, name, organisationId: buyerId } as const),
      ...{ amount: bid ?? 0, costs: 0 },
    })),
]
