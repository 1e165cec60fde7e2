import { findAction } from '#actions/index'
import type { Action, Answers, Facts } from '#actions/kit/action'
import type { Choice } from '#actions/kit/fields'
import { warnings } from '#actions/kit/judge'
import type { Actor } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import type { NextThing } from '#contract/resource'
import { factsFor } from '../runner/facts.ts'
import type { ViewContext } from './context.ts'

const NOTHING: Answers = {}

/** Why none of the choices will do for a question that is asked of everybody. */
const noChoice = (action: Action, subject: object, given: Facts): string | undefined => {
  for (const [name, field] of Object.entries(action.fields)) {
    if (!field.among || field.optional || action.show?.[name]) continue
    const choices = (given[field.among] ?? []) as Choice[]
    if (choices.length === 0)
      return warnings(action, NOTHING, subject, given)[name] ?? `${field.label}: nothing to choose from`
    const refusals = choices.map(({ id }) => action.check?.({ [name]: id }, given)[name])
    if (refusals.every(Boolean)) return refusals[0]
  }
  return undefined
}

const missingFor = (action: Action, subject: object, given: Facts): string | undefined => {
  const refusal = action.check?.(NOTHING, given).form
  if (!refusal) return noChoice(action, subject, given)
  const issues = (given.issues ?? []) as string[]
  return issues.length > 0 ? issues.join('. ') : refusal
}

/** What to do next, each with what its form would refuse for whatever is answered: nobody should open it to find out. */
export const withMissing = async <K extends Kind>(
  things: readonly NextThing[],
  { kind, subject }: { kind: K; subject: SubjectOf<K> },
  reader: Actor,
  { read, now }: ViewContext,
): Promise<NextThing[]> =>
  Promise.all(
    things.map(async thing => {
      const action = thing.action === null ? undefined : findAction(kind, thing.action)
      if (!action?.check || !action.given) return thing
      const given = await factsFor(read, action, kind, subject, reader, now)
      const missing = missingFor(action, subject, given)
      return missing === undefined ? thing : { ...thing, missing }
    }),
  )
