import { save, type Action, type Answers, type Facts } from '#actions/kit/action'
import { create, update, type Change } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import type { FileRef } from '#domain/filed-document'
import { isCollection, isFileRef, isSubject } from './facts.ts'
import type { Place } from './runtime.ts'

/** All that an action knows when it takes effect. */
export interface Acting {
  action: Action
  kind: Kind
  subject: SubjectOf<Kind>
  values: Answers
  given: Facts
  reads: unknown
  actor: Actor
  now: Instant
  newId: () => string
}

const keptOf = ({ action, values }: Acting): Answers =>
  Object.fromEntries(
    Object.keys(action.fields).flatMap(name =>
      action.fields[name]?.storage === 'keep' ? [[name, values[name]]] : [],
    ),
  )

const effectOf = (acting: Acting): Change[] => {
  const { action, kind, subject, ...known } = acting
  if (!action.effect) return []
  if (typeof action.effect === 'function') return action.effect({ on: kind, subject, ...known })
  const kept = keptOf(acting)
  if (isCollection(kind)) throw new Error(`${action.name} saves into a list`)
  const patch = action.effect === save ? kept : { [action.effect.saveAs]: kept }
  return [{ change: 'update', kind, id: subject.id, patch }]
}

const nextStatus = ({ action, values, subject }: Acting): string | undefined => {
  if (action.to === undefined || typeof action.to === 'string') return action.to
  const { by, is, otherwise } = action.to
  return is[typeof by === 'function' ? by(values, subject) : String(values[by])] ?? otherwise
}

const transitionOf = (acting: Acting): Change[] => {
  const to = nextStatus(acting)
  const { kind, subject } = acting
  if (to === undefined || isCollection(kind)) return []
  return [
    { change: 'move', kind, id: subject.id, from: 'status' in subject ? subject.status : '', to, patch: {} },
  ]
}

/** A move that its action did not announce is a mistake in the definition, never done. */
const announced = (action: Action, changes: Change[]): Change[] => {
  for (const change of changes)
    if (
      change.change === 'move' &&
      !action.moves?.some(
        ([kind, from, to]) => kind === change.kind && from === change.from && to === change.to,
      )
    )
      throw new Error(`${action.name} moves a ${change.kind} from ${change.from} to ${change.to} unannounced`)
  return changes
}

/** The subject that the answer speaks of: the first thing with a page that was created, the participation that was taken up, else the subject. */
export const contextOf = (
  { action, kind, subject }: Pick<Acting, 'action' | 'kind' | 'subject'>,
  changes: readonly Change[],
): Place => {
  // A list brings many things at once: it is about what it was brought into.
  if (Object.values(action.fields).some(field => field.reads === 'table')) return { kind, id: subject.id }
  const about = changes.find(
    change =>
      (change.change === 'create' && isSubject(change.kind)) ||
      // Interest that becomes registration: the declarations are made for the participation, wherever it is asked for.
      (change.change === 'move' && change.kind === 'participation' && change.to === 'Provisional'),
  )
  if (about?.change === 'create') return { kind: about.kind, id: about.row.id }
  if (about?.change === 'move') return { kind: about.kind, id: about.id }
  return { kind, id: subject.id }
}

const filing = ({ action, values }: Acting, context: Place, present: Record<string, FileRef>) =>
  Object.entries(action.fields).flatMap(([name, field]): Change[] => {
    const document = values[name]
    const before = present[name]
    if (field.storage !== 'file' || !isFileRef(document) || document.id === before?.id) return []
    return [
      update('filedDocument', document, {
        ownerKind: context.kind,
        ownerId: context.id,
        ...(field.tag && { tag: field.tag }),
      }),
      ...(before ? [update('filedDocument', before, { replacedById: document.id })] : []),
    ]
  })

const declaring = ({ action, values, actor, now, newId }: Acting, context: Place) =>
  Object.entries(action.fields).flatMap(([name, field]): Change[] =>
    field.storage === 'declare'
      ? declaredIn(values[name]).map(({ id, answer }) =>
          create('declarationAnswer', {
            id: newId(),
            roundDeclarationId: id,
            subjectKind: context.kind,
            subjectId: context.id,
            answer,
            answeredBy: actor.userId ?? '',
            answeredAt: now,
          }),
        )
      : [],
  )

// The rule of the field has seen to what it holds.
const declaredIn = (value: unknown): readonly { id: string; answer: boolean }[] =>
  Array.isArray(value) ? value : []

/** Everything that follows from an action: its effect, the transition, documents filed, declarations recorded. */
export const changesOf = (acting: Acting, present: Record<string, FileRef>): Change[] => {
  const effect = announced(acting.action, effectOf(acting))
  const context = contextOf(acting, effect)
  return [
    ...effect,
    ...transitionOf(acting),
    ...filing(acting, context, present),
    ...declaring(acting, context),
  ]
}
