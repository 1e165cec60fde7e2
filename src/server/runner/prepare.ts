import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { Change } from '#actions/kit/changes'
import { acceptedAnswers, validateAnswers } from '#actions/kit/judge'
import { boundaryFieldOf } from '#actions/fields/presented'
import { outlineFromAnswer } from '#actions/fields/site-boundary'
import type { Submission } from '#contract/kit/form'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { FileReadMode, UploadedFileRef } from '#domain/text/filed-document'
import type { SiteOutline } from '#domain/land/site-outline'
import type { StoreTransaction } from '../store/store.ts'
import { collectActionChanges, type ActionContext } from './effects.ts'
import { readFormFacts, readFiledAnswers, isFileRef, readReusableFiles } from './facts.ts'
import type { AdmittedAction } from './gates.ts'
import { checkReferences } from './references.ts'
import { invalidAnswersError, WrongDeciderError } from './refusals.ts'
import type { ActionRuntime } from './runtime.ts'

/** A request to act: actor, action, subject and answers. */
export interface ActionRequest {
  actor: Actor
  /** User who decides, if not the actor: the approver; null in the preview of an act that waits for one. */
  decider?: string | null
  kind: Kind
  subjectId: string
  actionName: string
  submission: Submission
  /** The wizard in which the action is a step, if any. */
  wizardName?: string
  idempotencyKey?: string
  /** True if no one will look at the page that the action leads to, so that it is not built. */
  isUnwatched?: boolean
  /**
   * True if a program sends this request, once, and no other program can send it at the same time: its result is only
   * stored, and there is no draft of its form.
   */
  isOnlySentHere?: boolean
  /** Reads an uploaded list, workbook or boundary; returns a sentence if it cannot be read or is refused. */
  readFiled?: (
    file: UploadedFileRef,
    as: FileReadMode,
    part: string | null,
  ) => Promise<UploadedFileRef | string>
  /** Adds the documents of a preview that are stored nowhere else: they exist in its transaction only. */
  addDocuments?: ((tx: StoreTransaction) => Promise<void>) | undefined
  /** Receives the outline of a site boundary before any refusal because of its location. */
  seeSite?: (outline: SiteOutline) => void
}

/** An action with its answers and the facts of its form. */
export interface AnsweredAction extends AdmittedAction {
  given: ActionFacts
  /** Documents already filed, by field. */
  present: Record<string, UploadedFileRef>
  answers: Answers
}

/** The changes to make, and the action's sentences about them. */
export interface PreparedChanges {
  acting: ActionContext
  changes: Change[]
  sentences: readonly string[]
}

/** Reads again everything that the form was given; nothing sent by a browser is trusted. */
export const readAnsweredAction = async (
  tx: StoreTransaction,
  request: ActionRequest,
  admitted: AdmittedAction,
  now: Instant,
): Promise<AnsweredAction> => {
  const { action, subject } = admitted
  const [given, present] = await Promise.all([
    readFormFacts(tx, action, request.kind, subject, request.actor, now),
    readFiledAnswers(tx, action, request.kind, subject.id),
  ])
  const sent = withoutEmptyFiles(action, request.submission.values)
  return { ...admitted, given, present, answers: { ...readReusableFiles(action, present), ...sent } }
}

/** Validates the answers and works out the changes. Throws `HttpError` 422 for invalid answers. */
export const prepareChanges = async (
  tx: StoreTransaction,
  { newId, verifyImported, whyMisplaced }: Pick<ActionRuntime, 'newId' | 'verifyImported' | 'whyMisplaced'>,
  request: ActionRequest,
  { action, subject, round, given, present, answers }: AnsweredAction,
  now: Instant,
): Promise<PreparedChanges> => {
  const { actor, kind, decider = actor.userId } = request
  refuseUnlessRight(validateAnswers(action, answers, given))
  const saved = acceptedAnswers(action, answers, given)
  refuseUnlessRight(await checkReferences(tx, action, saved, { actor, present, subject }))
  const values = await withContents(request, action, saved)
  const reads = await action.reads?.(tx, subject, values, given)
  const acting: ActionContext = { action, kind, subject, values, given, reads, actor, decider, now, newId }
  const askedBy = boundaryFieldOf(action, values)
  const outline = askedBy === null ? null : outlineFromAnswer(values[askedBy])
  if (outline) request.seeSite?.(outline)
  const sentences = sentencesOf(acting)
  if (askedBy !== null && outline) {
    const why = await whyMisplaced(tx, outline, round)
    if (why !== null) throw invalidAnswersError({ [askedBy]: why })
  }
  return { acting, sentences, changes: verifyImported(collectActionChanges(acting, present)) }
}

const refuseUnlessRight = (messages: Record<string, string>): void => {
  if (Object.keys(messages).length > 0) throw invalidAnswersError(messages)
}

const withoutEmptyFiles = (action: Action, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => action.fields[name]?.storage !== 'file' || value),
  )

/** Returns the files among answers, by field. */
export const listFilesInAnswers = (action: Action, answers: Answers): Record<string, UploadedFileRef> => {
  const files: Record<string, UploadedFileRef> = {}
  for (const [name, { storage }] of Object.entries(action.fields)) {
    const answer = answers[name]
    if (storage === 'file' && isFileRef(answer)) files[name] = { id: answer.id, name: answer.name }
  }
  return files
}

/** Adds the contents of some files to the answers: rows of lists, and outlines of boundaries. */
const withContents = async (
  { readFiled }: ActionRequest,
  action: Action,
  values: Answers,
): Promise<Answers> => {
  const contents: Answers = {}
  for (const [name, file] of Object.entries(listFilesInAnswers(action, values))) {
    const field = action.fields[name]
    if (!field?.reads) continue
    const part = field.partIn === undefined ? null : values[field.partIn]
    const content =
      (await readFiled?.(file, field.reads, typeof part === 'string' && part !== '' ? part : null)) ??
      'Choose the file again'
    if (typeof content === 'string') throw invalidAnswersError({ [name]: content })
    contents[name] = content
  }
  return { ...values, ...contents }
}

/** The action's sentences about its effect; throws if something prevents it. */
const sentencesOf = ({ kind, ...acting }: ActionContext): readonly string[] => {
  const refused = acting.action.refuse?.({ on: kind, ...acting })
  if (refused && Object.keys(refused).length > 0) throw invalidAnswersError(refused)
  const verdict = acting.action.decidable?.({ on: kind, ...acting }) ?? true
  if (verdict !== true) throw new WrongDeciderError(verdict)
  const previewed = acting.action.preview?.({ on: kind, ...acting })
  if (!previewed) return []
  if ('refused' in previewed) throw invalidAnswersError(previewed.refused)
  return previewed.preview
}
