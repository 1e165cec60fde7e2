import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { toBase64 } from '@credit-market/transparency-log/base64'
import {
  encodeBundle,
  consistencyProof,
  levelSize,
  inclusionProof,
  readTilePath,
  TILE_WIDTH,
} from '@credit-market/transparency-log/tiles'
import { badRequestError, notFoundError } from '../runner/refusals.ts'
import { createStoredHashReader } from './log-tree.ts'
import { readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { readLastCheckpoint } from './checkpoints.ts'
import { readCosignatures } from './witnesses.ts'
import { type LogKey, readLogKeys, LOG_ORIGIN_NOTE } from './keys.ts'

/** Published size of the log: that of the last checkpoint. */
const publishedSize = async (db: Kysely<Database>): Promise<number> =>
  (await readLastCheckpoint(db))?.size ?? 0

/** Returns the bytes of a tile or entry bundle by its path under `/log/`; 404 if it is not published, or not yet. */
export const readLogTile = async (db: Kysely<Database>, path: string): Promise<Uint8Array> => {
  const tile = readTilePath(path)
  if (!tile) throw notFoundError()
  const { level, index, width } = tile
  const isEntries = level === 'entries'
  const from = index * TILE_WIDTH
  if (from + width > levelSize(isEntries ? 0 : level, await publishedSize(db))) throw notFoundError()
  if (!isEntries) return Buffer.concat(await createStoredHashReader(db)(level, from, width))
  const rows = await db
    .selectFrom('logLeaf')
    .select('said')
    .where('index', '>=', from)
    .where('index', '<', from + width)
    .orderBy('index')
    .execute()
  return encodeBundle(rows.map(({ said }) => Buffer.from(said, 'utf8')))
}

/** Returns the signed note of the checkpoint of this size, or of the last; 404 if there is none. */
export const readCheckpointNote = async (db: Kysely<Database>, size?: number): Promise<string> => {
  const found =
    size === undefined
      ? await readLastCheckpoint(db)
      : await db
          .selectFrom('logCheckpoint')
          .select(['size', 'note'])
          .where('size', '=', size)
          .executeTakeFirst()
  if (!found) throw notFoundError()
  const cosignatures = await readCosignatures(db, [found.size])
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
  if (size > published) throw badRequestError(`The log has ${published} published entries so far`)
  return size
}

/**
 * Returns the inclusion proof of an entry, by its index from zero, in the log of a given size, by default that of the
 * last checkpoint.
 */
export const readInclusionProof = async (db: Kysely<Database>, index: number, wanted?: number) => {
  const size = await withinLog(db, wanted)
  if (index >= size) throw badRequestError(`A log of ${size} entries has entries 0 to ${size - 1}`)
  const read = createStoredHashReader(db)
  const [[leaf], hashes] = await Promise.all([read(0, index, 1), inclusionProof(index, size, read)])
  return { index, size, leaf: leaf ? toBase64(leaf) : null, hashes: hashes.map(toBase64) }
}

/** Returns the consistency proof between two sizes of the log; the larger is by default that of the last checkpoint. */
export const readConsistencyProof = async (db: Kysely<Database>, from: number, wanted?: number) => {
  const to = await withinLog(db, wanted)
  if (from > to) throw badRequestError(`A log of ${from} entries cannot grow to one of ${to}`)
  const hashes = await consistencyProof(from, to, createStoredHashReader(db))
  return { from, to, hashes: hashes.map(toBase64) }
}

/** A signed checkpoint, as a page shows it. */
export interface ListedCheckpoint {
  size: number
  at: Instant
  root: string
  /** Witnesses that co-signed it, and when. */
  cosigned: readonly { witness: string; at: Instant }[]
}

/** State of the published log; null before anything was signed. */
export interface PublicLogState {
  origin: string
  heads: readonly ListedCheckpoint[]
  keys: readonly LogKey[]
}

const MOST_HEADS = 30

/** Returns the last checkpoints, latest first, and the keys. */
export const readPublicLogState = async (db: Kysely<Database>): Promise<PublicLogState | null> => {
  const origin = await readInstallationValue(db, LOG_ORIGIN_NOTE)
  if (origin === undefined) return null
  const [rows, keys] = await Promise.all([
    db
      .selectFrom('logCheckpoint')
      .select(['size', 'at', 'root'])
      .orderBy('size', 'desc')
      .limit(MOST_HEADS)
      .execute(),
    readLogKeys(db, origin),
  ])
  const cosignatures = await readCosignatures(
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
