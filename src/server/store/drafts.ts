import { type Kysely, type Selectable, sql } from 'kysely'
import type { DraftAnswers } from '#actions/common/draft'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { Database, FormDraftTable } from './tables/tables.ts'

/** Limit of unfinished forms per person; the ones unused for longest are deleted first. */
const MOST_DRAFTS = 200

/** Identifies a draft: its person and form. */
export interface DraftKey {
  userId: string
  kind: Kind
  subjectId: string
  actionName: string
}

/** Answers to save, with the opened form that has them and the one it continues from. */
export interface DraftToSave {
  answers: DraftAnswers
  subjectVersion: number
  writer: string
  /** The opened form whose answers these continue; null if there were none; undefined if it does not matter. */
  after: string | null | undefined
  at: Instant
}

/** Reads the answers that a person has entered in a form and not submitted. */
export const readDraft = (
  db: Kysely<Database>,
  { userId, kind, subjectId, actionName }: DraftKey,
): Promise<Selectable<FormDraftTable> | undefined> =>
  db
    .selectFrom('formDraft')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('action', '=', actionName)
    .executeTakeFirst()

/**
 * Saves the answers of an opened form. Returns false, and changes nothing, if another opened form has saved answers in
 * the meantime or the draft was discarded or submitted elsewhere: nothing is overwritten or restored.
 */
export const keepDraft = async (
  db: Kysely<Database>,
  { userId, kind, subjectId, actionName: action }: DraftKey,
  { answers, after, ...more }: DraftToSave,
): Promise<boolean> => {
  const row = { ...more, answers: JSON.stringify(answers) }
  if (typeof after === 'string') {
    const { numUpdatedRows } = await db
      .updateTable('formDraft')
      .set(row)
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .where('subjectId', '=', subjectId)
      .where('action', '=', action)
      .where('writer', 'in', [after, more.writer])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('formDraft')
    .values({ userId, kind, subjectId, action, ...row })
    .onConflict(clash => {
      const taken = clash.columns(['userId', 'kind', 'subjectId', 'action']).doUpdateSet(row)
      return after === null ? taken.where('formDraft.writer', '=', more.writer) : taken
    })
    .executeTakeFirst()
  await forgetOldest(db, userId)
  return numInsertedOrUpdatedRows > 0n
}

const forgetOldest = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await sql`delete from form_draft where user_id = ${userId} and ctid = any(array(
    select ctid from form_draft where user_id = ${userId} order by at desc offset ${MOST_DRAFTS}))`.execute(
    db,
  )
}

/** Lists the forms that a person has begun to fill in, latest first. */
export const listDrafts = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('formDraft')
    .select(['kind', 'subjectId', 'action', 'at'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .execute()

/** Deletes a draft, when it is discarded or the action is done. */
export const deleteDraft = async (
  db: Kysely<Database>,
  { userId, kind, subjectId, actionName }: DraftKey,
): Promise<void> => {
  await db
    .deleteFrom('formDraft')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('action', '=', actionName)
    .execute()
}
