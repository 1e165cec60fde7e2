import { statusLabel } from '#contract/nouns/nouns'
import { isOperator, type Actor } from '#domain/people/actor'
import { roundPhaseTimeText } from '#domain/round/bidding-times'
import { isInDayWindow, type Day } from '@credit-market/values/dates'
import type { EntityOfKind, Kind } from '#domain/disclosure/entities'
import { isRegistrationOpen, registrationWindow, ROUND_STATUS_WORDS, type Round } from '#domain/round/round'
import type { Action, ByRole } from './action.ts'

/** Surroundings of a subject: its round, if it has one, and the day. */
export interface ActionContext {
  round: Round | undefined
  today: Day
}

/** A refusal with its gate and reason. */
export interface ActionRefusal {
  gate: 'who' | 'from' | 'during' | 'window' | 'when'
  why: string
}

/** The market operator's entry of such a list. */
export const operatorEntries = <T>(lists: ByRole<T>): readonly T[] =>
  'operator' in lists ? lists.operator : lists

const listFor = <T>(lists: ByRole<T>, actor: Actor): readonly T[] =>
  'operator' in lists && !isOperator(actor) ? lists.others : operatorEntries(lists)

/** All statuses from which an action may start, whoever runs it. */
export const startStatusesOf = (action: Action): readonly string[] | undefined =>
  action.from &&
  ('operator' in action.from ? [...new Set([...action.from.operator, ...action.from.others])] : action.from)

/** Says whether this actor may run the action here and now: `true`, or the gate that refuses and the reason. */
export const checkAvailability = (
  action: Action,
  actor: Actor,
  subject: EntityOfKind<Kind>,
  { round, today }: ActionContext,
): true | ActionRefusal => {
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
        .some(name =>
          isRegistrationOpen(round.status, registrationWindow(round, name), today, isOperator(actor)),
        )
    if (!admitted)
      return { gate: 'window', why: `${action.title} is not possible: the registration window is not open` }
  }
  const verdict = action.when?.(subject, actor) ?? true
  return verdict === true ? true : { gate: 'when', why: verdict }
}

/** Says whether the day is in one of the action's registration windows. */
export const isInWindow = (action: Action, subject: object, { round, today }: ActionContext): boolean =>
  round !== undefined &&
  (action.window?.(subject) ?? []).some(name => isInDayWindow(today, registrationWindow(round, name)))

const phaseOf = (round: Round | undefined): string =>
  round
    ? `the market round is ${ROUND_STATUS_WORDS[round.status]}${roundPhaseTimeText(round)}`
    : 'there is no market round'
