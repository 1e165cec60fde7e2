import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { toBase64 } from '#proof/base64'
import { bundleOf, consistencyFrom, hashesAt, inclusionFrom, readTilePath, TILE_WIDTH } from '#proof/tiles'
import { badRequest, notFound } from '../runner/refusals.ts'
import { readingHashes } from '../store/log-tree.ts'
import { noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { lastCheckpoint } from './checkpoints.ts'
import { cosignaturesOf } from './witnesses.ts'
import { type LogKey, logKeys, ORIGIN } from './keys.ts'

/** The size up to which the log is published: that of the last head that was signed. */
const publishedSize = async (db: Kysely<Database>): Promise<number> => (await lastCheckpoint(db))?.size ?? 0

/** The bytes of a tile or of a bundle of entries by its path below `/log/`; 404 for what is not published, or not yet. */
export const tileAt = async (db: Kysely<Database>, path: string): Promise<Uint8Array> => {
  const tile = readTilePath(path)
  if (!tile) throw notFound()
  const { level, index, width } = tile
  const isEntries = level === 'entries'
  const from = index * TILE_WIDTH
  if (from + width > hashesAt(isEntries ? 0 : level, await publishedSize(db))) throw notFound()
  if (!isEntries) return Buffer.concat(await readingHashes(db)(level, from, width))
  const rows = await db
    .selectFrom('logLeaf')
    .select('said')
    .where('index', '>=', from)
    .where('index', '<', from + width)
    .orderBy('index')
    .execute()
  return bundleOf(rows.map(({ said }) => Buffer.from(said, 'utf8')))
}

/** The signed note of a head of this size, or the last; 404 where none of it was signed. */
export const checkpointNote = async (db: Kysely<Database>, size?: number): Promise<string> => {
  const found =
    size === undefined
      ? await lastCheckpoint(db)
      : await db
          .selectFrom('logCheckpoint')
          .select(['size', 'note'])
          .where('size', '=', size)
          .executeTakeFirst()
  if (!found) throw notFound()
  const cosignatures = await cosignaturesOf(db, [found.size])
  return (
    found.note +
    cosignatures(found.size)
      .map(({ line }) => line)
      .join('')
  )
}

const withinLog = async (db: Kysely<Database>, wanted: number | undefined): Promise<number> => {
  const published = await publishedSize(db)
  const size = wanted ?? published
  if (size > published) throw badRequest(`The log is published up to ${published} entries so far`)
  return size
}

/** The proof that an entry, by its index from zero, is in the log of a size, which is the last that was signed if not said. */
export const inclusionOf = async (db: Kysely<Database>, index: number, wanted?: number) => {
  const size = await withinLog(db, wanted)
  if (index >= size) throw badRequest(`A log of ${size} entries has those from 0 to ${size - 1}`)
  const read = readingHashes(db)
  const [[leaf], hashes] = await Promise.all([read(0, index, 1), inclusionFrom(index, size, read)])
  return { index, size, leaf: leaf ? toBase64(leaf) : null, hashes: hashes.map(toBase64) }
}

/** The proof that the log of one size is the beginning of that of another, which is the last that was signed if not said. */
export const consistencyOf = async (db: Kysely<Database>, from: number, wanted?: number) => {
  const to = await withinLog(db, wanted)
  if (from > to) throw badRequest(`A log of ${from} entries does not go on to one of ${to}`)
  const hashes = await consistencyFrom(from, to, readingHashes(db))
  return { from, to, hashes: hashes.map(toBase64) }
}

/** Something that was signed of the log, as a page shows it. */
export interface SignedHead {
  size: number
  at: Instant
  root: string
  /** Who co-signed it, and when. */
  cosigned: readonly { witness: string; at: Instant }[]
}

/** What there is to know of the published log; null before anything was signed. */
export interface PublicLog {
  origin: string
  heads: readonly SignedHead[]
  keys: readonly LogKey[]
}

const MOST_HEADS = 30

/** The last heads that were signed, the latest first, and the keys. */
export const publicLog = async (db: Kysely<Database>): Promise<PublicLog | null> => {
  const origin = await noteOf(db, ORIGIN)
  if (origin === undefined) return null
  const [rows, keys] = await Promise.all([
    db
      .selectFrom('logCheckpoint')
      .select(['size', 'at', 'root'])
      .orderBy('size', 'desc')
      .limit(MOST_HEADS)
      .execute(),
    logKeys(db, origin),
  ])
  const cosignatures = await cosignaturesOf(
    db,
    rows.map(({ size }) => size),
  )
  const heads = rows.map(({ size, at, root }) => ({
    size,
    at,
    root: toBase64(root),
    cosigned: cosignatures(size),
  }))
  return { origin, keys, heads }
}
