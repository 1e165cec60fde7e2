import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { secretsOf } from '../auth/secrets.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { openConnection } from '../store/one-connection.ts'
import { endOfLog, LEFT_OUT, numberingsOf, readingOf, tablesOf } from './catalog.ts'
import { copyOut, keepStream, type Stoppable } from './copying.ts'
import { documentFile, type Manifest, readManifest, rowsFile, writeManifest } from './manifest.ts'
import { wrapKey } from './wrapped-key.ts'

/** What a backup is made of, and where it goes. */
interface Making extends Stoppable {
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  /** The secret key of the installation, if it can be read from here. */
  key?: Buffer
  /** Without it the key is left out. */
  passphrase?: string
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

const copyTables = async (client: pg.Client, unfinished: string, stoppable: Stoppable): Promise<OfTables> => {
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
    const copied = await copyOut(client, readingOf(table), join(unfinished, rowsFile(name)), stoppable)
    tables.push({ name, columns, ...copied })
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

/** The documents of the newest earlier backup that can be read. */
const heldBefore = async (folder: string): Promise<{ backup: string; sizes: Map<string, number> }> => {
  for (const name of await backupsIn(folder)) {
    const backup = join(folder, name)
    const manifest = await readManifest(backup).catch(() => undefined)
    if (manifest)
      return { backup, sizes: new Map(manifest.documents.map(({ sha256, size }) => [sha256, size])) }
  }
  return { backup: folder, sizes: new Map() }
}

/** Documents as the tables name them, each whole; those that are not to be had are named instead. */
const copyDocuments = async (
  { files, folder, signal }: Making,
  wanted: OfTables['documents'],
  unfinished: string,
): Promise<Pick<Manifest, 'documents' | 'missing'>> => {
  const before = await heldBefore(folder)
  const documents: Manifest['documents'] = []
  const missing: string[] = []
  const linked = async (sha256: string, to: string): Promise<number | undefined> => {
    const size = before.sizes.get(sha256)
    const from = join(before.backup, documentFile(sha256))
    const found = size === undefined ? undefined : await stat(from).catch(() => undefined)
    if (!found || found.size !== size) return undefined
    // Some disks know no second names for a file.
    return link(from, to).then(
      () => size,
      () => undefined,
    )
  }
  const copied = async (sha256: string, to: string): Promise<number | undefined> => {
    const source = await files.open(sha256)
    if (!source) return undefined
    const kept = await keepStream(source.stream, to, { signal })
    if (kept.sha256 === sha256) return kept.bytes
    await rm(to)
    return undefined
  }
  for (const { sha256 } of wanted) {
    signal?.throwIfAborted()
    const to = join(unfinished, documentFile(sha256))
    await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
    const size = (await linked(sha256, to)) ?? (await copied(sha256, to))
    if (size === undefined) missing.push(sha256)
    else documents.push({ sha256, size })
  }
  return { documents, missing }
}

const flushFolders = async (unfinished: string): Promise<void> => {
  const inside = await readdir(unfinished, { recursive: true, withFileTypes: true })
  for (const entry of inside.filter(one => one.isDirectory())) await flush(join(entry.parentPath, entry.name))
  await flush(unfinished)
}

const sizeOf = async (backup: string, { tables, documents }: Manifest): Promise<number> => {
  let size = documents.reduce((sum, document) => sum + document.size, 0)
  for (const { name } of tables) size += (await stat(join(backup, rowsFile(name)))).size
  return size
}

/**
 * Makes a backup of a running market: one moment of all tables, with every document they name and, under a passphrase, the
 * secret key. It has its name only once it is whole and on the disk; what is broken off leaves nothing that looks like one.
 */
export const makeBackup = async (making: Making): Promise<Made> => {
  const { key, passphrase, version } = making
  const folder = resolve(making.folder)
  const client = await openConnection(making.reach, making.signal)
  let unfinished: string | undefined
  try {
    await holdOthersBack(client)
    unfinished = await beginIn(folder)
    const at = making.now().toISOString()
    const { documents: wanted, ...ofTables } = await copyTables(client, unfinished, making)
    const ofDocuments = await copyDocuments({ ...making, folder }, wanted, unfinished)
    const manifest: Manifest = {
      ...{ format: 1, at, version, ...ofTables, ...ofDocuments },
      key: {
        fingerprint: key ? secretsOf(key).fingerprint : null,
        wrapped: key && passphrase ? wrapKey(key, passphrase) : null,
      },
    }
    await writeManifest(unfinished, manifest)
    await flushFolders(unfinished)
    making.signal?.throwIfAborted()
    const backup = join(folder, at.replaceAll(':', '-'))
    await rename(unfinished, backup)
    await flush(folder)
    return { backup, manifest, size: await sizeOf(backup, manifest) }
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}
