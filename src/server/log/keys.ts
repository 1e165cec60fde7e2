import { createPublicKey } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { keyIdOf, keyLineOf, type NoteSignature, SIGNATURE, signatureLine, type Signer } from '#proof/note'
import type { Seal } from '../certificates/seal.ts'
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
export const noteSignedBy = (seal: Seal, origin: string, text: string): string => {
  const signature: NoteSignature = {
    name: origin,
    keyId: keyIdOf(signerOf(origin, seal.publicKey)),
    signature: Buffer.from(seal.sign(text), 'base64'),
  }
  return `${text}\n${signatureLine(signature)}`
}

/** What a key signs of the one that takes its place, so that whoever trusts it may trust that one; null before anything was signed. */
export const successionOf = async (db: Kysely<Database>, old: Seal, next: Seal): Promise<string | null> => {
  const origin = await noteOf(db, ORIGIN)
  if (origin === undefined) return null
  return noteSignedBy(old, origin, `${origin}\nsuccession\n${keyLineFor(origin, next.publicKey)}\n`)
}

/** A key of the log, with what the one before it signed of it. */
export interface LogKey {
  key: string
  fingerprint: string
  since: Instant
  publicKey: string
  succession: string | null
}

/** Every key that has signed checkpoints, oldest first. */
export const logKeys = async (db: Kysely<Database>, origin: string): Promise<LogKey[]> => {
  const rows = await db
    .selectFrom('certificateKey')
    .select(['id', 'publicKey', 'since', 'succession'])
    .where('signs', '=', 'checkpoints')
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows.map(({ id, publicKey, since, succession }) => ({
    key: keyLineFor(origin, publicKey),
    ...{ fingerprint: id, publicKey, since, succession },
  }))
}
