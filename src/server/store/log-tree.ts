import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type LogEntry, publishedForm } from '#domain/published-entry'
import { leafHash, type Hash } from '#proof/hash'
import { grown, type ReadHashes } from '#proof/tiles'
import type { ChainedEntry } from './log-tables.ts'
import type { Database } from './tables.ts'

const SALT_BYTES = 32

/** What a leaf holds in place of what its entry says: the SHA-256 of its salt and of the entry's hash in the chain. */
export const commitmentTo = (salt: Uint8Array, chainHash: string): string =>
  createHash('sha256').update(salt).update(Buffer.from(chainHash, 'hex')).digest('hex')

/** The hashes that the tiles list, as they are kept. */
export const readingHashes =
  (db: Kysely<Database>): ReadHashes =>
  async (level, from, count) => {
    const rows = await db
      .selectFrom('logHash')
      .select('hash')
      .where('level', '=', level)
      .where('index', '>=', from)
      .where('index', '<', from + count)
      .orderBy('index')
      .execute()
    return rows.map(({ hash }) => hash)
  }

/** Where the tree ends: how many leaves it has, and the number in the chain of the last one. */
export const endOfTree = async (db: Kysely<Database>): Promise<{ size: number; seq: number }> => {
  const last = await db
    .selectFrom('logLeaf')
    .select(['index', 'seq'])
    .orderBy('index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { size: last.index + 1, seq: last.seq } : { size: 0, seq: 0 }
}

type Leafed = LogEntry & Pick<ChainedEntry, 'hash'>

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

/** Adds leaves for entries that have just been chained, or were before there was a tree, to a tree of this size. */
export const addLeaves = async (
  trx: Transaction<Database>,
  size: number,
  entries: readonly Leafed[],
): Promise<void> => {
  const salts = randomBytes(SALT_BYTES * entries.length)
  const hashes: Hash[] = []
  const leaves = entries.map((entry, place) => {
    const salt = salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES)
    const said = publishedForm(entry, commitmentTo(salt, entry.hash))
    hashes.push(leafHash(Buffer.from(said, 'utf8')))
    return { index: size + place, seq: entry.seq, salt: hex(salt), said }
  })
  const listed = await grown(size, hashes, readingHashes(trx))
  const rows = listed.map(({ hash, ...where }) => ({ ...where, hash: hex(hash) }))
  await sql`
    with leaves as (
      insert into log_leaf (index, seq, salt, said)
      select index, seq, salt, said from json_populate_recordset(null::log_leaf, ${JSON.stringify(leaves)}))
    insert into log_hash (level, index, hash)
    select level, index, hash from json_populate_recordset(null::log_hash, ${JSON.stringify(rows)})`.execute(
    trx,
  )
}
