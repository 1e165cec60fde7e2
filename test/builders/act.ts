import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { Change } from '#actions/kit/changes'
import { acceptedAnswers, validateAnswers } from '#actions/kit/judge'
import type { Actor } from '#domain/people/actor'
import { anOperator } from './market.ts'

/** The facts of a form on 1 June 2025, for the market operator. */
export const createFormFacts = (given: object = {}): ActionFacts => ({
  today: '2025-06-01',
  actorIsOperator: true,
  ...given,
})

/** Returns the changes of an action for these answers; fails if the action refuses them. */
export const runActionForChanges = (
  action: Action,
  subject: object,
  answers: Answers,
  { given, reads, actor = anOperator() }: { given?: object; reads?: unknown; actor?: Actor } = {},
): Change[] => {
  const known = createFormFacts(given)
  const refused = validateAnswers(action, answers, known)
  if (Object.keys(refused).length > 0) throw new Error(JSON.stringify(refused))
  if (typeof action.effect !== 'function') throw new Error(`${action.name} only saves its answers`)
  let made = 0
  return action.effect({
    on: action.on,
    subject,
    values: acceptedAnswers(action, answers, known),
    given: known,
    reads,
    actor,
    now: '2025-06-01T12:00:00.000Z',
    newId: () => `new-${++made}`,
  })
}

/** The status that the answers lead to. */
export const statusAfterAction = (
  action: Action,
  subject: object,
  answers: Answers,
  given: object = {},
): string | undefined => {
  const { to } = action
  if (to === undefined || typeof to === 'string') return to
  const values = acceptedAnswers(action, answers, createFormFacts(given))
  const answer = typeof to.by === 'function' ? to.by(values, subject) : String(values[to.by])
  return to.is[answer] ?? to.otherwise
}
