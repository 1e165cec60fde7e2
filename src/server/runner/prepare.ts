import type { Action, Answers, Facts } from '#actions/kit/action'
import type { Change } from '#actions/kit/changes'
import { answered, judge } from '#actions/kit/judge'
import { siteAskedBy } from '#actions/common/site-asked'
import { outlineGiven } from '#actions/common/site-boundary'
import type { Submission } from '#contract/form'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { FileReading, FileRef } from '#domain/filed-document'
import type { SiteOutline } from '#domain/site-outline'
import type { Tx } from '../store/store.ts'
import { changesOf, type Acting } from './effects.ts'
import { factsFor, filedAnswers, isFileRef, reusableFiles } from './facts.ts'
import type { Admitted } from './gates.ts'
import { checkReferences } from './references.ts'
import { invalid } from './refusals.ts'
import type { Runtime } from './runtime.ts'

/** One request to act: who, what, on which subject, with which answers. */
export interface ActionRequest {
  actor: Actor
  kind: Kind
  subjectId: string
  actionName: string
  submission: Submission
  /** The wizard in which the action is a step, if it is. */
  wizardName?: string
  idempotencyKey?: string
  /** Nobody will look at the page that the action leads to, so it is not made. */
  isUnwatched?: boolean
  /** Reads an uploaded list, workbook or boundary; a sentence when it cannot be read or is not taken. */
  readFiled?: (file: FileRef, as: FileReading, part: string | null) => Promise<FileRef | string>
  /** Is given the outline of a site boundary before anything is refused for where it lies. */
  seeSite?: (outline: SiteOutline) => void
}

/** An action with its answers and all that its form knows. */
export interface Answered extends Admitted {
  given: Facts
  /** The documents filed already, by field. */
  present: Record<string, FileRef>
  answers: Answers
}

/** What is to be done, and what the action says of it beforehand. */
export interface Prepared {
  acting: Acting
  changes: Change[]
  sentences: readonly string[]
}

/** Reads everything anew that the form was given; nothing that a browser says of it is believed. */
export const withFacts = async (
  tx: Tx,
  request: ActionRequest,
  admitted: Admitted,
  now: Instant,
): Promise<Answered> => {
  const { action, subject } = admitted
  const [given, present] = await Promise.all([
    factsFor(tx, action, request.kind, subject, request.actor, now),
    filedAnswers(tx, action, request.kind, subject.id),
  ])
  const sent = withoutEmptyFiles(action, request.submission.values)
  return { ...admitted, given, present, answers: { ...reusableFiles(action, present), ...sent } }
}

/** Judges the answers and works out what is to be done. Throws `HttpError` 422 for what is wrong with them. */
export const prepare = async (
  tx: Tx,
  { newId, verifyImported, whyMisplaced }: Pick<Runtime, 'newId' | 'verifyImported' | 'whyMisplaced'>,
  request: ActionRequest,
  { action, subject, round, given, present, answers }: Answered,
  now: Instant,
): Promise<Prepared> => {
  const { actor, kind } = request
  refuseUnlessRight(judge(action, answers, given))
  const saved = answered(action, answers, given)
  refuseUnlessRight(await checkReferences(tx, action, saved, { actor, present, subject }))
  const values = await withContents(request, action, saved)
  const reads = await action.reads?.(tx, subject, values, given)
  const acting: Acting = { action, kind, subject, values, given, reads, actor, now, newId }
  const askedBy = siteAskedBy(action, values)
  const outline = askedBy === null ? null : outlineGiven(values[askedBy])
  if (outline) request.seeSite?.(outline)
  const sentences = sentencesOf(acting)
  if (askedBy !== null && outline) {
    const why = await whyMisplaced(tx, outline, round)
    if (why !== null) throw invalid({ [askedBy]: why })
  }
  return { acting, sentences, changes: verifyImported(changesOf(acting, present)) }
}

const refuseUnlessRight = (messages: Record<string, string>): void => {
  if (Object.keys(messages).length > 0) throw invalid(messages)
}

const withoutEmptyFiles = (action: Action, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => action.fields[name]?.storage !== 'file' || value),
  )

/** The files among some answers, by field. */
export const filesIn = (action: Action, answers: Answers): Record<string, FileRef> => {
  const files: Record<string, FileRef> = {}
  for (const [name, { storage }] of Object.entries(action.fields)) {
    const answer = answers[name]
    if (storage === 'file' && isFileRef(answer)) files[name] = { id: answer.id, name: answer.name }
  }
  return files
}

/** The answers with what is read of some files in them: the rows of lists, and the outlines of boundaries. */
const withContents = async (
  { readFiled }: ActionRequest,
  action: Action,
  values: Answers,
): Promise<Answers> => {
  const contents: Answers = {}
  for (const [name, file] of Object.entries(filesIn(action, values))) {
    const field = action.fields[name]
    if (!field?.reads) continue
    const part = field.partIn === undefined ? null : values[field.partIn]
    const content =
      (await readFiled?.(file, field.reads, typeof part === 'string' && part !== '' ? part : null)) ??
      'Choose the file again'
    if (typeof content === 'string') throw invalid({ [name]: content })
    contents[name] = content
  }
  return { ...values, ...contents }
}

/** What the action says that it would do; refused for what stands in its way. */
const sentencesOf = ({ kind, ...acting }: Acting): readonly string[] => {
  const refused = acting.action.refuse?.({ on: kind, ...acting })
  if (refused && Object.keys(refused).length > 0) throw invalid(refused)
  const previewed = acting.action.preview?.({ on: kind, ...acting })
  if (!previewed) return []
  if ('refused' in previewed) throw invalid(previewed.refused)
  return previewed.preview
}
