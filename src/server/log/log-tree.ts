import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type LogEntry, createPublishedEntry } from '#domain/disclosure/published-entry'
import { leafHash, type Hash } from '@credit-market/transparency-log/hash'
import { hashesToAdd, type HashReader } from '@credit-market/transparency-log/tiles'
import type { ChainedEntry } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

const SALT_BYTES = 32

/**
 * Returns the commitment in a leaf, which stands for the content of its entry: the SHA-256 of its salt and of the
 * entry's hash in the chain.
 */
export const calculateLeafCommitment = (salt: Uint8Array, chainHash: string): string =>
  createHash('sha256').update(salt).update(Buffer.from(chainHash, 'hex')).digest('hex')

/** Reads the stored hashes that the tiles contain. */
export const createStoredHashReader =
  (db: Kysely<Database>): HashReader =>
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

/** Returns the number of leaves, and the number in the chain of the last one. */
export const readMerkleTreeFrontier = async (
  db: Kysely<Database>,
): Promise<{ size: number; seq: number }> => {
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

/** Adds leaves to a tree of this size, for entries just chained or chained before there was a tree. */
export const addMerkleLeaves = async (
  trx: Transaction<Database>,
  size: number,
  entries: readonly Leafed[],
): Promise<void> => {
  const salts = randomBytes(SALT_BYTES * entries.length)
  const hashes: Hash[] = []
  const leaves = entries.map((entry, place) => {
    const salt = salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES)
    const said = createPublishedEntry(entry, calculateLeafCommitment(salt, entry.hash))
    hashes.push(leafHash(Buffer.from(said, 'utf8')))
    return { index: size + place, seq: entry.seq, salt: hex(salt), said }
  })
  const listed = await hashesToAdd(size, hashes, createStoredHashReader(trx))
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
