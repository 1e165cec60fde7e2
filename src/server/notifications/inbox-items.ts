import { type Kysely, sql } from 'kysely'
import type { InboxCounts } from '#contract/desk/inbox'
import type { Instant } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import type { EmailFrequency } from '#domain/text/notice'
import type { Database } from '../store/tables/tables.ts'

/** Items that wait for an action; an item ends when the action has been taken or is no longer possible. */
export const IS_OPEN_ITEM_SQL = sql<boolean>`(inbox_item.ended_at is null and inbox_item.waits_for <> '{}')`

/** Counts of a user's open and unread items. */
export const countInboxItems = async (db: Kysely<Database>, userId: string): Promise<InboxCounts> => {
  const { rows } = await sql<InboxCounts>`
    select (select count(*)::int from inbox_item where user_id = ${userId} and ${IS_OPEN_ITEM_SQL}) as to_do,
      (select count(*)::int from inbox_item where user_id = ${userId} and read_at is null) as unread`.execute(
    db,
  )
  return rows[0] ?? { toDo: 0, unread: 0 }
}

/**
 * Marks items of a user as read at an instant, or as unread: by id, by the answers of a page, or all. Items of other
 * users do not change.
 */
export const markInboxItems = async (
  db: Kysely<Database>,
  {
    userId,
    ids,
    page,
    readAt,
  }: { userId: string; ids?: readonly string[]; page?: string; readAt: Instant | null },
): Promise<void> => {
  await db
    .updateTable('inboxItem')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('readAt', readAt === null ? 'is not' : 'is', null)
    .$if(ids !== undefined, query => query.where('id', '=', sql<string>`any(${ids}::text[])`))
    .$if(page !== undefined, query =>
      query.where(sql<string>`facts ->> 'page'`, 'in', [page ?? '', page?.split('?')[0] ?? '']),
    )
    .execute()
}

/** A user's choices of how emails come, by the name of the notice. */
export const readEmailChoices = async (
  db: Kysely<Database>,
  userId: string,
): Promise<ReadonlyMap<string, EmailFrequency>> => {
  const rows = await db
    .selectFrom('noticeChoice')
    .select(['kind', 'how'])
    .where('userId', '=', userId)
    .execute()
  return new Map(rows.map(({ kind, how }) => [kind, how]))
}

/** Sets how the emails of these notices come to a user. */
export const setEmailChoice = async (
  db: Kysely<Database>,
  userId: string,
  notices: readonly string[],
  how: EmailFrequency,
): Promise<void> => {
  await db
    .insertInto('noticeChoice')
    .values([...new Set(notices)].map(kind => ({ userId, kind, how })))
    .onConflict(conflict => conflict.columns(['userId', 'kind']).doUpdateSet({ how }))
    .execute()
}

/** A user and a subject to watch. */
interface Watch {
  userId: string
  subjectKind: StoredKind
  subjectId: string
}

const WATCH = ['userId', 'subjectKind', 'subjectId'] as const

/** True if the user watches the subject. */
export const isSubjectWatched = async (db: Kysely<Database>, watch: Watch): Promise<boolean> => {
  const found = await db
    .selectFrom('watch')
    .select('since')
    .where(eb => eb.and({ ...watch }))
    .executeTakeFirst()
  return found !== undefined
}

/** Starts to watch a subject; does not change the start if it is watched already. */
export const watchSubject = async (db: Kysely<Database>, watch: Watch, since: Instant): Promise<void> => {
  await db
    .insertInto('watch')
    .values({ ...watch, since })
    .onConflict(conflict => conflict.columns(WATCH).doNothing())
    .execute()
}

/** Stops watching a subject; does nothing if it is not watched. */
export const unwatchSubject = async (db: Kysely<Database>, watch: Watch): Promise<void> => {
  await db
    .deleteFrom('watch')
    .where(eb => eb.and({ ...watch }))
    .execute()
}
