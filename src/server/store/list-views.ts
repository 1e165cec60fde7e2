import type { Kysely } from 'kysely'
import { type ListView, MOST_VIEWS } from '#contract/list-views'
import type { Database } from './tables.ts'

/** The views that a person keeps, by list and name. */
export const listViewsOf = (db: Kysely<Database>, userId: string): Promise<ListView[]> =>
  db
    .selectFrom('listView')
    .select(['id', 'list', 'name', 'words', 'isDefault'])
    .where('userId', '=', userId)
    .orderBy('list')
    .orderBy('name')
    .execute()

/**
 * Keeps a view, in place of the person's view of that list and name; one that is the default takes the place of the default
 * before. False where the person keeps as many of that list as one may.
 */
export const keepListView = (
  db: Kysely<Database>,
  { list, name, words, isDefault, ...row }: ListView & { userId: string },
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    // One at a time for each person: two windows could each make theirs the default.
    await trx.selectFrom('user').select('id').where('id', '=', row.userId).forUpdate().execute()
    const kept = await trx
      .selectFrom('listView')
      .select(['id', 'name'])
      .where('userId', '=', row.userId)
      .where('list', '=', list)
      .execute()
    if (kept.length >= MOST_VIEWS && !kept.some(one => one.name === name)) return false
    if (isDefault)
      await trx
        .updateTable('listView')
        .set({ isDefault: false })
        .where('userId', '=', row.userId)
        .where('list', '=', list)
        .execute()
    await trx
      .insertInto('listView')
      .values({ ...row, list, name, words, isDefault })
      .onConflict(conflict => conflict.columns(['userId', 'list', 'name']).doUpdateSet({ words, isDefault }))
      .execute()
    return true
  })

/** Removes one of a person's views; false where it is none of theirs. */
export const dropListView = async (
  db: Kysely<Database>,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('listView')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
