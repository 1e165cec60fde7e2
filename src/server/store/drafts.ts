import { type Kysely, type Selectable, sql } from 'kysely'
import type { DraftAnswers } from '#actions/common/draft'
import type { Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { Database, FormDraftTable } from './tables.ts'

/** As many forms somebody may have begun; of more, those that were left alone the longest are forgotten. */
const MOST_DRAFTS = 200

/** Whose draft, of which form. */
export interface DraftKey {
  userId: string
  kind: Kind
  subjectId: string
  actionName: string
}

/** Answers to keep, and by which opened form, after which other. */
export interface ToKeep {
  answers: DraftAnswers
  subjectVersion: number
  writer: string
  /** The form whose answers these go on from; null where there were none; undefined where that does not matter. */
  after: string | null | undefined
  at: Instant
}

/** What somebody has entered in a form and not submitted. */
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
 * Keeps the answers of an opened form; false where another one has kept its own meanwhile, or what this one has kept is gone
 * because it was discarded or submitted elsewhere: nothing is overwritten then, and nothing comes back.
 */
export const keepDraft = async (
  db: Kysely<Database>,
  { userId, kind, subjectId, actionName: action }: DraftKey,
  { answers, after, ...more }: ToKeep,
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

/** Which forms somebody has begun to fill in, the latest first. */
export const draftsOf = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('formDraft')
    .select(['kind', 'subjectId', 'action', 'at'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .execute()

/** Forgets what was entered: it was discarded, or the action is done. */
export const dropDraft = async (
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
