import type { FastifyInstance } from 'fastify'
import { keptOf } from '#actions/common/draft'
import { discardDraft, LARGEST_DRAFT, listDrafts, saveDraft } from '#contract/draft'
import type { FormDraft } from '#contract/form-draft'
import { kindAt } from '#contract/nouns'
import { isCollection, isFileRef } from '../runner/facts.ts'
import { admit } from '../runner/gates.ts'
import { conflict, notFound, tooLarge } from '../runner/refusals.ts'
import { type DraftKey, dropDraft, keepDraft, readDraft } from '../store/drafts.ts'
import type { Store } from '../store/store.ts'
import { draftsView } from '../views/drafts.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** The form that is meant by the path of its subject, as pages name it; 404 where there can be none. */
const keyOf = ({ on, action }: { on: string; action: string }, { userId }: { userId: string }): DraftKey => {
  const kind = kindAt(on)
  const [, id, ...more] = on.split('/')
  if (kind === undefined || isCollection(kind) !== (id === undefined) || more.length > 0) throw notFound()
  return { userId, kind, subjectId: id ?? kind, actionName: action }
}

/** What somebody has entered in a form before. An upload that is gone by now has to be chosen again, like a file that was never sent. */
export const draftFor = async (
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
  'This form has been filled in in another window since, so what is entered here is not kept as a draft'

/** Drafts are read with their forms, and kept and discarded here: each by the one person whose they are. */
export const draftRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store } = runtime
  serve(app, listDrafts, ({ actor, session }) => draftsView({ db: store.db }, session.userId, actor))
  serve(app, saveDraft, async ({ body, actor, session }) => {
    const key = keyOf(body, session)
    const now = runtime.now()
    const { action } = await admit(store.read, { ...key, actor }, now)
    const answers = keptOf(action.fields, body)
    if (JSON.stringify(answers).length > LARGEST_DRAFT)
      throw tooLarge('These answers are too long to be kept as a draft')
    const { version: subjectVersion, writer, after } = body
    if (!(await keepDraft(store.db, key, { answers, subjectVersion, writer, after, at: now })))
      throw conflict(ELSEWHERE, 'draft')
    return { at: now }
  })
  serve(app, discardDraft, async ({ query, session }) => {
    await dropDraft(store.db, keyOf(query, session))
  })
}
