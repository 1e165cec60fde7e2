import { statusLabel } from '#contract/nouns'
import { isOperator, type Actor } from '#domain/actor'
import { timeOfPhase } from '#domain/bidding-times'
import { within, type Day } from '#domain/dates'
import type { SubjectOf, Kind } from '#domain/entities'
import { isRegistrationOpen, windowOf, type Round } from '#domain/round'
import type { Action, ByWho } from './action.ts'

/** What surrounds a subject: its round, if it has one, and the day. */
export interface ActionContext {
  round: Round | undefined
  today: Day
}

/** A refusal names the gate that refused and says why. */
export interface Refusal {
  gate: 'who' | 'from' | 'during' | 'window' | 'when'
  why: string
}

/** Of such a list, what holds for the market operator. */
export const forOperator = <T>(lists: ByWho<T>): readonly T[] =>
  'operator' in lists ? lists.operator : lists

const listFor = <T>(lists: ByWho<T>, actor: Actor): readonly T[] =>
  'operator' in lists && !isOperator(actor) ? lists.others : forOperator(lists)

/** Every status that an action may start from, whoever runs it. */
export const everyFrom = (action: Action): readonly string[] | undefined =>
  action.from &&
  ('operator' in action.from ? [...new Set([...action.from.operator, ...action.from.others])] : action.from)

/** May this actor run this here and now? `true`, or the gate that refuses and why. */
export const available = (
  action: Action,
  actor: Actor,
  subject: SubjectOf<Kind>,
  { round, today }: ActionContext,
): true | Refusal => {
  const verdicts = action.who.map(who => who.admits(actor, action.on, subject))
  if (!verdicts.includes(true)) return { gate: 'who', why: String(verdicts[0]) }

  const status = 'status' in subject ? subject.status : undefined
  if (action.from && status !== undefined && !listFor(action.from, actor).includes(status))
    return {
      gate: 'from',
      why: `${action.title} is not possible in the status ${statusLabel(action.on, status)}`,
    }

  if (action.during && !(round && listFor(action.during, actor).includes(round.status)))
    return { gate: 'during', why: `${action.title} is not possible: ${phaseOf(round)}` }

  if (action.window) {
    const admitted =
      round &&
      action
        .window(subject)
        .some(name => isRegistrationOpen(round.status, windowOf(round, name), today, isOperator(actor)))
    if (!admitted)
      return { gate: 'window', why: `${action.title} is not possible: the registration window is not open` }
  }
  const verdict = action.when?.(subject, actor) ?? true
  return verdict === true ? true : { gate: 'when', why: verdict }
}

/** Does the day lie in one of the action's registration windows? */
export const isInWindow = (action: Action, subject: object, { round, today }: ActionContext): boolean =>
  round !== undefined && (action.window?.(subject) ?? []).some(name => within(today, windowOf(round, name)))

const phaseOf = (round: Round | undefined): string =>
  round
    ? `the market round is ${statusLabel('round', round.status).toLowerCase()}${timeOfPhase(round)}`
    : 'there is no market round'
