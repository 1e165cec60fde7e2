import { isOperator, type Actor } from './actor.ts'
import type { Entities } from './entities.ts'
import { ROUND_STATUSES, type RoundStatus } from './round.ts'

/** Are offers and bids still sealed in this status? They are until the round closes for them (market rules 0.10). */
const isSealed = (status: RoundStatus): boolean =>
  ROUND_STATUSES.indexOf(status) < ROUND_STATUSES.indexOf('ClosedForBidsAndOffers')

/** May this actor know the amount of an offer or bid: its owner, the owner's agent for offers and bids, the operator once unsealed. */
export const mayKnowAmount = (
  actor: Actor,
  item: { ownerId: string; roundId: string },
  roundStatus: RoundStatus,
): boolean =>
  actor.userId === null ||
  item.ownerId === actor.organisationId ||
  actor.authorities.some(
    held =>
      held.clientId === item.ownerId &&
      held.roundId === item.roundId &&
      held.permissions.includes('MakeOffersOrBids'),
  ) ||
  (isOperator(actor) && !isSealed(roundStatus))

/** A subject without the amounts that this actor may not know. */
export const withoutSealed = (
  kind: string,
  subject: object,
  actor: Actor,
  roundStatus: RoundStatus | undefined,
): object => {
  if (kind === 'project') {
    const { supplierId: ownerId, roundId } = subject as Entities['project']
    const knows = roundStatus && mayKnowAmount(actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, offer: null }
  }
  if (kind === 'requirement') {
    const { buyerId: ownerId, roundId } = subject as Entities['requirement']
    const knows = roundStatus && mayKnowAmount(actor, { ownerId, roundId }, roundStatus)
    return knows ? subject : { ...subject, bid: null, bidOngoingOnly: null }
  }
  return subject
}
