import { createHash } from 'node:crypto'
import { actionsOn, findAction, wizards } from '#actions/index'
import type { Action, Answers } from '#actions/kit/action'
import { answered, judge } from '#actions/kit/judge'
import { available } from '#actions/kit/available'
import { nextStep } from '#actions/kit/wizard'
import type { Actor } from '#domain/actor'
import { canonicalJson } from '#domain/canonical'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import type { FileRef, UploadedTable } from '#domain/filed-document'
import type { ActionLink, Done, Submission } from '#contract/form'
import type { Resource } from '#contract/resource'
import type { RecordChange } from '#contract/home'
import { changesOf, contextOf, type Acting } from './effects.ts'
import { collectionSubject, factsFor, filedAnswers, isCollection, roundOf, reusableFiles } from './facts.ts'
import { verifyImported } from '../imported-match.ts'
import { conflict, forbidden, invalid, notFound } from './refusals.ts'
import type { Runtime } from './runtime.ts'
import { append, type ActivityEntry } from '../store/activity.ts'
import type { Tx } from '../store/store.ts'
import { trailOf } from './trail.ts'
import { pathOf, selfOf } from '#contract/nouns'
import { viewOf } from '../views/index.ts'
import { mayRead } from '#contract/read-access'

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
  /** Reads an uploaded list; a sentence when it cannot be read. */
  readTable?: (list: FileRef) => Promise<UploadedTable | string>
}

const STALE = 'Changed by someone else since you opened this form'

/**
 * Runs an action: authorise, judge, apply, record, answer, all in one transaction with the subject locked.
 * Throws `HttpError` by gate: 404 not there or not visible, 403 who, 409 version, status, round or window, 422 answers.
 */
export const runAction = async (runtime: Runtime, request: ActionRequest): Promise<Done> => {
  const { store, changeFeed, newId } = runtime
  const now = runtime.now()
  const { done, touched } = await store.transaction(async tx => {
    const repeated = await findIdempotentReply(tx, request, now)
    if (repeated) return { done: repeated, touched: [] }

    const { actor, kind, submission } = request
    const action = findAction(kind, request.actionName)
    if (!action) throw notFound()
    const subject = await subjectOf(tx, request)
    if (submission.version !== undefined && submission.version !== subject.version && !isCollection(kind))
      throw conflict(STALE, 'version')
    const round = await roundOf(tx, kind, subject)
    refuseUnlessOffered(action, actor, subject, { round, today: dayOf(now) })

    const given = await factsFor(tx, action, kind, subject, actor, now)
    const present = await filedAnswers(tx, action, kind, subject.id)
    const answers = { ...reusableFiles(action, present), ...withoutEmptyFiles(action, submission.values) }
    refuseUnlessRight(judge(action, answers, given))
    const answersGiven = answered(action, answers, given)
    refuseUnlessRight(await checkReferences(tx, action, answersGiven, { actor, present, subject }))
    const values = await withTables(request, action, answersGiven)
    const reads = await action.reads?.(tx, subject, values)

    const acting: Acting = { action, kind, subject, values, given, reads, actor, now, newId }
    const sentences = previewOf(acting)
    const changes = verifyImported(changesOf(acting, present))
    if (submission.preview && sentences) {
      const context = await contextView(tx, { kind, id: subject.id }, actor, now)
      const preview = { sentences, files: filesIn(action, answersGiven) }
      return { done: { message: '', nextAction: null, context, preview }, touched: [] }
    }
    await tx.apply(changes, { now, newId })
    const where = contextOf(acting, changes)
    const context = request.isUnwatched ? placeOf(where) : await contextView(tx, where, actor, now)
    const result: Done = {
      message: action.done ?? `${action.title} succeeded`,
      nextAction: await nextAction(tx, request, action, context, now),
      context,
    }
    await saveIdempotentReply(tx, request, result)
    const trail = trailOf(acting, changes, round)
    const changedNow = await versionsOf(tx, trail)
    await append(tx.db, trail)
    return { done: result, touched: changedNow }
  })
  touched.forEach(changeFeed.emit)
  return done
}

/** What open pages are told of: the subjects touched, with the versions they have now. */
const versionsOf = async (tx: Tx, trail: readonly ActivityEntry[]): Promise<RecordChange[]> => {
  const kinds = [...new Set(trail.map(entry => entry.subjectKind as Kind))].filter(
    kind => !isCollection(kind),
  )
  const rows = await Promise.all(
    kinds.map(async kind => {
      const id = trail.filter(entry => entry.subjectKind === kind).map(entry => entry.subjectId)
      return (await tx.list(kind, { id })).map(row => ({
        kind,
        id: row.id,
        version: row.version,
      }))
    }),
  )
  return rows.flat()
}

const subjectOf = async (tx: Tx, { kind, subjectId, actor }: ActionRequest): Promise<SubjectOf<Kind>> => {
  if (isCollection(kind)) return collectionSubject(kind)
  const subject = await tx.lock(kind, subjectId)
  if (!subject || !(actor.userId === null || mayRead(kind, subject, actor))) throw notFound()
  return subject
}

const refuseUnlessOffered = (...[action, actor, subject, around]: Parameters<typeof available>): void => {
  const verdict = available(action, actor, subject, around)
  if (verdict === true) return
  throw verdict.gate === 'who' ? forbidden(verdict.why) : conflict(verdict.why, verdict.gate)
}

const refuseUnlessRight = (messages: Record<string, string>): void => {
  if (Object.keys(messages).length > 0) throw invalid(messages)
}

const withoutEmptyFiles = (action: Action, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => action.fields[name]?.storage !== 'file' || value),
  )

