import { type Kysely, sql } from 'kysely'
import { isPublishedForm } from '#domain/published-entry'
import { isSameHash, leafHash } from '#proof/hash'
import { growing, type Listed } from '#proof/tiles'
import type { FaultBeside } from './log-personal.ts'
import { THE_LOG } from './log-streams.ts'
import type { ChainedEntry, LogLeafTable } from './log-tables.ts'
import { commitmentTo } from './log-tree.ts'
import type { Database } from './tables.ts'

const wrong = (seq: number, why: string): FaultBeside => ({ seq, to: seq, why, found: null })

const listedWrong = async (db: Kysely<Database>, listed: readonly Listed[]): Promise<boolean> => {
  for (const level of new Set(listed.map(one => one.level))) {
    const some = listed.filter(one => one.level === level)
    const kept = await db
      .selectFrom('logHash')
      .select(['index', 'hash'])
      .where('level', '=', level)
      .where('index', '=', sql<number>`any(${some.map(({ index }) => index)})`)
      .execute()
    const hashes = new Map(kept.map(({ index, hash }) => [index, hash]))
    const isKept = ({ index, hash }: Listed): boolean =>
      isSameHash(hashes.get(index) ?? Buffer.alloc(0), hash)
    if (!some.every(isKept)) return true
  }
  return false
}

/**
 * Follows the tree beside the chain, from the first leaf to the last: each must be of the next link and commit to its hash, the tiles
 * must list the hashes that follow, and every head that was signed must be that of the tree at its size. No more is kept than the
 * edge of the tree.
 */
export const followTree = () => {
  const tree = growing()
  let isBroken = false

  const headsUpTo = (db: Kysely<Database>, size: number) =>
    db
      .selectFrom('logCheckpoint')
      .select(['size', 'root'])
      .where('size', '>', tree.size())
      .where('size', '<=', size)
      .orderBy('size')
      .execute()

  /** Lets the tree grow by these leaves, and answers what is kept otherwise. */
  const grow = async (db: Kysely<Database>, leaves: readonly LogLeafTable[]): Promise<FaultBeside[]> => {
    const faults: FaultBeside[] = []
    const hashes = leaves.map(({ said }) => leafHash(Buffer.from(said, 'utf8')))
    const begun = tree.size()
    const listed: Listed[] = []
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
     * Holds the leaves up to a number of the chain against the links of it and the entries, of which those are given that are as they
     * were written.
     */
    follow: async (
      db: Kysely<Database>,
      { upTo, whole }: { upTo: number; whole: readonly ChainedEntry[] },
    ): Promise<FaultBeside[]> => {
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
        // What is still to be carried over has none yet.
        if (!leaf) return entry.seq < last ? [wrong(entry.seq, 'has no leaf in the tree')] : []
        return isPublishedForm(leaf.said, entry, commitmentTo(leaf.salt, entry.hash))
          ? []
          : [wrong(entry.seq, 'is not what its leaf in the tree commits to')]
      })
      isBroken ||= leaves.some(({ index }, place) => index !== tree.size() + place)
      // What follows could only be told to be wrong again.
      return isBroken ? faults : [...faults, ...(await grow(db, leaves))]
    },
    /** What only the whole tree shows; `length` is how many entries the chain has. */
    end: async (db: Kysely<Database>, length: number): Promise<FaultBeside[]> => {
      const { rows } = await sql<{ leaves: number; last: number; heads: number }>`
        select (select count(*) from log_leaf) as leaves, (select coalesce(max(seq), 0) from log_leaf) as last,
          (select coalesce(max(size), 0) from log_checkpoint) as heads`.execute(db)
      const { leaves = 0, last: end = 0, heads = 0 } = rows[0] ?? {}
      const faults = [
        ...(end > length ? [`has leaves up to entry ${end}, and its chain ends at ${length}`] : []),
        ...(isBroken || leaves > tree.size() ? ['has a tree whose leaves are not those of its chain'] : []),
        ...(heads > leaves ? [`has a signed head of ${heads} entries, and ${leaves} leaves`] : []),
      ]
      return faults.map(why => ({ ...THE_LOG, why }))
    },
  }
}
