import { createPublicKey } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Instant } from '#domain/dates'
import type { EndedKey } from '#proof/checked-note'
import { keyIdOf, keyLineOf, type NoteSignature, SIGNATURE, signatureLine, type Signer } from '#proof/note'
import type { Seal } from '../certificates/seal.ts'
import type { CertificateKeyTable } from '../store/log-tables.ts'
import { noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'

/** Under which it is noted by what name the log goes, which stays whatever becomes of the address. */
export const ORIGIN = 'log-origin'

/** The 32 bytes of an Ed25519 key that is given as PEM. */
export const bytesOf = (publicKey: string): Uint8Array =>
  Buffer.from(createPublicKey(publicKey).export({ format: 'jwk' }).x ?? '', 'base64url')

const signerOf = (origin: string, publicKey: string): Signer => ({
  name: origin,
  kind: SIGNATURE.log,
  publicKey: bytesOf(publicKey),
})

/** A key of the log in one line, as programs that check logs are given it. */
export const keyLineFor = (origin: string, publicKey: string): string =>
  keyLineOf(signerOf(origin, publicKey))

/** A text signed as a note. */
export const noteSignedBy = async (seal: Seal, origin: string, text: string): Promise<string> => {
  const signature: NoteSignature = {
    name: origin,
    keyId: keyIdOf(signerOf(origin, seal.publicKey)),
    signature: Buffer.from(await seal.sign(text), 'base64'),
  }
  return `${text}\n${signatureLine(signature)}`
}

/** The name of the log: as noted at the first checkpoint, before that what it will be at this address. */
export const originOf = async (db: Kysely<Database>, publicUrl: string): Promise<string> =>
  (await noteOf(db, ORIGIN)) ?? `${new URL(publicUrl).host}/log`

/** What a key signs of the one that takes its place, so that whoever trusts it may trust that one; null before anything was signed. */
export const successionOf = async (db: Kysely<Database>, old: Seal, next: Seal): Promise<string | null> => {
  const origin = await noteOf(db, ORIGIN)
  if (origin === undefined) return null
  return noteSignedBy(old, origin, `${origin}\nsuccession\n${keyLineFor(origin, next.publicKey)}\n`)
}

/** When a key ended, and how many entries of the log had come before; of a stolen one under the last honest checkpoint. */
export type KeyEnd = Omit<EndedKey, 'key'>

/** The end of a key, as its row has it. */
export const endIn = ({
  endedAt,
  endedSize,
  isStolen,
}: Pick<Selectable<CertificateKeyTable>, 'endedAt' | 'endedSize' | 'isStolen'>): KeyEnd | null =>
  endedAt === null || endedSize === null ? null : { at: endedAt, size: endedSize, isStolen }

/**
 * Ends every key but those that sign from now on. A stolen one ends with the last honest checkpoint, of as many entries and at an
 * instant; else a key ends now, with all that the log holds.
 */
export const endKeys = async (
  trx: Transaction<Database>,
  next: readonly Seal[],
  { now, stolen }: { now: Instant; stolen?: Pick<KeyEnd, 'at' | 'size'> | undefined },
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

/** A key of the log, with what the one before it signed of it. */
export interface LogKey {
  key: string
  fingerprint: string
  since: Instant
  publicKey: string
  succession: string | null
  ended: KeyEnd | null
}

/** Every key that has signed checkpoints, oldest first. */
export const logKeys = async (db: Kysely<Database>, origin: string): Promise<LogKey[]> => {
  const rows = await db
    .selectFrom('certificateKey')
    .select(['id', 'publicKey', 'since', 'succession', 'endedAt', 'endedSize', 'isStolen'])
    .where('signs', '=', 'checkpoints')
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows.map(({ id, publicKey, since, succession, ...rest }) => ({
    key: keyLineFor(origin, publicKey),
    ...{ fingerprint: id, publicKey, since, succession, ended: endIn(rest) },
  }))
}
