import type { Action, ActionFacts } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import type { RequiredDeclaration } from '#contract/kit/form'
import { isOperator, type Actor } from '#domain/people/actor'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { DeclarationCategory } from '#domain/credit/declaration'
import { nounOf } from '#contract/nouns/nouns'
import {
  COLLECTION_KINDS,
  type CollectionKind,
  type Kind,
  type EntityOfKind,
} from '#domain/disclosure/entities'
import type { UploadedFileRef } from '#domain/text/filed-document'
import type { StoredRow } from '#domain/values/subject'
import { findRoundId } from '#contract/nouns/ownership'
import type { Round } from '#domain/round/round'

/** True for an uploaded file, as answers name it. */
export const isFileRef = (value: unknown): value is UploadedFileRef =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value

/** True if this kind is a list as such, which has no row. */
export const isCollection = (kind: Kind): kind is CollectionKind => COLLECTION_KINDS.some(one => one === kind)

/** Returns the subject that represents a list. */
export const subjectOfCollection = (kind: CollectionKind): StoredRow => ({ id: kind, version: 0 })

/** Reads the round of a subject, if it has one. Through a transaction, the round stays locked until the end. */
export const readRoundOf = async <K extends Kind>(
  read: Read,
  kind: K,
  subject: EntityOfKind<K>,
): Promise<Round | undefined> => {
  const roundId = findRoundId(kind, subject)
  return roundId === null ? undefined : read.one('round', roundId)
}

/**
 * Reads everything that a form and its validation need: the facts that the action asks for, its declarations, and the
 * day.
 */
export const readFormFacts = async <K extends Kind>(
  read: Read,
  action: Action,
  kind: K,
  subject: EntityOfKind<K>,
  actor: Actor,
  now: Instant,
): Promise<ActionFacts> => {
  // If the round is one of the questions, the declarations of every round are known until it is answered.
  const roundId = 'marketRoundId' in action.fields ? null : findRoundId(kind, subject)
  const [given, declarations] = await Promise.all([
    readActionFacts(read, action, subject, actor, now),
    declarationsToMake(read, action, roundId, actor),
  ])
  return { ...given, ...declarations }
}

/** Reads the facts of `readFormFacts` except the declarations: all that can prevent an action, whatever the answers. */
export const readActionFacts = async <K extends Kind>(
  read: Read,
  action: Action,
  subject: EntityOfKind<K>,
  actor: Actor,
  now: Instant,
): Promise<ActionFacts> => {
  const today = utcDayOf(now)
  return { ...(await action.given?.(read, subject, actor, today)), today, actorIsOperator: isOperator(actor) }
}

const declarationsToMake = async (
  read: Read,
  action: Action,
  roundId: string | null,
  actor: Actor,
): Promise<{ declarations?: RequiredDeclaration[] }> => {
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

/** Returns the documents already filed under a subject, by the fields with their tag. */
export const readFiledAnswers = async (
  read: Read,
  action: Action,
  kind: Kind,
  subjectId: string,
): Promise<Record<string, UploadedFileRef>> => {
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

/** Returns the documents that can answer a question again, except for questions that need a new document each time. */
export const readReusableFiles = (
  action: Action,
  filed: Record<string, UploadedFileRef>,
): Record<string, UploadedFileRef> =>
  Object.fromEntries(Object.entries(filed).filter(([name]) => !action.fields[name]?.isAnew))

/** True if this kind can be acted on. Only such kinds become the context of an answer and have an audit trail. */
export const isActionSubject = (kind: Kind): boolean => nounOf(kind)?.isSubject === true
