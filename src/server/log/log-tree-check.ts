import { type Kysely, sql } from 'kysely'
import { isPublishedEntry } from '#domain/disclosure/published-entry'
import { isSameHash, leafHash } from '@credit-market/transparency-log/hash'
import { createTreeAppender, type TileHash } from '@credit-market/transparency-log/tiles'
import type { SeparateDataFault } from './log-personal.ts'
import { WHOLE_LOG_FAULT_PLACE } from './log-streams.ts'
import type { ChainedEntry, LogLeafTable } from '../store/tables/log-tables.ts'
import { calculateLeafCommitment } from './log-tree.ts'
import type { Database } from '../store/tables/tables.ts'

const wrong = (seq: number, why: string): SeparateDataFault => ({ seq, to: seq, why, found: null })

const listedWrong = async (db: Kysely<Database>, listed: readonly TileHash[]): Promise<boolean> => {
  for (const level of new Set(listed.map(one => one.level))) {
    const some = listed.filter(one => one.level === level)
    const kept = await db
      .selectFrom('logHash')
      .select(['index', 'hash'])
      .where('level', '=', level)
      .where('index', '=', sql<number>`any(${some.map(({ index }) => index)})`)
      .execute()
    const hashes = new Map(kept.map(({ index, hash }) => [index, hash]))
    const isKept = ({ index, hash }: TileHash): boolean =>
      isSameHash(hashes.get(index) ?? Buffer.alloc(0), hash)
    if (!some.every(isKept)) return true
  }
  return false
}

/**
 * Follows the Merkle tree along the chain, from the first leaf to the last: each leaf must belong to the next link and
 * commit to its hash, the tiles must contain the resulting hashes, and every signed checkpoint must have the root of
 * the tree at its size. Only the edge of the tree is kept in memory.
 */
export const checkMerkleTree = () => {
  const tree = createTreeAppender()
  let isBroken = false

  const headsUpTo = (db: Kysely<Database>, size: number) =>
    db
      .selectFrom('logCheckpoint')
      .select(['size', 'root'])
      .where('size', '>', tree.size())
      .where('size', '<=', size)
      .orderBy('size')
      .execute()

  /** Adds these leaves to the tree, and returns what is stored differently. */
  const grow = async (
    db: Kysely<Database>,
    leaves: readonly LogLeafTable[],
  ): Promise<SeparateDataFault[]> => {
    const faults: SeparateDataFault[] = []
    const hashes = leaves.map(({ said }) => leafHash(Buffer.from(said, 'utf8')))
    const begun = tree.size()
    const listed: TileHash[] = []
    const growTo = async (size: number): Promise<void> => {
      listed.push(...(await tree.add(hashes.slice(tree.size() - begun, size - begun))))
    }
    for (const { size, root } of await headsUpTo(db, begun + leaves.length)) {
      await growTo(size)
      if (!isSameHash(await tree.root(), root))
        faults.push(
          wrong(
            leaves[size - begun - 1]?.seq ?? 0,
            'is the last of a signed head that is not that of the tree',
          ),
        )
    }
    await growTo(begun + leaves.length)
    if (await listedWrong(db, listed))
      faults.push(
        wrong(leaves[0]?.seq ?? 0, 'begins a part of the tree whose tiles are not those of its leaves'),
      )
    return faults
  }

  return {
    /**
     * Compares the leaves up to a number of the chain with their links and entries; `whole` has the entries that are as
     * they were written.
     */
    follow: async (
      db: Kysely<Database>,
      { upTo, whole }: { upTo: number; whole: readonly ChainedEntry[] },
    ): Promise<SeparateDataFault[]> => {
      const leaves = await db
        .selectFrom('logLeaf')
        .selectAll()
        .where('index', '>=', tree.size())
        .where('seq', '<=', upTo)
        .orderBy('index')
        .execute()
      const bySeq = new Map(leaves.map(leaf => [leaf.seq, leaf]))
      const last = leaves.at(-1)?.seq ?? 0
      const faults = whole.flatMap(entry => {
        const leaf = bySeq.get(entry.seq)
        // Entries that are still to be carried over have none yet.
        if (!leaf) return entry.seq < last ? [wrong(entry.seq, 'has no leaf in the tree')] : []
        return isPublishedEntry(leaf.said, entry, calculateLeafCommitment(leaf.salt, entry.hash))
          ? []
          : [wrong(entry.seq, 'is not what its leaf in the tree commits to')]
      })
      isBroken ||= leaves.some(({ index }, place) => index !== tree.size() + place)
      // Every later leaf would only be reported again.
      return isBroken ? faults : [...faults, ...(await grow(db, leaves))]
    },
    /** Returns errors that only the whole tree shows; `length` is the number of entries in the chain. */
    end: async (db: Kysely<Database>, length: number): Promise<SeparateDataFault[]> => {
      const { rows } = await sql<{ leaves: number; last: number; heads: number }>`
        select (select count(*) from log_leaf) as leaves, (select coalesce(max(seq), 0) from log_leaf) as last,
          (select coalesce(max(size), 0) from log_checkpoint) as heads`.execute(db)
      const { leaves = 0, last: end = 0, heads = 0 } = rows[0] ?? {}
      const faults = [
        ...(end > length ? [`has leaves up to entry ${end}, and its chain ends at ${length}`] : []),
        ...(isBroken || leaves > tree.size() ? ['has a tree whose leaves are not those of its chain'] : []),
        ...(heads > leaves ? [`has a signed head of ${heads} entries, and ${leaves} leaves`] : []),
      ]
      return faults.map(why => ({ ...WHOLE_LOG_FAULT_PLACE, why }))
    },
  }
}