const filesIn = (action: Action, values: Answers): Record<string, FileRef> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, FileRef] => action.fields[entry[0]]?.storage === 'file' && entry[1] !== null,
    ),
  )

/** The answers with the rows of uploaded lists in them. */
const withTables = async (
  { readTable }: ActionRequest,
  action: Action,
  values: Answers,
): Promise<Answers> => {
  const tables: Answers = {}
  for (const [name, list] of Object.entries(filesIn(action, values))) {
    if (!action.fields[name]?.isTable) continue
    const table = (await readTable?.(list)) ?? 'Choose the file again'
    if (typeof table === 'string') throw invalid({ [name]: table })
    tables[name] = table
  }
  return { ...values, ...tables }
}

/** What the action would do, in sentences; refused for what stands in its way. */
const previewOf = ({ kind, ...acting }: Acting): readonly string[] | undefined => {
  const previewed = acting.action.preview?.({ on: kind, ...acting })
  if (!previewed) return undefined
  if ('refused' in previewed) throw invalid(previewed.refused)
  return previewed.preview
}

const isChoice = (found: object, wanted: object): boolean =>
  Object.entries(wanted).every(([column, value]) => (found as Record<string, unknown>)[column] === value)

/** What the subject holds already may stay as it is, also where it can no longer be chosen. */
const isHeld = (subject: object, name: string, id: string): boolean =>
  [(subject as Record<string, unknown>)[name]].flat().includes(id)

/** Do the things that answers name exist, and are they in use? Documents must be the actor's own uploads. */
const checkReferences = async (
  tx: Tx,
  action: Action,
  values: Answers,
  { actor, present, subject }: { actor: Actor; present: Record<string, FileRef>; subject: object },
): Promise<Record<string, string>> => {
  const messages: Record<string, string> = {}
  for (const [name, field] of Object.entries(action.fields)) {
    const value = values[name]
    if (value === null || value === undefined) continue
    if (field.refersTo)
      for (const id of Array.isArray(value) ? (value as string[]) : [value as string]) {
        if (isHeld(subject, name, id)) continue
        const found = await tx.one(field.refersTo, id)
        if (!found || !isChoice({ active: true, ...found }, { active: true, ...field.where }))
          messages[name] = 'Choose one of the list'
      }
    if (field.storage === 'file' && (value as FileRef).id !== present[name]?.id) {
      const document = await tx.one('filedDocument', (value as FileRef).id)
      if (!document || document.ownerId !== null || document.uploadedBy !== actor.userId)
        messages[name] = 'Choose the file again'
    }
  }
  return messages
}

interface Place {
  kind: Kind
  id: string
}

/** The bare place of something, without what is to be seen there. */
const placeOf = ({ kind, id }: Place): Resource => {
  const self = isCollection(kind) ? `/api/${pathOf(kind)}` : selfOf(kind, id)
  return { id, name: id, kind, version: 0, links: { self }, actions: [] }
}

const contextView = async (tx: Tx, { kind, id }: Place, actor: Actor, now: Instant): Promise<Resource> => {
  if (isCollection(kind)) return placeOf({ kind, id: kind })
  const subject = await tx.one(kind, id)
  if (!subject) throw notFound()
  return viewOf(kind, subject, actor, { db: tx.db, read: tx, now })
}

const nextAction = async (
  tx: Tx,
  { wizardName, actor }: ActionRequest,
  action: Action,
  context: Resource,
  now: Instant,
): Promise<ActionLink | null> => {
  const walk = wizards.find(one => one.name === wizardName)
  if (!walk || isCollection(context.kind)) return null
  const subject = (await tx.one(context.kind, context.id)) as SubjectOf<Kind>
  const around = { round: await roundOf(tx, context.kind, subject), today: dayOf(now) }
  const here = new Set(actionsOn(context.kind))
  const step = nextStep(walk, action, one => here.has(one) && available(one, actor, subject, around) === true)
  return step ? stepLink(context.links.self, step, walk.name) : null
}

/** Where a step of a wizard is asked and answered. */
export const stepLink = (self: string, step: Action, wizardName: string): ActionLink => ({
  id: step.name,
  links: { self: `${self}/action/${step.name}?wizard=${wizardName}` },
})

const hashOf = ({ kind, subjectId, actionName, submission, wizardName }: ActionRequest): string =>
  createHash('sha256')
    .update(canonicalJson({ kind, subjectId, actionName, submission, wizardName: wizardName ?? null }))
    .digest('hex')

/** The answer given to the same request before; a request that is being answered right now is waited for. */
const findIdempotentReply = async (
  tx: Tx,
  request: ActionRequest,
  now: Instant,
): Promise<Done | undefined> => {
  const { idempotencyKey: key, actor } = request
  if (!key || !actor.userId || request.submission.preview) return undefined
  const requestHash = hashOf(request)
  const row = { userId: actor.userId, key, requestHash, status: 200, answer: '', createdAt: now }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency')
    .values(row)
    .onConflict(clash => clash.columns(['userId', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const before = await tx.db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer'])
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.requestHash !== requestHash)
    throw invalid({ form: 'This Idempotency-Key was used for another request' })
  return JSON.parse(before.answer) as Done
}

const saveIdempotentReply = async (
  tx: Tx,
  { idempotencyKey, actor }: ActionRequest,
  done: Done,
): Promise<void> => {
  if (!idempotencyKey || !actor.userId) return
  await tx.db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(done) })
    .where('userId', '=', actor.userId)
    .where('key', '=', idempotencyKey)
    .execute()
}
