import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { canonicalJson } from '@credit-market/values/canonical'
import {
  createDecryptionStream,
  createEncryptionStream,
  backupLockSchema,
  type BackupKeys,
  decryptBackupIdentity,
} from './lock.ts'
import { wrappedKeySchema } from './wrapped-key.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  /** Instant of the data. */
  at: z.iso.datetime(),
  version: z.string(),
  postgres: z.string(),
  /** Migrations that create the tables, in order. */
  migrations: z.array(z.string()).min(1),
  log: z.object({ seq: whole, hash: sha256 }),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string()).min(1),
      rows: whole,
      bytes: whole,
      sha256,
    }),
  ),
  /** Next number of each numbered column. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: whole, called: z.boolean() })),
  documents: z.array(z.object({ sha256, size: whole })),
  /** Documents that were missing or damaged when the backup was made. */
  missing: z.array(sha256),
  key: z.object({
    /** Identifies the key; null if the installation had none. */
    fingerprint: z.string().nullable(),
    /** The key under a passphrase, in backups of earlier versions, which encrypted nothing else. */
    wrapped: wrappedKeySchema.nullable(),
    secret: z.base64().nullable().default(null),
  }),
  /** The age identity that opens the documents, shared with later backups of the same folder. */
  documentsIdentity: z.string().nullable().default(null),
})

/** Contents of a backup with sizes and hashes. It reveals too much about sealed amounts to be stored in plain text. */
export type BackupManifest = z.infer<typeof manifest>

/** The part of an encrypted backup that is readable without a key. */
const envelope = z.object({
  format: z.literal(2),
  at: z.iso.datetime(),
  version: z.string(),
  lock: backupLockSchema,
  /** Public key for which its documents are encrypted; backups with the same key share documents. */
  documentsRecipient: z.string(),
  /** Hash of each file as stored, encrypted. */
  files: z.record(z.string(), z.object({ bytes: whole, sha256 })),
})
export type BackupEnvelope = z.infer<typeof envelope>

/** The file that makes a folder a backup; it is written last. */
const MANIFEST = 'manifest.json'
/** The manifest of an encrypted backup. */
const CONTENTS = 'contents'

const sealOf = (said: unknown): string => createHash('sha256').update(canonicalJson(said)).digest('hex')

/** Returns the path of a table's rows in a backup. */
export const backupRowsPath = (table: string): string => `tables/${table}.copy.gz`

/** Returns the path of a document in a backup. */
export const backupDocumentPath = (hash: string): string => `documents/${hash.slice(0, 2)}/${hash}`

/** Returns the name of a file once it is encrypted. */
export const encryptedFileName = (path: string): string => `${path}.age`

/** Writes manifest and envelope of an encrypted backup, the envelope last and sealed with its own hash. */
export const writeBackupManifest = async (
  backup: string,
  said: BackupManifest,
  around: Omit<BackupEnvelope, 'format' | 'at' | 'version'>,
): Promise<void> => {
  const how = { mode: 0o600, flag: 'wx', flush: true } as const
  const encrypted = createEncryptionStream(around.lock.recipient)(
    Readable.from([Buffer.from(JSON.stringify(said))]),
  )
  const bytes = await buffer(encrypted)
  const contents = encryptedFileName(CONTENTS)
  await writeFile(join(backup, contents), bytes, how)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const files = { ...around.files, [contents]: { bytes: bytes.length, sha256: hash } }
  const outside: BackupEnvelope = { format: 2, at: said.at, version: said.version, ...around, files }
  await writeFile(
    join(backup, MANIFEST),
    `${JSON.stringify({ ...outside, seal: sealOf(outside) }, null, 1)}\n`,
    how,
  )
}

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Reads the part of a backup that needs no key. Throws a sentence with a remedy if it is no complete backup of a known
 * format.
 */
export const readBackupEnvelope = async (backup: string): Promise<BackupEnvelope | BackupManifest> => {
  const path = join(backup, MANIFEST)
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}: give the folder of a backup`)
  if (!existsSync(path) || !(await stat(path)).isFile())
    throw new Error(
      `${backup} is not a complete backup: it has no ${MANIFEST}, which is written last. Use another backup`,
    )
  const damaged = new Error(`${path} is damaged: nothing in this backup can be trusted. Use another backup`)
  const said = parsed(await readFile(path, 'utf8'))
  if (!said) throw damaged
  const { seal, ...rest } = said
  if (seal !== sealOf(rest)) throw damaged
  const read = z.union([envelope, manifest]).safeParse(rest)
  if (!read.success)
    throw new Error(`${path} has a format that this version does not know: restore it with a newer version`)
  return read.data
}

/** A readable backup: its manifest, and each of its files decrypted. */
export interface OpenBackup {
  backup: string
  manifest: BackupManifest
  /** Returns the path of a file. */
  fileOf: (path: string) => string
  read: (path: string) => Readable
}

/** Opens a backup; one of an earlier version needs no key. Throws a sentence if it cannot be opened or is damaged. */
export const openBackup = async (backup: string, opener: BackupKeys): Promise<OpenBackup> => {
  const around = await readBackupEnvelope(backup)
  if (around.format === 1) {
    const fileOf = (path: string) => join(backup, path)
    return { backup, manifest: around, fileOf, read: path => createReadStream(fileOf(path)) }
  }
  const fileOf = (path: string) => join(backup, encryptedFileName(path))
  const reading = (identities: readonly string[]) => (path: string) =>
    Readable.from(createDecryptionStream(identities)(createReadStream(fileOf(path))))
  const identity = await decryptBackupIdentity(around.lock, opener)
  const contents = await buffer(reading([identity])(CONTENTS)).catch(() => undefined)
  if (contents === undefined)
    throw new Error(
      `${fileOf(CONTENTS)} is missing or damaged: nothing in this backup can be read. Use another backup`,
    )
  const said = manifest.parse(JSON.parse(contents.toString()))
  const identities = [identity, ...(said.documentsIdentity === null ? [] : [said.documentsIdentity])]
  return { backup, manifest: said, fileOf, read: reading(identities) }
}
