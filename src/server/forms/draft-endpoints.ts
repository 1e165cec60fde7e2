import type { FastifyInstance } from 'fastify'
import { storableAnswers } from '#actions/common/draft'
import { discardDraft, MAX_DRAFT_LENGTH, listDrafts, saveDraft } from '#contract/desk/draft'
import type { FormDraft } from '#contract/kit/form-draft'
import { kindOfPath } from '#contract/nouns/nouns'
import { isCollection, isFileRef } from '../runner/facts.ts'
import { admitToAction } from '../runner/gates.ts'
import { conflictError, notFoundError, tooLargeError } from '../runner/refusals.ts'
import { type DraftKey, deleteDraft, keepDraft, readDraft } from '../store/drafts.ts'
import type { Store } from '../store/store.ts'
import { listDraftsOfUser } from './drafts.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** The form that a page names by the path of its subject; throws 404 if it cannot exist. */
const keyOf = ({ on, action }: { on: string; action: string }, { userId }: { userId: string }): DraftKey => {
  const kind = kindOfPath(on)
  const [, id, ...more] = on.split('/')
  if (kind === undefined || isCollection(kind) !== (id === undefined) || more.length > 0)
    throw notFoundError()
  return { userId, kind, subjectId: id ?? kind, actionName: action }
}

/**
 * The saved draft of a form. An upload that has been deleted since has to be chosen again, like a file that was never
 * sent.
 */
export const readDraftOfForm = async (
  { db, read }: Pick<Store, 'db' | 'read'>,
  key: DraftKey,
  version: number,
): Promise<FormDraft | null> => {
  const kept = await readDraft(db, key)
  if (!kept) return null
  const { answers, at, writer, subjectVersion } = kept
  const uploads = Object.entries(answers.values).filter(([, value]) => isFileRef(value))
  const ids = uploads.flatMap(([, value]) => (isFileRef(value) ? [value.id] : []))
  const there = new Set(
    ids.length === 0 ? [] : (await read.list('filedDocument', { id: ids })).map(({ id }) => id),
  )
  const gone = uploads.flatMap(([name, value]) =>
    isFileRef(value) && !there.has(value.id) ? [[name, value.name] as const] : [],
  )
  const isGone = new Set(gone.map(([name]) => name))
  return {
    values: Object.fromEntries(Object.entries(answers.values).filter(([name]) => !isGone.has(name))),
    files: { ...answers.files, ...Object.fromEntries(gone) },
    at,
    writer,
    isOutdated: subjectVersion !== version,
  }
}

const ELSEWHERE =
  'You have changed this form in another window, so your answers here are not saved as a draft'

/** Saves and discards drafts, each for its owner only. Forms include their draft when they are read. */
export const draftRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store } = runtime
  mountEndpoint(app, listDrafts, ({ actor, session }) =>
    listDraftsOfUser({ db: store.db }, session.userId, actor),
  )
  mountEndpoint(app, saveDraft, async ({ body, actor, session }) => {
    const key = keyOf(body, session)
    const now = runtime.now()
    const { action } = await admitToAction(store.read, { ...key, actor }, now)
    const answers = storableAnswers(action.fields, body)
    if (JSON.stringify(answers).length > MAX_DRAFT_LENGTH)
      throw tooLargeError('These answers are too long to be saved as a draft')
    const { version: subjectVersion, writer, after } = body
    if (!(await keepDraft(store.db, key, { answers, subjectVersion, writer, after, at: now })))
      throw conflictError(ELSEWHERE, 'draft')
    return { at: now }
  })
  mountEndpoint(app, discardDraft, async ({ query, session }) => {
    await deleteDraft(store.db, keyOf(query, session))
  })
}
