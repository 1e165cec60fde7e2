import type { Hash } from '../src/hash.ts'
import type { TileHash, HashReader } from '../src/tiles.ts'

/** Hashes in the tiles of a tree, in memory. */
export const hashesInTiles = () => {
  const levels: Hash[][] = []
  const all = (level: number): Hash[] => (levels[level] ??= [])
  const read: HashReader = async (level, from, count) => all(level).slice(from, from + count)
  const add = (listed: readonly TileHash[]): void => {
    for (const { level, index, hash } of listed) {
      if (all(level).length !== index)
        throw new Error(`Level ${level} continues at ${all(level).length}, not at ${index}`)
      all(level).push(hash)
    }
  }
  return { read, add, all }
}
