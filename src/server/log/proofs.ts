import { type Kysely, sql } from 'kysely'
import type { Certificate } from '#domain/credit/certificate'
import type { EntryProof, LeafProof } from '#proof/receipt'
import { toBase64 } from '@credit-market/transparency-log/base64'
import { inclusionProof } from '@credit-market/transparency-log/tiles'
import { notFoundError } from '../runner/refusals.ts'
import type { LogLeafTable } from '../store/tables/log-tables.ts'
import { createStoredHashReader } from './log-tree.ts'
import type { Database } from '../store/tables/tables.ts'
import { readLastCheckpoint } from './checkpoints.ts'
import { readCheckpointNote } from './read.ts'

type Leaf = Pick<LogLeafTable, 'index' | 'said'>

/** Proof that a leaf is in the log, under the last checkpoint; null until one covers it. */
const proofOfLeaf = async (db: Kysely<Database>, { index, said }: Leaf): Promise<LeafProof | null> => {
  const size = (await readLastCheckpoint(db))?.size ?? 0
  if (index >= size) return null
  const [hashes, checkpoint] = await Promise.all([
    inclusionProof(index, size, createStoredHashReader(db)),
    readCheckpointNote(db, size),
  ])
  return { index, said, size, hashes: hashes.map(toBase64), checkpoint }
}

/** Returns the proof that an entry is in the log, by its number in the chain; null until a checkpoint covers it. */
export const proveEntryInclusion = async (db: Kysely<Database>, seq: number): Promise<EntryProof | null> => {
  const leaf = await db.selectFrom('logLeaf').selectAll().where('seq', '=', seq).executeTakeFirst()
  const proof = leaf && (await proofOfLeaf(db, leaf))
  return proof ? { ...proof, salt: leaf.salt.toString('hex') } : null
}

/**
 * Returns the same proof for someone who knows the hash of the entry from a receipt: it opens the published leaf to
 * that hash and to nothing else. Throws 404 if there is no entry with this number or its hash differs.
 */
export const proveInclusionOfHash = async (
  db: Kysely<Database>,
  { number, hash }: { number: number; hash: string },
): Promise<EntryProof | null> => {
  const link = await db
    .selectFrom('activityChain')
    .select('hash')
    .where('seq', '=', number)
    .executeTakeFirst()
  if (link?.hash !== hash) throw notFoundError()
  return proveEntryInclusion(db, number)
}

/**
 * Returns the proof that the log names a certificate; null until a checkpoint covers it. Undefined for a certificate
 * from before the log named them: only its holder's receipt proves it.
 */
export const proveCertificateInclusion = async (
  db: Kysely<Database>,
  { subjectKind, subjectId, sha256 }: Certificate,
): Promise<LeafProof | null | undefined> => {
  const leaf = await db
    .selectFrom('activity')
    .innerJoin('activityChain', 'activityChain.entryId', 'activity.id')
    .innerJoin('logLeaf', 'logLeaf.seq', 'activityChain.seq')
    .select(['logLeaf.index', 'logLeaf.said'])
    .where('subjectKind', '=', subjectKind)
    .where('subjectId', '=', subjectId)
    .where(sql<boolean>`position(${sha256} in said) > 0`)
    .executeTakeFirst()
  return leaf && proofOfLeaf(db, leaf)
}
