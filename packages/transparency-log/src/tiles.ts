import { EMPTY_ROOT, type Hash, HASH_BYTES, leafHash, nodeHash } from './hash.ts'
import { consistencySpans, type FullSubtree, fullSubtrees, inclusionSpans, type Span } from './subtrees.ts'

/** Number of hashes in a full tile, and of entries in a full bundle: tiles have height 8 (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

/** A tile lists hashes of its level: of leaves at level 0, of the full tiles under it at higher levels. */
export interface Tile {
  level: number
  index: number
  /** Number of hashes, from 1 to 256; less than 256 for a partial tile of a tree of some size. */
  width: number
}

/** Number of hashes at a level of a tree of this size. */
export const levelSize = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level)

/** Reads hashes of a level from an index on, in order; all of them are in one tile. */
export type HashReader = (level: number, from: number, count: number) => Promise<Hash[]>

/** A listed hash with its level and index. */
export interface TileHash {
  level: number
  index: number
  hash: Hash
}

/**
 * Hashes to add when leaves are appended to a tree of this size: those of the leaves, and of each tile that they
 * fill. If they fill a partial tile, its earlier hashes are read.
 */
export const hashesToAdd = async (
  size: number,
  leaves: readonly Hash[],
  read: HashReader,
): Promise<TileHash[]> => {
  const listed: TileHash[] = []
  let added = leaves
  for (let level = 0; added.length > 0; level += 1) {
    const before = levelSize(level, size)
    listed.push(...added.map((hash, place) => ({ level, index: before + place, hash })))
    const begun = before % TILE_WIDTH
    const isFilled = begun + added.length >= TILE_WIDTH
    const inTiles = isFilled && begun > 0 ? [...(await read(level, before - begun, begun)), ...added] : added
    added = isFilled ? filledTiles(inTiles).map(hashOfRow) : []
  }
  return listed
}

/** A growing tree that stores only its partial tiles. */
export const createTreeAppender = () => {
  const begun: Hash[][] = []
  let size = 0
  const read: HashReader = async (level, from, count) => {
    const inTile = from % TILE_WIDTH
    return (begun[level] ?? []).slice(inTile, inTile + count)
  }
  return {
    /** Returns the new hashes. */
    add: async (leaves: readonly Hash[]): Promise<TileHash[]> => {
      const listed = await hashesToAdd(size, leaves, read)
      for (const { level, index, hash } of listed) {
        const tile = index % TILE_WIDTH === 0 ? (begun[level] = []) : (begun[level] ??= [])
        tile.push(hash)
      }
      size += leaves.length
      return listed
    },
    size: () => size,
    root: () => treeRoot(size, read),
  }
}

const filledTiles = (hashes: readonly Hash[]): Hash[][] =>
  Array.from({ length: Math.floor(hashes.length / TILE_WIDTH) }, (_, tile) =>
    hashes.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH),
  )

/** The root over a row of hashes, whose number must be a power of two. */
const hashOfRow = (row: readonly Hash[]): Hash => {
  const [first, ...others] = row
  if (!first) throw new Error('There is no hash to read')
  if (others.length === 0) return first
  const middle = row.length / 2
  return nodeHash(hashOfRow(row.slice(0, middle)), hashOfRow(row.slice(middle)))
}

const hashOfFull = async ({ height, index }: FullSubtree, read: HashReader): Promise<Hash> => {
  const level = Math.floor(height / TILE_HEIGHT)
  const width = 2 ** (height - level * TILE_HEIGHT)
  const row = await read(level, index * width, width)
  if (row.length !== width)
    throw new Error(`Level ${level} of the log has no hashes ${index * width} to ${(index + 1) * width - 1}`)
  return hashOfRow(row)
}

const hashOfSpan = async (span: Span, read: HashReader): Promise<Hash> => {
  const hashes: Hash[] = []
  for (const full of fullSubtrees(span)) hashes.push(await hashOfFull(full, read))
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

const hashesOf = async (spans: readonly Span[], read: HashReader): Promise<Hash[]> => {
  const hashes: Hash[] = []
  for (const span of spans) hashes.push(await hashOfSpan(span, read))
  return hashes
}

/** The root of the tree of this size, from the tiles. */
export const treeRoot = async (size: number, read: HashReader): Promise<Hash> =>
  size === 0 ? EMPTY_ROOT : hashOfSpan({ from: 0, to: size }, read)

/** Proof that a leaf, by its index from zero, is in the tree of this size, from the tiles. */
export const inclusionProof = (index: number, size: number, read: HashReader): Promise<Hash[]> =>
  hashesOf(inclusionSpans(index, size), read)

/** Proof that the tree of one size is the beginning of that of another, from the tiles. */
export const consistencyProof = (old: number, size: number, read: HashReader): Promise<Hash[]> =>
  hashesOf(consistencySpans(old, size), read)

const numberPath = (number: number): string => {
  const digits = String(number)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const parts = padded.match(/\d{3}/g) ?? []
  return parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/')
}

/** Path of a tile under the address of the log; with `entries` as level, of a bundle of entries. */
export const tilePath = ({
  level,
  index,
  width,
}: Omit<Tile, 'level'> & { level: number | 'entries' }): string =>
  `tile/${level}/${numberPath(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/
const HIGHEST_LEVEL = 63

/** Parses a path under the address of the log; undefined if it does not follow tlog-tiles. */
export const readTilePath = (
  path: string,
): (Omit<Tile, 'level'> & { level: number | 'entries' }) | undefined => {
  const [, level = '', number = '', partial] = PATH.exec(path) ?? []
  const index = Number(number.replaceAll(/[x/]/g, ''))
  const tile = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index,
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  }
  // Only the canonical form: no extra leading zeros, and no width for a full tile.
  const isRight = tile.level === 'entries' || tile.level <= HIGHEST_LEVEL
  return isRight && level !== '' && tilePath(tile) === path ? tile : undefined
}

/** The hashes in the bytes of a tile; throws if they are truncated. */
export const readTile = (bytes: Uint8Array): Hash[] => {
  if (bytes.length % HASH_BYTES > 0) throw new Error('A tile is truncated')
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, place) =>
    bytes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}

const MOST_BYTES = 0xffff

/** Encodes entries as a bundle: each after its length in two bytes, big-endian. */
export const encodeBundle = (entries: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MOST_BYTES) throw new Error('An entry is too long for a bundle')
    view.setUint16(at, entry.length)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/** The entries of a bundle; throws if it is truncated. */
export const readBundle = (bytes: Uint8Array): Uint8Array[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Infinity
    if (end > bytes.length) throw new Error('A bundle of entries is truncated')
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  return entries
}

/** The hashes of the entries of a bundle, as in the tile of level 0. */
export const bundleHashes = (bytes: Uint8Array): Hash[] => readBundle(bytes).map(leafHash)
