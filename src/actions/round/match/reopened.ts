import type { Instant } from '@credit-market/values/dates'
import type { Round } from '#domain/round/round'
import { type Change, type Read, addRemark, update } from '../../kit/changes.ts'
import { notify } from '../../notices/tell.ts'

/** Offers and bids before a re-opening, and the agents who may act; empty at the first opening. */
export const readEarlierAmounts = async (read: Read, { id: roundId, status }: Round) => {
  const isAgain = status !== 'Closed'
  return {
    offers: isAgain ? await read.list('project', { roundId, status: 'Offered' }) : [],
    bids: isAgain ? await read.list('requirement', { roundId, status: 'Bid' }) : [],
    authorities: isAgain ? await read.list('agentAuthority', { roundId, status: 'Approved' }) : [],
  }
}

/** Marks every earlier offer and bid as to be confirmed or changed, and notifies their owners and agents. */
export const requireAmountConfirmation = (
  round: Round,
  { offers, bids, authorities }: Awaited<ReturnType<typeof readEarlierAmounts>>,
  now: Instant,
): Change[] => {
  if (offers.length + bids.length === 0) return []
  const bidders = new Set([...offers.map(one => one.supplierId), ...bids.map(one => one.buyerId)])
  const acting = authorities.filter(
    ({ clientId, permissions }) => bidders.has(clientId) && permissions.includes('MakeOffersOrBids'),
  )
  return [
    ...offers.map(one => update('project', one, { toConfirmSince: now })),
    ...bids.map(one => update('requirement', one, { toConfirmSince: now })),
    addRemark('round', round, 'opened again; offers and bids count only if they are confirmed or changed'),
    ...[...new Set([...bidders, ...acting.map(({ agentId }) => agentId)])]
      .toSorted()
      .map(organisationId => notify('bids-reopened', 'round', round, { organisationId }, {})),
  ]
}
