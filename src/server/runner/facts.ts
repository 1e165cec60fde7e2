import type { Action, Facts } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import type { DeclarationToMake } from '#contract/form'
import { isOperator, type Actor } from '#domain/actor'
import { dayOf, type Instant } from '#domain/dates'
import type { DeclarationCategory } from '#domain/declaration'
import { nounOf } from '#contract/nouns'
import { COLLECTIONS, type Collection, type Kind, type SubjectOf } from '#domain/entities'
import type { FileRef } from '#domain/filed-document'
import type { Stored } from '#domain/subject'
import { roundIdOf } from '#contract/ownership'
import type { Round } from '#domain/round'

/** Is this an uploaded file, as answers name it? */
export const isFileRef = (value: unknown): value is FileRef =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value

/** Is this kind a list as such, which has no row? */
export const isCollection = (kind: Kind): kind is Collection => COLLECTIONS.some(one => one === kind)

/** The subject that stands for a list. */
export const collectionSubject = (kind: Collection): Stored => ({ id: kind, version: 0 })

/** The round of a subject, if it has one. Read through a transaction it is held as it is until the end. */
export const roundOf = async <K extends Kind>(
  read: Read,
  kind: K,
  subject: SubjectOf<K>,
): Promise<Round | undefined> => {
  const roundId = roundIdOf(kind, subject)
  return roundId === null ? undefined : read.one('round', roundId)
}

/** Everything a form and its judgement must know: what the action asks for, its declarations, and the day. */
export const factsFor = async <K extends Kind>(
  read: Read,
  action: Action,
  kind: K,
  subject: SubjectOf<K>,
  actor: Actor,
  now: Instant,
): Promise<Facts> => {
  // Where the round is one of the questions, the declarations of every round are known until it is answered.
  const roundId = 'marketRoundId' in action.fields ? null : roundIdOf(kind, subject)
  const [given, declarations] = await Promise.all([
    givenFor(read, action, subject, actor, now),
    declarationsToMake(read, action, roundId, actor),
  ])
  return { ...given, ...declarations }
}

/** The same without the declarations: all that stands in the way of an action whatever is answered. */
export const givenFor = async <K extends Kind>(
  read: Read,
  action: Action,
  subject: SubjectOf<K>,
  actor: Actor,
  now: Instant,
): Promise<Facts> => {
  const today = dayOf(now)
  return { ...(await action.given?.(read, subject, actor, today)), today, actorIsOperator: isOperator(actor) }
}

const declarationsToMake = async (
  read: Read,
  action: Action,
  roundId: string | null,
  actor: Actor,
): Promise<{ declarations?: DeclarationToMake[] }> => {
  const category = Object.values(action.fields)
    .map(field => field.category)
    .filter((one): one is DeclarationCategory => one !== undefined)
  if (category.length === 0) return {}
  const audience = actor.organisationType === 'AGENT' ? 'isForAgents' : 'isForParticipants'
  const asked = await read.list('roundDeclaration', {
    category,
    retired: false,
    [audience]: true,
    ...(roundId !== null && { roundId }),
  })
  return {
    declarations: asked.map(({ id, name, declaration, category: about, roundId: round }) => ({
      id,
      name,
      declaration,
      category: about,
      roundId: round,
    })),
  }
}

/** The documents already filed under a subject, by the fields whose tag they bear. */
export const filedAnswers = async (
  read: Read,
  action: Action,
  kind: Kind,
  subjectId: string,
): Promise<Record<string, FileRef>> => {
  const fields = Object.entries(action.fields).filter(([, field]) => field.storage === 'file' && !field.joins)
  if (fields.length === 0 || isCollection(kind)) return {}
  const filed = await read.list('filedDocument', {
    ownerKind: kind,
    ownerId: subjectId,
    replacedById: null,
    tag: fields.flatMap(([, field]) => field.tag ?? []),
  })
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const document = filed.findLast(one => one.tag === field.tag)
      return document ? [[name, { id: document.id, name: document.name }]] : []
    }),
  )
}

/** The documents that answer a question again: of what is asked for anew each time the last one is no answer. */
export const reusableFiles = (action: Action, filed: Record<string, FileRef>): Record<string, FileRef> =>
  Object.fromEntries(Object.entries(filed).filter(([name]) => !action.fields[name]?.isAnew))

/** Can this kind be acted on? Only these become the context of an answer and have a trail. */
export const isSubject = (kind: Kind): boolean => nounOf(kind)?.isSubject === true
