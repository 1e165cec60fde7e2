import type { Action, Answers, Facts } from '#actions/kit/action'
import type { Change } from '#actions/kit/changes'
import { answered, judge } from '#actions/kit/judge'
import type { Actor } from '#domain/actor'
import { anOperator } from './market.ts'

/** What a form knows on 1 June 2025, in the eyes of the market operator. */
export const facts = (given: object = {}): Facts => ({ today: '2025-06-01', actorIsOperator: true, ...given })

/** The changes that an action asks for when these answers are given; refuses what the action refuses. */
export const act = (
  action: Action,
  subject: object,
  answers: Answers,
  { given, reads, actor = anOperator() }: { given?: object; reads?: unknown; actor?: Actor } = {},
): Change[] => {
  const known = facts(given)
  const refused = judge(action, answers, known)
  if (Object.keys(refused).length > 0) throw new Error(JSON.stringify(refused))
  if (typeof action.effect !== 'function') throw new Error(`${action.name} only saves its answers`)
  let made = 0
  return action.effect({
    on: action.on,
    subject,
    values: answered(action, answers, known),
    given: known,
    reads,
    actor,
    now: '2025-06-01T12:00:00.000Z',
    newId: () => `new-${++made}`,
  })
}

/** The status that the answers lead to. */
export const leadsTo = (
  action: Action,
  subject: object,
  answers: Answers,
  given: object = {},
): string | undefined => {
  const { to } = action
  if (to === undefined || typeof to === 'string') return to
  const values = answered(action, answers, facts(given))
  const answer = typeof to.by === 'function' ? to.by(values, subject) : String(values[to.by])
  return to.is[answer] ?? to.otherwise
}
