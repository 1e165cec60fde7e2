import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { secretsOf } from '../auth/secrets.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { openConnection } from '../store/one-connection.ts'
import { endOfLog, LEFT_OUT, numberingsOf, readingOf, tablesOf } from './catalog.ts'
import { type Copied, copyOut, keepEncrypted, type Stoppable } from './copying.ts'
import { encryptFor, type Keyholders, makeLock, newIdentity, recipientOf } from './lock.ts'
import {
  documentFile,
  encryptedName,
  type Envelope,
  type Manifest,
  readEnvelope,
  rowsFile,
  writeManifest,
} from './manifest.ts'

/** What a backup is made of, and where it goes. */
interface Making extends Stoppable {
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  /** The secret key of the installation, if it can be read from here. */
  key?: Buffer
  keyholders: Keyholders
  /** The folder of backups: documents that an earlier one in it holds are not copied again. */
  folder: string
  version: string
  now: () => Date
}

/** A backup that is whole and on the disk. */
export interface Made {
  /** Its folder. */
  backup: string
  manifest: Manifest
  /** The secret key that opens it: for whoever made it, to rehearse a restore, and to be kept nowhere. */
  identity: string
  /** Bytes that it holds, together with those it shares with earlier backups. */
  size: number
}

const A_DAY_MS = 86_400_000
const UNFINISHED = '.unfinished-'

/** What a backup that is whole is called: the moment it is of. */
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** The backups in a folder, the newest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
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

/** Makes a folder that looks like no backup until it is one, and clears away what was broken off before. */
const beginIn = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of (await readdir(folder)).filter(one => one.startsWith(UNFINISHED))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    // What is younger may belong to somebody who is at work on it.
    if (found && Date.now() - found.mtimeMs > A_DAY_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  return unfinished
}

/** Takes a backup away so that no half of it is ever taken for a whole one. */
export const removeBackup = async (folder: string, name: string): Promise<void> => {
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`)
  await rename(join(folder, name), unfinished)
  await rm(unfinished, { recursive: true, force: true })
}

/** One backup waits for the other, and no upload is swept away that the copy of the tables still speaks of. */
const holdOthersBack = async (client: pg.Client): Promise<void> => {
  await client.query(`select pg_advisory_lock(hashtext('make a backup'))`)
  await client.query(`select pg_advisory_lock(hashtext('job sweep uploads'))`)
}

/** What the copy of the tables says, all of one moment. */
type OfTables = Pick<Manifest, 'postgres' | 'migrations' | 'log' | 'tables' | 'sequences'> & {
  documents: { sha256: string; size: number }[]
}

/** The age identity under which documents are encrypted in all backups, made at the first. */
const documentsIdentity = async (client: pg.Client): Promise<string> => {
  const key = 'identity of documents in backups'
  const { identity } = await newIdentity()
  await client.query('insert into meta (key, value) values ($1, $2) on conflict do nothing', [key, identity])
  const { rows } = await client.query<{ value: string }>('select value from meta where key = $1', [key])
  return rows[0]?.value ?? identity
}

/** An unfinished backup: its folder, what encrypts its own files, and what each file written holds. */
interface Unfinished extends Stoppable {
  folder: string
  encrypt: ReturnType<typeof encryptFor>
  files: Record<string, { bytes: number; sha256: string }>
}

const noteFile = ({ files }: Unfinished, path: string, { bytes, sha256 }: Copied): void => {
  files[path] = { bytes, sha256 }
}

const copyTables = async (client: pg.Client, unfinished: Unfinished): Promise<OfTables> => {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local work_mem = '64MB'`)
  const locked = (await tablesOf(client)).map(({ name }) => client.escapeIdentifier(name))
  if (locked.length === 0) throw new Error('There is no market in this database yet')
  await client.query('commit; begin isolation level repeatable read read only')
  // The tables stay as they are until the copy is done, however long it takes.
  await client.query(`lock table ${locked.join(', ')} in access share mode`)
  const tables: Manifest['tables'] = []
  for (const table of (await tablesOf(client)).filter(({ name }) => !LEFT_OUT.includes(name))) {
    const { name, columns } = table
    const path = encryptedName(rowsFile(name))
    const { plain, file } = await copyOut(client, readingOf(table), join(unfinished.folder, path), unfinished)
    noteFile(unfinished, path, file)
    tables.push({ name, columns, ...plain })
  }
  // Numbers are given out past all transactions: what is read now is beyond everything in the copy.
  const sequences: Manifest['sequences'] = []
  for (const { table, column, sequence } of await numberingsOf(client)) {
    const { rows } = await client.query<{ last: number; called: boolean }>(
      `select last_value as last, is_called as called from ${sequence}`,
    )
    sequences.push(...rows.map(({ last, called }) => ({ table, column, last, called })))
  }
  const log = await endOfLog(client)
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

