import { type Actor, isOperator } from '#domain/people/actor'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import type { Round } from '#domain/round/round'
import type { Action } from '../kit/action.ts'

/** An action of an actor on a subject, with the market round of the subject. */
export interface ActionAttempt {
  action: Action
  subject: EntityOfKind<Kind>
  round: Round | undefined
  actor: Actor
}

/**
 * True if the action needs another person's approval first. Only actions of the market operator do: on the market,
 * another of its staff approves; on behalf of an owner, the owner does (decision 0122). Actions of owners on their
 * own subjects, and of the system, never do.
 */
export const needsApproval = ({ action, subject, round, actor }: ActionAttempt): boolean =>
  action.approval !== undefined &&
  isOperator(actor) &&
  actor.userId !== null &&
  (action.approvalWhen?.(subject, actor, round) ?? true)

/** Approval that is needed while an action can change prices: as long as the round is open for bids and offers. */
export const isRoundOpenForBids = (_subject: object, _actor: Actor, round: Round | undefined): boolean =>
  round?.status === 'OpenForBidsAndOffers'

/**
 * True if the action needs a fresh code of the authenticator, if the installation requires codes. Proposals always
 * do.
 */
export const needsStepUp = (act: ActionAttempt): boolean => act.action.stepUp === true || needsApproval(act)
