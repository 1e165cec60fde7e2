import { EMPTY_ROOT, type Hash, HASH_BYTES, leafHash, nodeHash } from './hash.ts'
import { consistencySpans, type Full, fullSubtrees, inclusionSpans, type Span } from './subtrees.ts'

/** How many hashes a full tile lists, and how many entries a full bundle: a tile is of height 8 (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

/** A tile lists hashes of its level: of leaves at level 0, of a full tile below each at the others. */
export interface Tile {
  level: number
  index: number
  /** How many hashes it lists, from 1 to 256: of a tile that is not full, those of a tree of some size. */
  width: number
}

/** How many hashes a level lists in a tree of this size. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level)

/** Reads hashes of a level from one index on, in order; all of them are in one tile. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<Hash[]>

/** A hash that is listed: at which level, and which it is. */
export interface Listed {
  level: number
  index: number
  hash: Hash
}

/**
 * What is listed anew when leaves follow a tree of a size: the leaves, and the hash of each tile that they fill. Of a tile that
 * was begun before and is filled now, what it listed is read.
 */
export const grown = async (size: number, leaves: readonly Hash[], read: ReadHashes): Promise<Listed[]> => {
  const listed: Listed[] = []
  let added = leaves
  for (let level = 0; added.length > 0; level += 1) {
    const before = hashesAt(level, size)
    listed.push(...added.map((hash, place) => ({ level, index: before + place, hash })))
    const begun = before % TILE_WIDTH
    const isFilled = begun + added.length >= TILE_WIDTH
    const inTiles = isFilled && begun > 0 ? [...(await read(level, before - begun, begun)), ...added] : added
    added = isFilled ? filledTiles(inTiles).map(hashOfRow) : []
  }
  return listed
}

/** A tree as it grows, of which no more is kept than the tiles that are not full. */
export const growing = () => {
  const begun: Hash[][] = []
  let size = 0
  const read: ReadHashes = async (level, from, count) => {
    const inTile = from % TILE_WIDTH
    return (begun[level] ?? []).slice(inTile, inTile + count)
  }
  return {
    /** Answers what is listed anew. */
    add: async (leaves: readonly Hash[]): Promise<Listed[]> => {
      const listed = await grown(size, leaves, read)
      for (const { level, index, hash } of listed) {
        const tile = index % TILE_WIDTH === 0 ? (begun[level] = []) : (begun[level] ??= [])
        tile.push(hash)
      }
      size += leaves.length
      return listed
    },
    size: () => size,
    root: () => rootFrom(size, read),
  }
}

const filledTiles = (hashes: readonly Hash[]): Hash[][] =>
  Array.from({ length: Math.floor(hashes.length / TILE_WIDTH) }, (_, tile) =>
    hashes.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH),
  )

/** The hash above a row of as many hashes as a power of two. */
const hashOfRow = (row: readonly Hash[]): Hash => {
  const [first, ...others] = row
  if (!first) throw new Error('There is no hash to read')
  if (others.length === 0) return first
  const middle = row.length / 2
  return nodeHash(hashOfRow(row.slice(0, middle)), hashOfRow(row.slice(middle)))
}

const hashOfFull = async ({ height, index }: Full, read: ReadHashes): Promise<Hash> => {
  const level = Math.floor(height / TILE_HEIGHT)
  const width = 2 ** (height - level * TILE_HEIGHT)
  const row = await read(level, index * width, width)
  if (row.length !== width)
    throw new Error(`Level ${level} of the log does not list ${index * width} to ${(index + 1) * width - 1}`)
  return hashOfRow(row)
}

const hashOfSpan = async (span: Span, read: ReadHashes): Promise<Hash> => {
  const hashes: Hash[] = []
  for (const full of fullSubtrees(span)) hashes.push(await hashOfFull(full, read))
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

const hashesOf = async (spans: readonly Span[], read: ReadHashes): Promise<Hash[]> => {
  const hashes: Hash[] = []
  for (const span of spans) hashes.push(await hashOfSpan(span, read))
  return hashes
}

/** The head of the tree of this size, from the tiles. */
export const rootFrom = async (size: number, read: ReadHashes): Promise<Hash> =>
  size === 0 ? EMPTY_ROOT : hashOfSpan({ from: 0, to: size }, read)

/** The proof that a leaf, by its index from zero, is in the tree of this size, from the tiles. */
export const inclusionFrom = (index: number, size: number, read: ReadHashes): Promise<Hash[]> =>
  hashesOf(inclusionSpans(index, size), read)

/** The proof that the tree of one size is the beginning of that of another, from the tiles. */
export const consistencyFrom = (old: number, size: number, read: ReadHashes): Promise<Hash[]> =>
  hashesOf(consistencySpans(old, size), read)

const numberPath = (number: number): string => {
  const digits = String(number)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const parts = padded.match(/\d{3}/g) ?? []
  return parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/')
}

/** The path of a tile below the address of the log; of a bundle of entries with `entries` as level. */
export const tilePath = ({
  level,
  index,
  width,
}: Omit<Tile, 'level'> & { level: number | 'entries' }): string =>
  `tile/${level}/${numberPath(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/
const HIGHEST_LEVEL = 63

/** What a path below the address of the log names; undefined where it is not written as tlog-tiles says. */
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
  // Written in the one way there is: no other zeros, and no width of a full tile.
  const isRight = tile.level === 'entries' || tile.level <= HIGHEST_LEVEL
  return isRight && level !== '' && tilePath(tile) === path ? tile : undefined
}

/** The hashes that the bytes of a tile list; throws where they are cut. */
export const hashesIn = (bytes: Uint8Array): Hash[] => {
  if (bytes.length % HASH_BYTES > 0) throw new Error('A tile is cut')
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, place) =>
    bytes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}

const MOST_BYTES = 0xffff

/** Entries as they stand in a bundle: each after its length in two bytes, the greater first. */
export const bundleOf = (entries: readonly Uint8Array[]): Uint8Array => {
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

/** The entries of a bundle; throws where it is cut. */
export const entriesIn = (bytes: Uint8Array): Uint8Array[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Infinity
    if (end > bytes.length) throw new Error('A bundle of entries is cut')
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  return entries
}

/** The hashes of the entries of a bundle, as the tile of level 0 lists them. */
export const leavesIn = (bytes: Uint8Array): Hash[] => entriesIn(bytes).map(leafHash)
