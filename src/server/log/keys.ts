import { createPublicKey } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { ExpiredKey } from '@credit-market/transparency-log/checked-note'
import {
  keyIdOf,
  keyLineOf,
  type NoteSignature,
  SIGNATURE_LINE_PATTERN,
  signatureLine,
  type Signer,
} from '@credit-market/transparency-log/note'
import type { CertificateSigner } from '../certificates/seal.ts'
import type { CertificateKeyTable } from '../store/tables/log-tables.ts'
import { readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

/** Key of the note with the log's origin, its name, which stays the same even if the address of the market changes. */
export const LOG_ORIGIN_NOTE = 'log-origin'

/** Returns the 32 bytes of an Ed25519 key given as PEM. */
export const ed25519PublicKeyBytes = (publicKey: string): Uint8Array =>
  Buffer.from(createPublicKey(publicKey).export({ format: 'jwk' }).x ?? '', 'base64url')

const signerOf = (origin: string, publicKey: string): Signer => ({
  name: origin,
  kind: SIGNATURE_LINE_PATTERN.log,
  publicKey: ed25519PublicKeyBytes(publicKey),
})

/** Returns a key of the log as a verifier key line, for programs that check logs. */
export const verifierKeyLine = (origin: string, publicKey: string): string =>
  keyLineOf(signerOf(origin, publicKey))

/** Signs a text as a note. */
export const signNote = async (seal: CertificateSigner, origin: string, text: string): Promise<string> => {
  const signature: NoteSignature = {
    name: origin,
    keyId: keyIdOf(signerOf(origin, seal.publicKey)),
    signature: Buffer.from(await seal.sign(text), 'base64'),
  }
  return `${text}\n${signatureLine(signature)}`
}

/**
 * Returns the origin of the log: the one recorded at the first checkpoint; before that, the one it will have at this
 * address.
 */
export const readLogOrigin = async (db: Kysely<Database>, publicUrl: string): Promise<string> =>
  (await readInstallationValue(db, LOG_ORIGIN_NOTE)) ?? `${new URL(publicUrl).host}/log`

/**
 * Returns the note in which an old key vouches for its successor, so that whoever trusts the old key can trust the new
 * one; null before anything was signed.
 */
export const createKeySuccessionNote = async (
  db: Kysely<Database>,
  old: CertificateSigner,
  next: CertificateSigner,
): Promise<string | null> => {
  const origin = await readInstallationValue(db, LOG_ORIGIN_NOTE)
  if (origin === undefined) return null
  return signNote(old, origin, `${origin}\nsuccession\n${verifierKeyLine(origin, next.publicKey)}\n`)
}

/**
 * When a key ended, and the number of entries in the log before that; for a stolen key, the number under the last
 * honest checkpoint.
 */
export type LogKeyEnd = Omit<ExpiredKey, 'key'>

/** Returns the end of a key from its row. */
export const keyEndFromRow = ({
  endedAt,
  endedSize,
  isStolen,
}: Pick<Selectable<CertificateKeyTable>, 'endedAt' | 'endedSize' | 'isStolen'>): LogKeyEnd | null =>
  endedAt === null || endedSize === null ? null : { at: endedAt, size: endedSize, isStolen }

/**
 * Ends every key except those that sign from now on. A stolen key ends with the last honest checkpoint, at its size and
 * instant; any other key ends now, with all entries of the log.
 */
export const endSigningKeys = async (
  trx: Transaction<Database>,
  next: readonly CertificateSigner[],
  { now, stolen }: { now: Instant; stolen?: Pick<LogKeyEnd, 'at' | 'size'> | undefined },
): Promise<void> => {
  await trx
    .updateTable('certificateKey')
    .set(
      stolen
        ? { endedAt: stolen.at, endedSize: stolen.size, isStolen: true }
        : {
            endedAt: now,
            endedSize: sql<number>`(select coalesce(max(index) + 1, 0) from log_leaf)
              + (select coalesce(sum(cardinality(entries)), 0) from activity_waiting)`,
          },
    )
    .where('endedAt', 'is', null)
    .where(
      'id',
      'not in',
      next.map(({ fingerprint }) => fingerprint),
    )
    .execute()
}

/** A key of the log, with the note in which the previous key vouches for it. */
export interface LogKey {
  key: string
  fingerprint: string
  since: Instant
  publicKey: string
  succession: string | null
  ended: LogKeyEnd | null
}

/** Returns every key that has signed checkpoints, oldest first. */
export const readLogKeys = async (db: Kysely<Database>, origin: string): Promise<LogKey[]> => {
  const rows = await db
    .selectFrom('certificateKey')
    .select(['id', 'publicKey', 'since', 'succession', 'endedAt', 'endedSize', 'isStolen'])
    .where('signs', '=', 'checkpoints')
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows.map(({ id, publicKey, since, succession, ...rest }) => ({
    key: verifierKeyLine(origin, publicKey),
    ...{ fingerprint: id, publicKey, since, succession, ended: keyEndFromRow(rest) },
  }))
}
