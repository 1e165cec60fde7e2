import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readLastLogEntry } from '../backup/catalog.ts'
import { writeStreamToFile, writeQueryToFile } from '../files/copying.ts'
import { backupDocumentPath } from '../backup/manifest.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { readMarketFounding } from '../demonstration/founding.ts'
import { openDirectConnection, wrapConnection } from '../store/one-connection.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { ARCHIVED_TABLES, UNARCHIVED_ROUNDS_SQL, ARCHIVED_LOG_TABLE } from './contents.ts'
import { type ArchiveManifest, archivedTablePath, writeArchiveManifest } from './manifest.ts'

/** Makes COPY pass lines through unchanged: JSON contains neither of these two characters. */
export const COPY_UNCHANGED_OPTIONS = `(format csv, quote e'\\x01', delimiter e'\\x02')`

const readingOf = (market: string, { table, where }: { table: string; where: string }): string => {
  const rows = where.replaceAll('$1', pg.escapeLiteral(market))
  return `copy (select row_to_json(t) from ${pg.escapeIdentifier(table)} as t where ${rows}) to stdout ${COPY_UNCHANGED_OPTIONS}`
}

interface Archiving {
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  market: string
  /** The folder for the archive; it must not exist yet. */
  folder: string
  version: string
  now: () => Date
}

const copyDocuments = async (
  files: Archiving['files'],
  wanted: readonly string[],
  unfinished: string,
): Promise<ArchiveManifest['documents']> => {
  const documents: ArchiveManifest['documents'] = []
  for (const sha256 of wanted) {
    const to = join(unfinished, backupDocumentPath(sha256))
    await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
    const source = await files.open(sha256)
    const kept = source && (await writeStreamToFile(source.stream, to, {}))
    if (kept?.sha256 !== sha256)
      throw new Error(`The document ${sha256} is missing or damaged: restore it from a backup first`)
    documents.push({ sha256, size: kept.bytes })
  }
  return documents
}

/**
 * Writes a market into a folder as JSON lines, with its documents and its entries of the log: all settled rounds, from
 * one snapshot. People and organisations that it refers to are included, without passwords.
 */
export const writeMarketArchive = async (archiving: Archiving): Promise<ArchiveManifest> => {
  const { market, folder, version } = archiving
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose a new folder`)
  const unfinished = `${folder}.unfinished-${randomUUID()}`
  const client = await openDirectConnection(archiving.reach)
  try {
    await client.query('begin')
    await chainPendingEntries(wrapConnection(client))
    await client.query('commit; begin isolation level repeatable read read only')
    const { rows: markets } = await client.query<{ id: string; name: string }>(
      'select id, name from market where id = $1',
      [market],
    )
    const [found] = markets
    if (!found) throw new Error(`There is no market ${market}`)
    await mkdir(join(unfinished, 'rows'), { recursive: true, mode: 0o700 })
    const rows: ArchiveManifest['rows'] = []
    for (const part of [...ARCHIVED_TABLES, ARCHIVED_LOG_TABLE]) {
      const kept = await writeQueryToFile(
        client,
        readingOf(market, part),
        join(unfinished, archivedTablePath(part.table)),
      )
      rows.push({ table: part.table, rows: kept.rows, sha256: kept.sha256 })
    }
    const documentsPart = ARCHIVED_TABLES.find(({ table }) => table === 'filed_document')
    const { rows: wanted } = await client.query<{ sha256: string }>(
      `select distinct sha256::text as sha256 from filed_document where ${documentsPart?.where} order by 1`,
      [market],
    )
    const { rows: leftOut } = await client.query<{ id: string }>(UNARCHIVED_ROUNDS_SQL, [market])
    const log = await readLastLogEntry(client)
    const { rows: migrations } = await client.query<{ name: string }>(
      'select max(name) as name from kysely_migration',
    )
    const documents = await copyDocuments(
      archiving.files,
      wanted.map(({ sha256 }) => sha256),
      unfinished,
    )
    const said: ArchiveManifest = {
      archive: 1,
      at: archiving.now().toISOString(),
      version,
      migration: migrations[0]?.name ?? '',
      founding: (await readMarketFounding(wrapConnection(client))) ?? 'real',
      market: found,
      leftOut: leftOut.map(({ id }) => id),
      log,
      rows,
      documents,
    }
    await writeArchiveManifest(unfinished, said)
    await rename(unfinished, folder)
    return said
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}
