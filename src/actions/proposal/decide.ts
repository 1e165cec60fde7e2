import { type Actor, isOperator } from '#domain/actor'
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

/** What is done for an owner is agreed to by the owner's people, and by nobody of the market operator. */
export const mayApprove = (proposal: Proposal, actor: Actor): Verdict => {
  const verdict = mayDecide(proposal, actor)
  if (verdict !== true || proposal.ownerId === null) return verdict
  return proposal.ownerId === actor.organisationId || 'Only the people of the owner may agree to this'
}

/** Whoever proposed it takes it back, and nobody else. */
export const mayTakeBack = ({ proposedBy }: Proposal, actor: Actor): Verdict =>
  proposedBy === actor.userId || 'Only whoever proposed this may withdraw it'

export const OVER = 'The time to approve this is over: propose it again'

/** Is the time over in which it can be approved? */
export const isOver = async (_read: Read, { expiresOn }: Proposal, _actor: Actor, today: Day) => ({
  isOver: today > expiresOn,
})
