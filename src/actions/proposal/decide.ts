import { type Actor, isAnotherPerson, isOperator } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import type { Proposal } from '#domain/steps/proposal'
import type { TrueOrReason } from '#domain/values/verdict'
import type { Read } from '../kit/changes.ts'
import type { ActorGroup } from '../kit/who.ts'
import { findOwnerId } from '#contract/nouns/ownership'

/** Staff of the market operator, and the people of the owner for whom the act is proposed. */
export const proposalApprover: ActorGroup = {
  name: 'another person',
  admits: (actor, kind, subject) =>
    isOperator(actor) ||
    (actor.organisationId !== null && findOwnerId(kind, subject) === actor.organisationId) ||
    'Only the market operator or the owner can decide this',
}

/** The proposer never decides; the database refuses it as well. */
export const mayDecideProposal = ({ proposedBy }: Proposal, actor: Actor): TrueOrReason =>
  proposedBy !== actor.userId || 'You proposed this, so someone else must decide'

/**
 * The approver is another person than the proposer and joined before the proposal; the database refuses others as
 * well. Only the owner's people approve an act for an owner.
 */
export const mayApproveProposal = (proposal: Proposal, actor: Actor): TrueOrReason => {
  const { ownerId, proposedBy, proposedAt } = proposal
  const verdict = mayDecideProposal(proposal, actor)
  if (verdict !== true) return verdict
  if (ownerId !== null && ownerId !== actor.organisationId)
    return 'Only someone in the organisation that owns this can agree to it'
  if (!isAnotherPerson(actor, proposedBy))
    return 'One of you invited the other, so someone else must approve this'
  const wasThere = !actor.joinedAt || Date.parse(actor.joinedAt) <= Date.parse(proposedAt)
  return wasThere || 'You joined after this was proposed, so someone else must approve it'
}

/** Only the proposer withdraws a proposal. */
export const mayWithdrawProposal = ({ proposedBy }: Proposal, actor: Actor): TrueOrReason =>
  proposedBy === actor.userId || 'Only the person who proposed this can withdraw it'

export const APPROVAL_EXPIRED = 'The time to approve this is over. Propose it again'

/** Says whether the time for approval is over. */
export const readApprovalExpiry = async (
  _read: Read,
  { expiresOn }: Proposal,
  _actor: Actor,
  today: Day,
) => ({
  isOver: today > expiresOn,
})
