import { type Kysely, sql } from 'kysely'
import type { InboxCounts } from '#contract/inbox'
import type { Instant } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import type { How } from '#domain/notice'
import type { Database } from './tables.ts'

/** What waits for something to be done: items are ended when it has been, or when it can no longer be. */
export const IS_OPEN = sql<boolean>`(inbox_item.ended_at is null and inbox_item.waits_for <> '{}')`

/** How much waits for somebody, and how much they have not read. */
export const inboxCounts = async (db: Kysely<Database>, userId: string): Promise<InboxCounts> => {
  const { rows } = await sql<InboxCounts>`
    select (select count(*)::int from inbox_item where user_id = ${userId} and ${IS_OPEN}) as to_do,
      (select count(*)::int from inbox_item where user_id = ${userId} and read_at is null) as unread`.execute(
    db,
  )
  return rows[0] ?? { toDo: 0, unread: 0 }
}

/** Marks items of somebody as read at a moment, or as unread: those named, those that a page answers, or all. Those of others stay as they are. */
export const markItems = async (
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

/** What somebody has chosen, by the name of the notice. */
export const choicesOf = async (db: Kysely<Database>, userId: string): Promise<ReadonlyMap<string, How>> => {
  const rows = await db
    .selectFrom('noticeChoice')
    .select(['kind', 'how'])
    .where('userId', '=', userId)
    .execute()
  return new Map(rows.map(({ kind, how }) => [kind, how]))
}

/** Somebody wants the letters of these notices like this from now on. */
export const choose = async (
  db: Kysely<Database>,
  userId: string,
  notices: readonly string[],
  how: How,
): Promise<void> => {
  await db
    .insertInto('noticeChoice')
    .values([...new Set(notices)].map(kind => ({ userId, kind, how })))
    .onConflict(conflict => conflict.columns(['userId', 'kind']).doUpdateSet({ how }))
    .execute()
}

/** Somebody, and what they may follow. */
interface Watch {
  userId: string
  subjectKind: StoredKind
  subjectId: string
}

const WATCH = ['userId', 'subjectKind', 'subjectId'] as const

/** Does somebody follow this? */
export const isWatched = async (db: Kysely<Database>, watch: Watch): Promise<boolean> => {
  const found = await db
    .selectFrom('watch')
    .select('since')
    .where(eb => eb.and({ ...watch }))
    .executeTakeFirst()
  return found !== undefined
}

/** Somebody follows this from now on; where they do already, since then. */
export const startToWatch = async (db: Kysely<Database>, watch: Watch, since: Instant): Promise<void> => {
  await db
    .insertInto('watch')
    .values({ ...watch, since })
    .onConflict(conflict => conflict.columns(WATCH).doNothing())
    .execute()
}

/** Somebody follows this no longer; nothing happens where they did not. */
export const ceaseToWatch = async (db: Kysely<Database>, watch: Watch): Promise<void> => {
  await db
    .deleteFrom('watch')
    .where(eb => eb.and({ ...watch }))
    .execute()
}
