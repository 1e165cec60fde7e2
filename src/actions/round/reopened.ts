import type { Instant } from '#domain/dates'
import type { Round } from '#domain/round'
import { type Change, type Read, remark, update } from '../kit/changes.ts'
import { tell } from '../notices/tell.ts'

/** What was offered and bid before a round is opened again, and who may act for whom; nothing when it is opened for the first time. */
export const madeBefore = async (read: Read, { id: roundId, status }: Round) => {
  const isAgain = status !== 'Closed'
  return {
    offers: isAgain ? await read.list('project', { roundId, status: 'Offered' }) : [],
    bids: isAgain ? await read.list('requirement', { roundId, status: 'Bid' }) : [],
    authorities: isAgain ? await read.list('agentAuthority', { roundId, status: 'Approved' }) : [],
  }
}

/** Every offer and bid of before is to be confirmed or changed, and whoever made it and their agents are told. */
export const toConfirm = (
  round: Round,
  { offers, bids, authorities }: Awaited<ReturnType<typeof madeBefore>>,
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
    remark('round', round, 'opened again; offers and bids count only once they are confirmed or changed'),
    ...[...new Set([...bidders, ...acting.map(({ agentId }) => agentId)])]
      .toSorted()
      .map(organisationId => tell('bids-reopened', 'round', round, { organisationId }, {})),
  ]
}
