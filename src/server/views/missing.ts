import { findAction } from '#actions/index'
import type { Answers } from '#actions/kit/action'
import type { Actor } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import type { NextThing } from '#domain/wire/general'
import { factsFor } from '../facts.ts'
import type { ViewContext } from './context.ts'

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
      const no: Answers = {}
      const refusal = action.check(no, given).form
      if (!refusal) return thing
      const issues = (given.issues ?? []) as string[]
      return { ...thing, missing: issues.length > 0 ? issues.join('. ') : refusal }
    }),
  )