/** The newest earlier backup that can be read, where its documents are encrypted for the same key. */
const earlierIn = async (
  folder: string,
  documentsRecipient: string,
): Promise<{ backup: string; files: Envelope['files'] } | undefined> => {
  for (const name of await backupsIn(folder)) {
    const backup = join(folder, name)
    const around = await readEnvelope(backup).catch(() => undefined)
    if (around?.format === 2 && around.documentsRecipient === documentsRecipient)
      return { backup, files: around.files }
  }
  return undefined
}

/** Documents as the tables name them, each whole; those that are not to be had are named instead. */
const copyDocuments = async (
  { files, folder, signal }: Making,
  wanted: OfTables['documents'],
  unfinished: Unfinished,
  recipient: string,
): Promise<Pick<Manifest, 'documents' | 'missing'>> => {
  const before = await earlierIn(folder, recipient)
  const encrypt = encryptFor(recipient)
  const documents: Manifest['documents'] = []
  const missing: string[] = []
  const isLinked = async (path: string): Promise<boolean> => {
    const said = before?.files[path]
    if (!before || !said) return false
    const from = join(before.backup, path)
    const found = await stat(from).catch(() => undefined)
    if (found?.size !== said.bytes) return false
    unfinished.files[path] = said
    // Some disks know no second names for a file.
    return link(from, join(unfinished.folder, path)).then(
      () => true,
      () => false,
    )
  }
  const isCopied = async (sha256: string, path: string): Promise<boolean> => {
    const source = await files.open(sha256)
    if (!source) return false
    const to = join(unfinished.folder, path)
    const { plain, file } = await keepEncrypted(source.stream, to, { encrypt, signal })
    noteFile(unfinished, path, file)
    if (plain.sha256 === sha256) return true
    await rm(to)
    delete unfinished.files[path]
    return false
  }
  for (const { sha256, size } of wanted) {
    signal?.throwIfAborted()
    const path = encryptedName(documentFile(sha256))
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

const sizeOf = (files: Envelope['files']): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Makes an encrypted backup of a running market: one moment of all tables, with every document they name and the secret key.
 * It has its name only once it is whole and on the disk; what is broken off leaves nothing that looks like one. Throws where
 * nobody is named who could open it.
 */
export const makeBackup = async (making: Making): Promise<Made> => {
  const { key, version, keyholders, signal } = making
  const { identity, lock } = await makeLock(keyholders)
  const folder = resolve(making.folder)
  const client = await openConnection(making.reach, signal)
  let unfinished: string | undefined
  try {
    await holdOthersBack(client)
    unfinished = await beginIn(folder)
    const at = making.now().toISOString()
    const work: Unfinished = { folder: unfinished, encrypt: encryptFor(lock.recipient), files: {}, signal }
    const { documents: wanted, ...ofTables } = await copyTables(client, work)
    const ownDocuments = await documentsIdentity(client)
    const documentsRecipient = await recipientOf(ownDocuments)
    const ofDocuments = await copyDocuments({ ...making, folder }, wanted, work, documentsRecipient)
    const manifest: Manifest = {
      ...{ format: 1, at, version, ...ofTables, ...ofDocuments },
      key: {
        fingerprint: key ? secretsOf(key).fingerprint : null,
        wrapped: null,
        secret: key ? key.toString('base64') : null,
      },
      documentsIdentity: ownDocuments,
    }
    await writeManifest(unfinished, manifest, { lock, documentsRecipient, files: work.files })
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
