import { findAction } from '#actions/index'
import type { DraftItem } from '#contract/desk/draft'
import { pathOf, SUBJECT_NOUNS } from '#contract/nouns/nouns'
import type { Actor } from '#domain/people/actor'
import { listDrafts } from '../store/drafts.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesOfKind } from '../views/kit/names.ts'

/** Drafts of a user, the latest first, each with its form and subject as far as the user may still see it. */
export const listDraftsOfUser = async (
  { db }: Pick<ViewContext, 'db'>,
  userId: string,
  reader: Actor,
): Promise<DraftItem[]> => {
  const drafts = await listDrafts(db, userId)
  const names = new Map<string, string>()
  for (const { kind, isNamed } of SUBJECT_NOUNS) {
    const ids = drafts.filter(draft => draft.kind === kind).map(({ subjectId }) => subjectId)
    if (!isNamed || ids.length === 0) continue
    const nameOf = await readNamesOfKind(db, kind, ids, reader)
    for (const id of ids) names.set(`${kind} ${id}`, nameOf(id)?.name ?? '')
  }
  return drafts.flatMap(({ kind, subjectId, action, at }) => {
    const title = findAction(kind, action)?.title
    if (title === undefined) return []
    const on = kind === subjectId ? pathOf(kind) : `${pathOf(kind)}/${subjectId}`
    return [{ on, action, title, name: names.get(`${kind} ${subjectId}`) || null, at }]
  })
}
