import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { pollLoop } from '../loop.ts'
import { hashOf, NEWS } from './activity.ts'
import type { ActivityTable } from './log-tables.ts'
import type { Database } from './tables.ts'

/** Chains what has been added to the log, in the background. */
export interface Chainer {
  /** Something was committed: it is chained now, rather than within half a second. */
  wake: () => void
  /** Goes on until stopped. Several servers may: one chains at a time, and the others pass over. */
  start: (db: Kysely<Database>, failed: (error: unknown) => void) => { stop: () => Promise<void> }
}

const REST_MS = 500
/** So much is gathered before the next are chained together, where much is written. */
const GATHER_MS = 50
/** Of how many transactions entries are chained at once. */
const AT_ONCE = 500

export const openChainer = (): Chainer => {
  const wakers = new Set<() => void>()
  return {
    wake: () => {
      for (const wake of wakers) wake()
    },
    start: (db, failed) => {
      const step = async (): Promise<boolean> => {
        if (!(await waits(db)) || (await db.transaction().execute(trx => chainSome(trx, 'try'))) === 0)
          return false
        await setTimeout(GATHER_MS)
        return true
      }
      const { wake, stop } = pollLoop(step, { restMs: REST_MS, failed })
      wakers.add(wake)
      return {
        stop: () => {
          wakers.delete(wake)
          return stop()
        },
      }
    },
  }
}

/** Chains everything that is committed and not chained yet, for those after whom no server may come that would. */
export const chainNow = async (db: Kysely<Database>): Promise<void> => {
  while (await waits(db)) await db.transaction().execute(trx => chainSome(trx, 'wait'))
}

const waits = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('activityWaiting').select('id').limit(1).execute()).length > 0

const LOCK = sql`hashtext('chain the activity log')`

/**
 * Chains some of what waits, in the order of ids, which is that of every stream, and answers of how many transactions it was. Who
 * holds the lock and falls silent loses it within seconds, and another server goes on.
 */
const chainSome = async (trx: Transaction<Database>, how: 'try' | 'wait'): Promise<number> => {
  if (how === 'wait') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  else {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as held,
      set_config('idle_in_transaction_session_timeout', '10s', true)`.execute(trx)
    if (!rows[0]?.held) return 0
  }
  const head = await trx
    .selectFrom('activityChain')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waiting = await trx
    .selectFrom('activityWaiting')
    .select(['id', 'entries'])
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  const entries = await trx
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', sql<number>`any(${waiting.flatMap(one => one.entries)})`)
    .orderBy('id')
    .execute()
  const links = linksOf(entries, head ?? { seq: 0, hash: '0'.repeat(64) })
  await sql`
    with chained as (
      insert into activity_chain (seq, entry_id, prev_hash, hash)
      select seq, entry_id, prev_hash, hash from json_populate_recordset(null::activity_chain, ${JSON.stringify(links)})),
    done as (delete from activity_waiting where id = any(${waiting.map(({ id }) => id)}))
    select pg_notify(${NEWS}, '')`.execute(trx)
  return waiting.length
}

const linksOf = (entries: readonly ActivityTable[], head: { seq: number; hash: string }) => {
  let { seq, hash } = head
  return entries.map(entry => {
    const [prevHash, entryId] = [hash, entry.id]
    seq += 1
    hash = hashOf({ ...entry, seq, entryId, prevHash })
    return { seq, entry_id: entryId, prev_hash: prevHash, hash }
  })
}
