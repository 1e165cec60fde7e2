import { type Actor, isAnotherPerson, isOperator } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { Proposal } from '#domain/proposal'
import type { Verdict } from '#domain/verdict'
import type { Read } from '../kit/changes.ts'
import type { Who } from '../kit/who.ts'
import { ownerOf } from '#contract/ownership'

/** Staff of the market operator, and the people of the owner for whom it is proposed. */
export const anotherPerson: Who = {
  name: 'another person',
  admits: (actor, kind, subject) =>
    isOperator(actor) ||
    (actor.organisationId !== null && ownerOf(kind, subject) === actor.organisationId) ||
    'Only the market operator, or whose it is, may decide this',
}

/** The proposer never decides; the database refuses it as well. */
export const mayDecide = ({ proposedBy }: Proposal, actor: Actor): Verdict =>
  proposedBy !== actor.userId || 'You proposed this: somebody else must decide it'

/**
 * Whoever approves is another person than the proposer and was there before the proposal; the database refuses others as well.
 * Only the owner's people approve what is done for an owner.
 */
export const mayApprove = (proposal: Proposal, actor: Actor): Verdict => {
  const { ownerId, proposedBy, proposedAt } = proposal
  const verdict = mayDecide(proposal, actor)
  if (verdict !== true) return verdict
  if (ownerId !== null && ownerId !== actor.organisationId)
    return 'Only the people of the owner may agree to this'
  if (!isAnotherPerson(actor, proposedBy))
    return 'One of you invited the other: somebody else must approve this'
  const wasThere = !actor.joinedAt || Date.parse(actor.joinedAt) <= Date.parse(proposedAt)
  return wasThere || 'You joined after this was proposed: somebody else must approve it'
}

/** Whoever proposed it takes it back, and nobody else. */
export const mayTakeBack = ({ proposedBy }: Proposal, actor: Actor): Verdict =>
  proposedBy === actor.userId || 'Only whoever proposed this may withdraw it'

export const OVER = 'The time to approve this is over: propose it again'

/** Is the time over in which it can be approved? */
export const isOver = async (_read: Read, { expiresOn }: Proposal, _actor: Actor, today: Day) => ({
  isOver: today > expiresOn,
})
