import { type Actor, isOperator } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import type { Round } from '#domain/round'
import type { Action } from '../kit/action.ts'

/** An action by somebody on a subject, with the market round of the subject. */
export interface Act {
  action: Action
  subject: SubjectOf<Kind>
  round: Round | undefined
  actor: Actor
}

/**
 * Needs this act somebody else's approval first? Only acts of the market operator do: on the market, another of its staff
 * approves; for somebody else, the owner (decision 0122). Acts of an owner on its own things, and of the system, never do.
 */
export const needsApproval = ({ action, subject, round, actor }: Act): boolean =>
  action.approval !== undefined &&
  isOperator(actor) &&
  actor.userId !== null &&
  (action.approvalWhen?.(subject, actor, round) ?? true)

/** An approval that is needed once an act can change prices: as long as the round is open for bids and offers. */
export const whileBidsAreOpen = (_subject: object, _actor: Actor, round: Round | undefined): boolean =>
  round?.status === 'OpenForBidsAndOffers'

/** Asks the act for a fresh code of the authenticator, where the installation asks for one? Proposing always does. */
export const asksForCode = (act: Act): boolean => act.action.stepUp === true || needsApproval(act)
