import { type Kysely, sql } from 'kysely'
import type { BulkRequest } from '#contract/desk/bulk'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

/** Person and instant of a bulk action; `steppedUpAt` if a fresh code was required. */
interface Begun {
  id: string
  userId: string
  steppedUpAt: Instant | null
  at: Instant
}

/** Stores a bulk action with its task, once under each key of a person; returns its id. */
export const beginBulkAct = (
  db: Kysely<Database>,
  { key, kind, action, values, reason, items }: BulkRequest,
  { id, userId, steppedUpAt, at }: Begun,
): Promise<string> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${`bulk ${userId} ${key}`}))`.execute(trx)
    const before = await trx
      .selectFrom('bulkAct')
      .select('id')
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (before) return before.id
    await trx
      .insertInto('task')
      .values({ id, kind: 'bulk', roundId: null, payload: '{}', createdAt: at })
      .execute()
    await trx
      .insertInto('bulkAct')
      .values({
        id,
        userId,
        key,
        kind,
        action,
        answers: JSON.stringify(values),
        reason: reason ?? null,
        steppedUpAt,
        createdAt: at,
      })
      .execute()
    await trx
      .insertInto('bulkItem')
      .values(
        items.map((item, place) => ({
          bulkId: id,
          place,
          subjectId: item.id,
          version: item.version ?? null,
          answers: JSON.stringify(item.values ?? {}),
        })),
      )
      .execute()
    return id
  })

/** Counts the unfinished bulk acts of a person. */
export const countOpenBulkActs = async (db: Kysely<Database>, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('bulkAct')
      .innerJoin('task', 'task.id', 'bulkAct.id')
      .select('bulkAct.id')
      .where('userId', '=', userId)
      .where('task.state', 'in', ['queued', 'running'])
      .execute()
  ).length
