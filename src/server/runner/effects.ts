import { saveAnswers, type Action, type Answers, type ActionFacts } from '#actions/kit/action'
import { create, update, type Change } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import type { UploadedFileRef } from '#domain/text/filed-document'
import { isCollection, isFileRef, isActionSubject } from './facts.ts'
import type { ChangedSubjectOrList } from './runtime.ts'

/** Inputs that an action's effect can use. */
export interface ActionContext {
  action: Action
  kind: Kind
  subject: EntityOfKind<Kind>
  values: Answers
  given: ActionFacts
  reads: unknown
  actor: Actor
  /** User who decides: the approver, or the actor if there is none; null while the approver is not known. */
  decider: string | null
  now: Instant
  newId: () => string
}

const keptOf = ({ action, values }: ActionContext): Answers =>
  Object.fromEntries(
    Object.keys(action.fields).flatMap(name =>
      action.fields[name]?.storage === 'keep' ? [[name, values[name]]] : [],
    ),
  )

const effectOf = (acting: ActionContext): Change[] => {
  const { action, kind, subject, ...known } = acting
  if (!action.effect) return []
  if (typeof action.effect === 'function') return action.effect({ on: kind, subject, ...known })
  const kept = keptOf(acting)
  if (isCollection(kind)) throw new Error(`${action.name} saves into a list`)
  const patch = action.effect === saveAnswers ? kept : { [action.effect.saveAs]: kept }
  return [{ change: 'update', kind, id: subject.id, patch }]
}

const nextStatus = ({ action, values, subject }: ActionContext): string | undefined => {
  if (action.to === undefined || typeof action.to === 'string') return action.to
  const { by, is, otherwise } = action.to
  return is[typeof by === 'function' ? by(values, subject) : String(values[by])] ?? otherwise
}

const transitionOf = (acting: ActionContext): Change[] => {
  const to = nextStatus(acting)
  const { kind, subject } = acting
  if (to === undefined || isCollection(kind)) return []
  return [
    { change: 'move', kind, id: subject.id, from: 'status' in subject ? subject.status : '', to, patch: {} },
  ]
}

/** A move that the action did not declare is an error in its definition, and is never done. */
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

/**
 * Returns the subject of the answer: the first created thing with a page, the participation that was taken up, or else
 * the subject. A case that follows from a step of the subject itself, such as a check that failed, is not what the answer and its
 * documents are about.
 */
export const findAnswerSubject = (
  { action, kind, subject }: Pick<ActionContext, 'action' | 'kind' | 'subject'>,
  changes: readonly Change[],
): ChangedSubjectOrList => {
  // A list creates many things at once: its subject is the thing it was added to.
  if (Object.values(action.fields).some(field => field.reads === 'table')) return { kind, id: subject.id }
  const about = changes.find(
    change =>
      (change.change === 'create' &&
        isActionSubject(change.kind) &&
        (change.kind !== 'case' || action.to === undefined)) ||
      // Interest that becomes registration: the declarations are made for the participation, whichever subject the form
      // has.
      (change.change === 'move' && change.kind === 'participation' && change.to === 'Provisional'),
  )
  if (about?.change === 'create') return { kind: about.kind, id: about.row.id }
  if (about?.change === 'move') return { kind: about.kind, id: about.id }
  return { kind, id: subject.id }
}

const filing = (
  { action, values }: ActionContext,
  context: ChangedSubjectOrList,
  present: Record<string, UploadedFileRef>,
) =>
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

const declaring = ({ action, values, actor, now, newId }: ActionContext, context: ChangedSubjectOrList) =>
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

// The rule of the field has validated its content.
const declaredIn = (value: unknown): readonly { id: string; answer: boolean }[] =>
  Array.isArray(value) ? value : []

/**
 * Returns everything that follows from an action: its effect, the transition, filed documents and recorded
 * declarations.
 */
export const collectActionChanges = (
  acting: ActionContext,
  present: Record<string, UploadedFileRef>,
): Change[] => {
  const effect = announced(acting.action, effectOf(acting))
  const context = findAnswerSubject(acting, effect)
  return [
    ...effect,
    ...transitionOf(acting),
    ...filing(acting, context, present),
    ...declaring(acting, context),
  ]
}
