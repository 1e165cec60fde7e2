import type { Hash } from '#proof/hash'
import type { Listed, ReadHashes } from '#proof/tiles'

/** The hashes that the tiles of a tree list, in memory. */
export const listedIn = () => {
  const levels: Hash[][] = []
  const all = (level: number): Hash[] => (levels[level] ??= [])
  const read: ReadHashes = async (level, from, count) => all(level).slice(from, from + count)
  const add = (listed: readonly Listed[]): void => {
    for (const { level, index, hash } of listed) {
      if (all(level).length !== index)
        throw new Error(`Level ${level} goes on at ${all(level).length}, not at ${index}`)
      all(level).push(hash)
    }
  }
  return { read, add, all }
}
