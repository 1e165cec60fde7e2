import { type Kysely, sql } from 'kysely'
import type { Certificate } from '#domain/certificate'
import type { EntryProof, LeafProof } from '#proof/receipt'
import { toBase64 } from '#proof/base64'
import { inclusionFrom } from '#proof/tiles'
import { notFound } from '../runner/refusals.ts'
import type { LogLeafTable } from '../store/log-tables.ts'
import { readingHashes } from '../store/log-tree.ts'
import type { Database } from '../store/tables.ts'
import { lastCheckpoint } from './checkpoints.ts'
import { checkpointNote } from './read.ts'

type Leaf = Pick<LogLeafTable, 'index' | 'said'>

/** What proves that a leaf is in the log, under the last head that was signed; null until one covers it. */
const proofOfLeaf = async (db: Kysely<Database>, { index, said }: Leaf): Promise<LeafProof | null> => {
  const size = (await lastCheckpoint(db))?.size ?? 0
  if (index >= size) return null
  const [hashes, checkpoint] = await Promise.all([
    inclusionFrom(index, size, readingHashes(db)),
    checkpointNote(db, size),
  ])
  return { index, said, size, hashes: hashes.map(toBase64), checkpoint }
}

/** What proves that an entry is in the log, by its number in the chain; null until a head that was signed covers it. */
export const proofOfEntry = async (db: Kysely<Database>, seq: number): Promise<EntryProof | null> => {
  const leaf = await db.selectFrom('logLeaf').selectAll().where('seq', '=', seq).executeTakeFirst()
  const proof = leaf && (await proofOfLeaf(db, leaf))
  return proof ? { ...proof, salt: leaf.salt.toString('hex') } : null
}

/**
 * The same for whoever knows the hash of the entry, as it stands in a receipt: the proof opens what is published to that hash and
 * to nothing else. Throws 404 where the entry of this number has another hash, or there is none.
 */
export const proofForHash = async (
  db: Kysely<Database>,
  { number, hash }: { number: number; hash: string },
): Promise<EntryProof | null> => {
  const link = await db
    .selectFrom('activityChain')
    .select('hash')
    .where('seq', '=', number)
    .executeTakeFirst()
  if (link?.hash !== hash) throw notFound()
  return proofOfEntry(db, number)
}

/**
 * What proves that the log names a certificate, null until a head that was signed covers it. Undefined of one that was entered
 * before the log named certificates: of such only the receipt of its holder proves it.
 */
export const proofOfCertificate = async (
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
