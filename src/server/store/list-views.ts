import type { Kysely } from 'kysely'
import { type ListView, MAX_LIST_VIEWS } from '#contract/kit/list-views'
import type { Database } from './tables/tables.ts'

/** Lists the views that a person has saved, by list and name. */
export const readSavedListViews = (db: Kysely<Database>, userId: string): Promise<ListView[]> =>
  db
    .selectFrom('listView')
    .select(['id', 'list', 'name', 'words', 'isDefault'])
    .where('userId', '=', userId)
    .orderBy('list')
    .orderBy('name')
    .execute()

/**
 * Saves a view in place of the person's view with that list and name; a new default replaces the earlier one. Returns
 * false if the person has the maximum number of views of that list.
 */
export const keepListView = (
  db: Kysely<Database>,
  { list, name, words, isDefault, ...row }: ListView & { userId: string },
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    // One at a time for each person: otherwise two windows could each set a default.
    await trx.selectFrom('user').select('id').where('id', '=', row.userId).forUpdate().execute()
    const kept = await trx
      .selectFrom('listView')
      .select(['id', 'name'])
      .where('userId', '=', row.userId)
      .where('list', '=', list)
      .execute()
    if (kept.length >= MAX_LIST_VIEWS && !kept.some(one => one.name === name)) return false
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

/** Removes one of a person's views; returns false if the person has no such view. */
export const deleteListView = async (
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
