import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessageOf } from '#domain/values/narrow'
import {
  checkStoredDocument,
  measureStream,
  measureCompressedRows,
  type AbortOption,
} from '../files/copying.ts'
import type { BackupKeys } from './lock.ts'
import {
  backupDocumentPath,
  type BackupEnvelope,
  type BackupManifest,
  openBackup,
  type OpenBackup,
  readBackupEnvelope,
  backupRowsPath,
} from './manifest.ts'
import { decryptKeyWithPassphrase } from './wrapped-key.ts'

/** Result of verifying a whole backup. */
export interface BackupVerification {
  /** Instant of the data. */
  at: string
  /** Its contents; null if it is encrypted and no key was given. */
  opened: OpenBackup | null
  /** Errors in it, each with its file and a remedy; empty if there are none. */
  faults: string[]
  /** Notes for people who rely on it. */
  notes: string[]
}

const anotherBackup = 'restore another backup, or take a new one while the market is there'

const faultOfTable = async (
  { fileOf, read }: OpenBackup,
  table: BackupManifest['tables'][number],
  stoppable: AbortOption,
): Promise<string[]> => {
  const file = fileOf(backupRowsPath(table.name))
  if (!(await stat(file).catch(() => undefined))) return [`${file} is missing: ${anotherBackup}`]
  const found = await measureCompressedRows(read(backupRowsPath(table.name)), stoppable).catch(
    (error: unknown) => {
      stoppable.signal?.throwIfAborted()
      return errorMessageOf(error)
    },
  )
  if (typeof found === 'string') return [`${file} is damaged or truncated (${found}): ${anotherBackup}`]
  return found.sha256 === table.sha256 && found.rows === table.rows
    ? []
    : [`${file} contains ${found.rows} rows, which differ from the ${table.rows} written: ${anotherBackup}`]
}

const copyOfDocument = `copy the file of this name from another backup, or ${anotherBackup}`

const faultOfDocument = async (
  { fileOf, read }: OpenBackup,
  { sha256 }: BackupManifest['documents'][number],
  stoppable: AbortOption,
): Promise<string[]> => {
  const path = backupDocumentPath(sha256)
  const isThere = await stat(fileOf(path)).catch(() => undefined)
  const condition = await checkStoredDocument(sha256, isThere && { stream: read(path) }, stoppable).catch(
    () => {
      stoppable.signal?.throwIfAborted()
      return 'changed' as const
    },
  )
  if (condition === 'whole') return []
  return [
    `${fileOf(path)} ${condition === 'gone' ? 'is missing' : 'is not the original document'}: ${copyOfDocument}`,
  ]
}

/** Message for when neither the backup nor the installation has the key. */
export const KEY_NOT_INCLUDED =
  'The secret key is not in this backup: keep a copy elsewhere. Without the key everyone must set up the second factor again'

const ONLY_OUTSIDE =
  'Every file is unchanged. Their content was not read: for that, set BACKUP_IDENTITY or BACKUP_PASSPHRASE'

/** Compares the files of a backup with its envelope, without opening them. */
const verifyOutside = async (
  backup: string,
  { at, files }: BackupEnvelope,
  stoppable: AbortOption,
): Promise<BackupVerification> => {
  const faults: string[] = []
  for (const [path, said] of Object.entries(files)) {
    const file = join(backup, path)
    const found = await measureStream(createReadStream(file), stoppable).catch(() => {
      stoppable.signal?.throwIfAborted()
      return undefined
    })
    if (found?.sha256 !== said.sha256)
      faults.push(`${file} is ${found ? 'damaged or truncated' : 'missing'}: ${anotherBackup}`)
  }
  return { at, opened: null, faults, notes: [ONLY_OUTSIDE] }
}

const isWithout = ({ identities = [], passphrase }: BackupKeys): boolean =>
  identities.length === 0 && passphrase === undefined

/**
 * Reads a whole backup and compares every file with the manifest; writes nothing. Without a key, an encrypted backup is
 * only checked from outside. Throws if it is no complete backup or cannot be opened.
 */
export const verifyBackup = async (
  backup: string,
  { signal, ...opener }: AbortOption & BackupKeys = {},
): Promise<BackupVerification> => {
  const around = await readBackupEnvelope(backup)
  if (around.format === 2 && isWithout(opener)) return verifyOutside(backup, around, { signal })
  const opened = await openBackup(backup, opener)
  const { manifest } = opened
  const faults: string[] = []
  for (const table of manifest.tables) faults.push(...(await faultOfTable(opened, table, { signal })))
  for (const document of manifest.documents)
    faults.push(...(await faultOfDocument(opened, document, { signal })))
  if (manifest.key.wrapped && opener.passphrase)
    try {
      decryptKeyWithPassphrase(manifest.key.wrapped, opener.passphrase)
    } catch (error) {
      faults.push(errorMessageOf(error))
    }
  const notes = manifest.missing.map(sha256 => `The document ${sha256} was missing when the backup was made`)
  return { at: manifest.at, opened, faults, notes }
}
