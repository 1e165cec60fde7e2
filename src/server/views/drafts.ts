import { findAction } from '#actions/index'
import type { DraftItem } from '#contract/draft'
import { pathOf, SUBJECTS } from '#contract/nouns'
import type { Actor } from '#domain/actor'
import { draftsOf } from '../store/drafts.ts'
import type { ViewContext } from './context.ts'
import { namesOf } from './names.ts'

/** What somebody has begun to fill in, the latest first: of which form, and what that is about, as far as they may still see it. */
export const draftsView = async (
  { db }: Pick<ViewContext, 'db'>,
  userId: string,
  reader: Actor,
): Promise<DraftItem[]> => {
  const drafts = await draftsOf(db, userId)
  const names = new Map<string, string>()
  for (const { kind, isNamed } of SUBJECTS) {
    const ids = drafts.filter(draft => draft.kind === kind).map(({ subjectId }) => subjectId)
    if (!isNamed || ids.length === 0) continue
    const nameOf = await namesOf(db, kind, ids, reader)
    for (const id of ids) names.set(`${kind} ${id}`, nameOf(id)?.name ?? '')
  }
  return drafts.flatMap(({ kind, subjectId, action, at }) => {
    const title = findAction(kind, action)?.title
    if (title === undefined) return []
    const on = kind === subjectId ? pathOf(kind) : `${pathOf(kind)}/${subjectId}`
    return [{ on, action, title, name: names.get(`${kind} ${subjectId}`) || null, at }]
  })
}
