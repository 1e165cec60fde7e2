import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { deriveSecrets } from '../auth/secrets.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { openDirectConnection } from '../store/one-connection.ts'
import {
  readLastLogEntry,
  EXCLUDED_TABLES,
  listColumnSequences,
  copyTableOutSql,
  listTablesToBackUp,
} from './catalog.ts'
import { type CopiedStream, copyRowsOut, writeEncryptedFile, type AbortOption } from '../files/copying.ts'
import {
  createEncryptionStream,
  type BackupKeyholders,
  encryptBackupIdentity,
  generateAgeIdentity,
  publicKeyOfIdentity,
} from './lock.ts'
import {
  backupDocumentPath,
  encryptedFileName,
  type BackupEnvelope,
  type BackupManifest,
  readBackupEnvelope,
  backupRowsPath,
  writeBackupManifest,
} from './manifest.ts'

/** Sources and destination of a backup. */
interface Making extends AbortOption {
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  /** The secret key of the installation, if it can be read from here. */
  key?: Buffer
  keyholders: BackupKeyholders
  /** The folder of backups: documents in an earlier backup there are not copied again. */
  folder: string
  version: string
  now: () => Date
}

/** A backup that is complete and on the disk. */
export interface CompletedBackup {
  /** Its folder. */
  backup: string
  manifest: BackupManifest
  /** The secret key that opens it: for the maker's restore test, never to be stored. */
  identity: string
  /** Its size in bytes, including files that it shares with earlier backups. */
  size: number
}

const A_DAY_MS = 86_400_000
const UNFINISHED = '.unfinished-'

/** Name of a complete backup: the instant of its data. */
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Returns the backups in a folder, newest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  existsSync(folder)
    ? (await readdir(folder))
        .filter(name => BACKUP_NAME.test(name))
        .toSorted()
        .toReversed()
    : []

