import { type Kysely, sql } from 'kysely'
import type { BulkRequest } from '#contract/bulk'
import type { Instant } from '#domain/dates'
import type { Database } from './tables.ts'

/** Who begins a bulk act, and when; `steppedUpAt` where a fresh code was asked for. */
interface Begun {
  id: string
  userId: string
  steppedUpAt: Instant | null
  at: Instant
}

/** Puts a bulk act down with its task, once under each key of a person; answers the id under which it is known. */
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

/** How many bulk acts of a person have not come to their end. */
export const openBulkActs = async (db: Kysely<Database>, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('bulkAct')
      .innerJoin('task', 'task.id', 'bulkAct.id')
      .select('bulkAct.id')
      .where('userId', '=', userId)
      .where('task.state', 'in', ['queued', 'running'])
      .execute()
  ).length
