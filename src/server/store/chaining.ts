import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { pollLoop } from '../loop.ts'
import { marketClock } from './market-clock.ts'
import { append, hashOf, NEWS, ofInstallation } from './activity.ts'
import type { ActivityTable, ChainedEntry } from './log-tables.ts'
import { addLeaves, endOfTree } from './log-tree.ts'
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
/** Of so many entries of before leaves are made at once: a megabyte or two. */
const CARRIED_AT_ONCE = 500

export const openChainer = (): Chainer => {
  const wakers = new Set<() => void>()
  return {
    wake: () => {
      for (const wake of wakers) wake()
    },
    start: (db, failed) => {
      const step = async (): Promise<boolean> => {
        if (!(await isBehind(db)) || !(await db.transaction().execute(trx => chainSome(trx, 'try'))))
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
  while (await isBehind(db)) await db.transaction().execute(trx => chainSome(trx, 'wait'))
}

const END_OF_CHAIN = sql`select coalesce(max(seq), 0) from activity_chain`
const END_OF_TREE = sql`select coalesce(max(seq), 0) from log_leaf`

/** Waits anything to be chained, or has anything that is chained no leaf yet? */
const isBehind = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from activity_waiting) or (${END_OF_CHAIN}) > (${END_OF_TREE}) as behind`.execute(
    db,
  )
  return rows[0]?.behind ?? false
}

const LOCK = sql`hashtext('chain the activity log')`

/**
 * Chains some of what waits, in the order of ids, which is that of every stream, gives it leaves in the tree, and answers
 * whether it could. Who holds the lock and falls silent loses it within seconds, and another server goes on.
 */
const chainSome = async (trx: Transaction<Database>, how: 'try' | 'wait'): Promise<boolean> => {
  if (how === 'wait') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  else {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as held,
      set_config('idle_in_transaction_session_timeout', '10s', true)`.execute(trx)
    if (!rows[0]?.held) return false
  }
  const [head = NOTHING, tree] = await Promise.all([
    trx
      .selectFrom('activityChain')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
    endOfTree(trx),
  ])
  if (head.seq < tree.seq)
    throw new Error(
      `The chain of the log ends at ${head.seq}, and its tree at ${tree.seq}: npm run verify names what is gone`,
    )
  const chained = await chainWaiting(trx, head)
  if (head.seq === tree.seq) await addLeaves(trx, tree.size, chained)
  else await carryOver(trx, tree, head)
  return true
}

interface End {
  seq: number
  hash: string
}

const NOTHING: End = { seq: 0, hash: '0'.repeat(64) }

const chainWaiting = async (trx: Transaction<Database>, head: End): Promise<ChainedEntry[]> => {
  const waiting = await trx
    .selectFrom('activityWaiting')
    .select(['id', 'entries'])
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  if (waiting.length === 0) return []
  const entries = await trx
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', sql<number>`any(${waiting.flatMap(one => one.entries)})`)
    .orderBy('id')
    .execute()
  const chained = linked(entries, head)
  const links = chained.map(({ seq, entryId, prevHash, hash }) => ({
    ...{ seq, entry_id: entryId, prev_hash: prevHash, hash },
  }))
  await sql`
    with chained as (
      insert into activity_chain (seq, entry_id, prev_hash, hash)
      select seq, entry_id, prev_hash, hash from json_populate_recordset(null::activity_chain, ${JSON.stringify(links)})),
    done as (delete from activity_waiting where id = any(${waiting.map(({ id }) => id)}))
    select pg_notify(${NEWS}, '')`.execute(trx)
  return chained
}

const linked = (entries: readonly ActivityTable[], head: End): ChainedEntry[] => {
  let { seq, hash } = head
  return entries.map(entry => {
    const [prevHash, entryId] = [hash, entry.id]
    seq += 1
    hash = hashOf({ ...entry, seq, entryId, prevHash })
    return { ...entry, seq, entryId, prevHash, hash }
  })
}

/**
 * Gives leaves to some of what was chained before there was a tree (decision 0106), and adds to the log that this has begun,
 * with how long its chain was and where it ended. What is chained meanwhile follows with the last of them.
 */
const carryOver = async (
  trx: Transaction<Database>,
  tree: { size: number; seq: number },
  head: End,
): Promise<void> => {
  const entries = await trx
    .selectFrom('activityChained')
    .selectAll()
    .where('seq', '>', tree.seq)
    .orderBy('seq')
    .limit(CARRIED_AT_ONCE)
    .execute()
  await addLeaves(trx, tree.size, entries)
  if (tree.size > 0) return
  await append(trx, [
    ofInstallation({
      at: await marketClock(trx),
      action: 'CarryOver',
      title: 'Carry the log over into a tree',
      message: `${head.seq} entries were carried over`,
      details: { entries: head.seq, head: head.hash },
    }),
  ])
}