const flush = async (folder: string): Promise<void> => {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Creates a folder under a name that no backup has, and removes interrupted backups. */
const beginIn = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of (await readdir(folder)).filter(one => one.startsWith(UNFINISHED))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    // Younger ones may still be in progress.
    if (found && Date.now() - found.mtimeMs > A_DAY_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  return unfinished
}

/** Removes a backup in such a way that a partial one is never mistaken for a complete one. */
export const removeBackup = async (folder: string, name: string): Promise<void> => {
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
  await rename(join(folder, name), unfinished)
  await rm(unfinished, { recursive: true, force: true })
}

/** Backups wait for each other, and no upload is deleted that the copy of the tables still names. */
const holdOthersBack = async (client: pg.Client): Promise<void> => {
  await client.query(`select pg_advisory_lock(hashtext('make a backup'))`)
  await client.query(`select pg_advisory_lock(hashtext('job sweep uploads'))`)
}

/** Contents of the tables' copy, from one snapshot. */
type OfTables = Pick<BackupManifest, 'postgres' | 'migrations' | 'log' | 'tables' | 'sequences'> & {
  documents: { sha256: string; size: number }[]
}

/** The age identity for the documents of all backups, made at the first one. */
const documentsIdentity = async (client: pg.Client): Promise<string> => {
  const key = 'identity of documents in backups'
  const { identity } = await generateAgeIdentity()
  await client.query('insert into meta (key, value) values ($1, $2) on conflict do nothing', [key, identity])
  const { rows } = await client.query<{ value: string }>('select value from meta where key = $1', [key])
  return rows[0]?.value ?? identity
}

/** An unfinished backup: its folder, the encryption of its own files, and the contents of each file written. */
interface Unfinished extends AbortOption {
  folder: string
  encrypt: ReturnType<typeof createEncryptionStream>
  files: Record<string, { bytes: number; sha256: string }>
}

const noteFile = ({ files }: Unfinished, path: string, { bytes, sha256 }: CopiedStream): void => {
  files[path] = { bytes, sha256 }
}

const copyTables = async (client: pg.Client, unfinished: Unfinished): Promise<OfTables> => {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local work_mem = '64MB'`)
  const locked = (await listTablesToBackUp(client)).map(({ name }) => client.escapeIdentifier(name))
  if (locked.length === 0) throw new Error('There is no market in this database yet')
  await client.query('commit; begin isolation level repeatable read read only')
  // The tables keep their structure until the copy is done, however long it takes.
  await client.query(`lock table ${locked.join(', ')} in access share mode`)
  const tables: BackupManifest['tables'] = []
  for (const table of (await listTablesToBackUp(client)).filter(
    ({ name }) => !EXCLUDED_TABLES.includes(name),
  )) {
    const { name, columns } = table
    const path = encryptedFileName(backupRowsPath(name))
    const { plain, file } = await copyRowsOut(
      client,
      copyTableOutSql(table),
      join(unfinished.folder, path),
      unfinished,
    )
    noteFile(unfinished, path, file)
    tables.push({ name, columns, ...plain })
  }
  // Sequences ignore transactions: the numbers read now are beyond everything in the copy.
  const sequences: BackupManifest['sequences'] = []
  for (const { table, column, sequence } of await listColumnSequences(client)) {
    const { rows } = await client.query<{ last: number; called: boolean }>(
      `select last_value as last, is_called as called from ${sequence}`,
    )
    sequences.push(...rows.map(({ last, called }) => ({ table, column, last, called })))
  }
  const log = await readLastLogEntry(client)
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name collate "C"',
  )
  const { rows: documents } = await client.query<OfTables['documents'][number]>(
    'select sha256::text as sha256, max(size) as size from filed_document group by 1 order by 1',
  )
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  await client.query('commit')
  return {
    postgres: versions[0]?.server_version ?? '',
    migrations: migrations.map(({ name }) => name),
    ...{ log, tables, sequences, documents },
  }
}

/** The newest earlier readable backup whose documents are encrypted for the same key. */
const earlierIn = async (
  folder: string,
  documentsRecipient: string,
): Promise<{ backup: string; files: BackupEnvelope['files'] } | undefined> => {
  for (const name of await listBackups(folder)) {
    const backup = join(folder, name)
    const around = await readBackupEnvelope(backup).catch(() => undefined)
    if (around?.format === 2 && around.documentsRecipient === documentsRecipient)
      return { backup, files: around.files }
  }
  return undefined
}

/** Copies the documents that the tables name; missing or damaged ones are listed instead. */
const copyDocuments = async (
  { files, folder, signal }: Making,
  wanted: OfTables['documents'],
  unfinished: Unfinished,
  recipient: string,
): Promise<Pick<BackupManifest, 'documents' | 'missing'>> => {
  const before = await earlierIn(folder, recipient)
  const encrypt = createEncryptionStream(recipient)
  const documents: BackupManifest['documents'] = []
  const missing: string[] = []
  const isLinked = async (path: string): Promise<boolean> => {
    const said = before?.files[path]
    if (!before || !said) return false
    const from = join(before.backup, path)
    const found = await stat(from).catch(() => undefined)
    if (found?.size !== said.bytes) return false
    unfinished.files[path] = said
    // Some file systems have no hard links.
    return link(from, join(unfinished.folder, path)).then(
      () => true,
      () => false,
    )
  }
  const isCopied = async (sha256: string, path: string): Promise<boolean> => {
    const source = await files.open(sha256)
    if (!source) return false
    const to = join(unfinished.folder, path)
    const { plain, file } = await writeEncryptedFile(source.stream, to, { encrypt, signal })
    noteFile(unfinished, path, file)
    if (plain.sha256 === sha256) return true
    await rm(to)
    delete unfinished.files[path]
    return false
  }
  for (const { sha256, size } of wanted) {
    signal?.throwIfAborted()
    const path = encryptedFileName(backupDocumentPath(sha256))
    await mkdir(join(unfinished.folder, path, '..'), { recursive: true, mode: 0o700 })
    if ((await isLinked(path)) || (await isCopied(sha256, path))) documents.push({ sha256, size })
    else missing.push(sha256)
  }
  return { documents, missing }
}

const flushFolders = async (unfinished: string): Promise<void> => {
  const inside = await readdir(unfinished, { recursive: true, withFileTypes: true })
  for (const entry of inside.filter(one => one.isDirectory())) await flush(join(entry.parentPath, entry.name))
  await flush(unfinished)
}

const sizeOf = (files: BackupEnvelope['files']): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Makes an encrypted backup of a running market: one snapshot of all tables, every document they name, and the secret
 * key. It gets its name only once it is complete and on the disk, so that an interrupted one is never mistaken for a
 * backup. Throws if there are no keyholders.
 */
export const makeBackup = async (making: Making): Promise<CompletedBackup> => {
  const { key, version, keyholders, signal } = making
  const { identity, lock } = await encryptBackupIdentity(keyholders)
  const folder = resolve(making.folder)
  const client = await openDirectConnection(making.reach, signal)
  let unfinished: string | undefined
  try {
    await holdOthersBack(client)
    unfinished = await beginIn(folder)
    const at = making.now().toISOString()
    const work: Unfinished = {
      folder: unfinished,
      encrypt: createEncryptionStream(lock.recipient),
      files: {},
      signal,
    }
    const { documents: wanted, ...ofTables } = await copyTables(client, work)
    const ownDocuments = await documentsIdentity(client)
    const documentsRecipient = await publicKeyOfIdentity(ownDocuments)
    const ofDocuments = await copyDocuments({ ...making, folder }, wanted, work, documentsRecipient)
    const manifest: BackupManifest = {
      ...{ format: 1, at, version, ...ofTables, ...ofDocuments },
      key: {
        fingerprint: key ? deriveSecrets(key).fingerprint : null,
        wrapped: null,
        secret: key ? key.toString('base64') : null,
      },
      documentsIdentity: ownDocuments,
    }
    await writeBackupManifest(unfinished, manifest, { lock, documentsRecipient, files: work.files })
    await flushFolders(unfinished)
    signal?.throwIfAborted()
    const backup = join(folder, at.replaceAll(':', '-'))
    await rename(unfinished, backup)
    await flush(folder)
    return { backup, manifest, identity, size: sizeOf(work.files) }
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}
