import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { startWokenLoop } from '../store/due-work.ts'
import { readMarketClock } from '../store/market-clock.ts'
import type { LogChainer } from '../runner/runtime.ts'
import {
  appendLogEntries,
  hashLogEntry,
  NEW_ENTRIES_CHANNEL,
  buildInstallationEntry,
} from '../store/activity.ts'
import type { ActivityTable, ChainedEntry } from '../store/tables/log-tables.ts'
import { addMerkleLeaves, readMerkleTreeFrontier } from './log-tree.ts'
import type { Database } from '../store/tables/tables.ts'

/** Pause in which entries gather while there are many writes, in milliseconds. */
const GATHER_MS = 50
/** Number of transactions whose entries are chained at once. */
const AT_ONCE = 500
/** Number of old entries that get leaves at once: a megabyte or two. */
const CARRIED_AT_ONCE = 500

export const openLogChainer = (): LogChainer => {
  const wakers = new Set<() => void>()
  return {
    wake: () => {
      for (const wake of wakers) wake()
    },
    start: ({ db, dueWork }, failed) => {
      const step = async (): Promise<boolean> => {
        if (!(await isBehind(db)) || !(await db.transaction().execute(trx => chainSome(trx, 'try'))))
          return false
        await setTimeout(GATHER_MS)
        return true
      }
      const { wake, stop } = startWokenLoop(dueWork, { isDue: () => IS_BEHIND, failed }, step)
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

/**
 * Chains everything that is committed and not chained yet, for programs after which no server may run that would do it.
 */
export const chainPendingEntries = async (db: Kysely<Database>): Promise<void> => {
  while (await isBehind(db)) await db.transaction().execute(trx => chainSome(trx, 'wait'))
}

const END_OF_CHAIN = sql`select coalesce(max(seq), 0) from activity_chain`
const END_OF_TREE = sql`select coalesce(max(seq), 0) from log_leaf`
const IS_BEHIND = sql<boolean>`(exists (select from activity_waiting) or (${END_OF_CHAIN}) > (${END_OF_TREE}))`

/** True if entries wait to be chained, or chained entries have no leaf yet. */
const isBehind = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql<{ behind: boolean }>`select ${IS_BEHIND} as behind`.execute(db)
  return rows[0]?.behind ?? false
}

const LOCK = sql`hashtext('chain the activity log')`

/**
 * Chains some of the waiting entries, in the order of ids, which is the order within every stream, and gives them
 * leaves in the Merkle tree. Returns false if another server holds the lock. A holder that falls silent loses the lock
 * within seconds, and another server goes on.
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
    readMerkleTreeFrontier(trx),
  ])
  if (head.seq < tree.seq)
    throw new Error(
      `The chain of the log ends at ${head.seq}, and its tree at ${tree.seq}: npm run verify names the missing entries`,
    )
  const chained = await chainWaiting(trx, head)
  if (head.seq === tree.seq) await addMerkleLeaves(trx, tree.size, chained)
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
    select pg_notify(${NEW_ENTRIES_CHANNEL}, '')`.execute(trx)
  return chained
}

const linked = (entries: readonly ActivityTable[], head: End): ChainedEntry[] => {
  let { seq, hash } = head
  return entries.map(entry => {
    const [prevHash, entryId] = [hash, entry.id]
    seq += 1
    hash = hashLogEntry({ ...entry, seq, entryId, prevHash })
    return { ...entry, seq, entryId, prevHash, hash }
  })
}

/**
 * Gives leaves to some entries chained before there was a Merkle tree (decision 0106), and at the first of them appends
 * an entry to the log with the length of the chain and its last hash. Entries chained in the meantime follow with the
 * last of them.
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
  await addMerkleLeaves(trx, tree.size, entries)
  if (tree.size > 0) return
  await appendLogEntries(trx, [
    buildInstallationEntry({
      at: await readMarketClock(trx),
      action: 'CarryOver',
      title: 'Carry the log over into a tree',
      message: `${head.seq} entries were carried over`,
      details: { entries: head.seq, head: head.hash },
    }),
  ])
}
