import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { canonicalJson } from '#domain/canonical'
import { decryptWith, encryptFor, lock, type Opener, openLock } from './lock.ts'
import { wrappedKey } from './wrapped-key.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  /** The moment whose state it is. */
  at: z.iso.datetime(),
  version: z.string(),
  postgres: z.string(),
  /** By which the tables are made, in their order. */
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
  /** Where the numbers of each numbered column go on. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: whole, called: z.boolean() })),
  documents: z.array(z.object({ sha256, size: whole })),
  /** Documents that were not there, or not whole, when the backup was made. */
  missing: z.array(sha256),
  key: z.object({
    /** By which the same key is known again; null where the installation had none. */
    fingerprint: z.string().nullable(),
    /** The key under a passphrase, in backups of earlier versions, which encrypted nothing else. */
    wrapped: wrappedKey.nullable(),
    secret: z.base64().nullable().default(null),
  }),
  /** The age identity that opens the documents, which later backups of the same folder share. */
  documentsIdentity: z.string().nullable().default(null),
})

/** Contents of a backup with sizes and hashes. It reveals too much about sealed amounts to be stored in plain text. */
export type Manifest = z.infer<typeof manifest>

/** The part of an encrypted backup that is readable without a key. */
const envelope = z.object({
  format: z.literal(2),
  at: z.iso.datetime(),
  version: z.string(),
  lock,
  /** For whom its documents are encrypted; those of an earlier backup are shared where this is the same. */
  documentsRecipient: z.string(),
  /** Hash of each file as stored, encrypted. */
  files: z.record(z.string(), z.object({ bytes: whole, sha256 })),
})
export type Envelope = z.infer<typeof envelope>

/** The file that makes a folder a backup; it is the last to be written. */
const MANIFEST = 'manifest.json'
/** The manifest of an encrypted backup. */
const CONTENTS = 'contents'

const sealOf = (said: unknown): string => createHash('sha256').update(canonicalJson(said)).digest('hex')

/** Where the rows of a table lie in a backup. */
export const rowsFile = (table: string): string => `tables/${table}.copy.gz`

/** Where a document lies in a backup. */
export const documentFile = (hash: string): string => `documents/${hash.slice(0, 2)}/${hash}`

/** The name of a file once it is encrypted. */
export const encryptedName = (path: string): string => `${path}.age`

/** Writes manifest and envelope of an encrypted backup, the envelope last and sealed with its own hash. */
export const writeManifest = async (
  backup: string,
  said: Manifest,
  around: Omit<Envelope, 'format' | 'at' | 'version'>,
): Promise<void> => {
  const how = { mode: 0o600, flag: 'wx', flush: true } as const
  const encrypted = encryptFor(around.lock.recipient)(Readable.from([Buffer.from(JSON.stringify(said))]))
  const bytes = await buffer(encrypted)
  const contents = encryptedName(CONTENTS)
  await writeFile(join(backup, contents), bytes, how)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const files = { ...around.files, [contents]: { bytes: bytes.length, sha256: hash } }
  const outside: Envelope = { format: 2, at: said.at, version: said.version, ...around, files }
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

/** Reads what a backup says of itself without being opened. Throws a sentence that says what to do where it is no whole backup of a known form. */
export const readEnvelope = async (backup: string): Promise<Envelope | Manifest> => {
  const path = join(backup, MANIFEST)
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}: name the folder of a backup`)
  if (!existsSync(path) || !(await stat(path)).isFile())
    throw new Error(
      `${backup} is no whole backup: it has no ${MANIFEST}, which is written last. Take another backup`,
    )
  const damaged = new Error(`${path} is damaged: nothing in this backup can be trusted. Take another backup`)
  const said = parsed(await readFile(path, 'utf8'))
  if (!said) throw damaged
  const { seal, ...rest } = said
  if (seal !== sealOf(rest)) throw damaged
  const read = z.union([envelope, manifest]).safeParse(rest)
  if (!read.success)
    throw new Error(`${path} is of a form that this version does not know: restore it with a newer version`)
  return read.data
}

/** A backup that can be read: its manifest, and each of its files as it was before it was encrypted. */
export interface OpenBackup {
  backup: string
  manifest: Manifest
  /** Where a file lies. */
  fileOf: (path: string) => string
  read: (path: string) => Readable
}

/** Opens a backup; one of an earlier version needs nothing for it. Throws a sentence where it cannot be opened or is damaged. */
export const openBackup = async (backup: string, opener: Opener): Promise<OpenBackup> => {
  const around = await readEnvelope(backup)
  if (around.format === 1) {
    const fileOf = (path: string) => join(backup, path)
    return { backup, manifest: around, fileOf, read: path => createReadStream(fileOf(path)) }
  }
  const fileOf = (path: string) => join(backup, encryptedName(path))
  const reading = (identities: readonly string[]) => (path: string) =>
    Readable.from(decryptWith(identities)(createReadStream(fileOf(path))))
  const identity = await openLock(around.lock, opener)
  const contents = await buffer(reading([identity])(CONTENTS)).catch(() => undefined)
  if (contents === undefined)
    throw new Error(
      `${fileOf(CONTENTS)} is gone or damaged: nothing in this backup can be read. Take another backup`,
    )
  const said = manifest.parse(JSON.parse(contents.toString()))
  const identities = [identity, ...(said.documentsIdentity === null ? [] : [said.documentsIdentity])]
  return { backup, manifest: said, fileOf, read: reading(identities) }
}
