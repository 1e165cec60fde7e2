import { isToBeConfirmed, type OffersAndBids } from './freeze.ts'
import type { Pence } from './money.ts'
import { totalCosts } from './project.ts'

/** An offer or bid that took no part in a match, since nobody confirmed it after the round was opened again. */
export interface NotConfirmed {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  /** The offer without the costs, or the bid. */
  amount: Pence
  /** The four costs of a project together; 0 of a requirement. */
  costs: Pence
}

/** What of a round takes no part in its match because nobody has confirmed it. */
export const notConfirmedIn = ({
  projects,
  requirements,
}: Pick<OffersAndBids, 'projects' | 'requirements'>): NotConfirmed[] => [
  ...projects
    .filter(one => one.status === 'Offered' && isToBeConfirmed(one))
    .map(({ id, name, supplierId, offer, costs }) => ({
      ...({ of: 'project', id, name, organisationId: supplierId } as const),
      ...{ amount: offer ?? 0, costs: costs ? totalCosts(costs) : 0 },
    })),
  ...requirements
    .filter(one => one.status === 'Bid' && isToBeConfirmed(one))
    .map(({ id, name, buyerId, bid }) => ({
      ...({ of: 'requirement', id, name, organisationId: buyerId } as const),
      ...{ amount: bid ?? 0, costs: 0 },
    })),
]
