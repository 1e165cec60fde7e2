import { type Actor, isOperator } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import type { Action } from '../kit/action.ts'

/** Is this done only once a second person has approved it (decision 0091)? What the product does by itself never is. */
export const needsSecondPerson = (action: Action, subject: SubjectOf<Kind>, actor: Actor): boolean =>
  action.approval === 'secondPerson' &&
  actor.userId !== null &&
  (action.approvalWhen?.(subject, actor) ?? true)

/** Is a fresh code of the authenticator asked for, where the installation asks for one? Always for what needs two people. */
export const asksForCode = (action: Action, subject: SubjectOf<Kind>, actor: Actor): boolean =>
  action.stepUp === true || needsSecondPerson(action, subject, actor)

/** The market operator does what its client is there to do. */
export const onBehalf = (_subject: object, actor: Actor): boolean => isOperator(actor)
