import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { endOfLog } from '../backup/catalog.ts'
import { keepStream, keepQuery } from '../backup/copying.ts'
import { documentFile } from '../backup/manifest.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { foundingOf } from '../founding.ts'
import { openConnection, within } from '../store/one-connection.ts'
import { chainNow } from '../store/chaining.ts'
import { CONTENTS, LEFT_OUT, LOG } from './contents.ts'
import { type Archive, linesFile, writeArchive } from './manifest.ts'

/** How lines go through COPY as they are: JSON holds neither of these two signs. */
export const AS_THEY_ARE = `(format csv, quote e'\\x01', delimiter e'\\x02')`

const readingOf = (market: string, { table, where }: { table: string; where: string }): string => {
  const rows = where.replaceAll('$1', pg.escapeLiteral(market))
  return `copy (select row_to_json(t) from ${pg.escapeIdentifier(table)} as t where ${rows}) to stdout ${AS_THEY_ARE}`
}

interface Archiving {
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  market: string
  /** The folder that becomes the archive; it must not be there yet. */
  folder: string
  version: string
  now: () => Date
}

const copyDocuments = async (
  files: Archiving['files'],
  wanted: readonly string[],
  unfinished: string,
): Promise<Archive['documents']> => {
  const documents: Archive['documents'] = []
  for (const sha256 of wanted) {
    const to = join(unfinished, documentFile(sha256))
    await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
    const source = await files.open(sha256)
    const kept = source && (await keepStream(source.stream, to, {}))
    if (kept?.sha256 !== sha256)
      throw new Error(`The document ${sha256} is not to be had as it was: put it back from a backup first`)
    documents.push({ sha256, size: kept.bytes })
  }
  return documents
}

/**
 * Writes everything of a market into a folder as JSON lines, with its documents and what the log says of it: all settled
 * rounds, of one moment. Whoever it refers to is in it as well, without passwords.
 */
export const archiveMarket = async (archiving: Archiving): Promise<Archive> => {
  const { market, folder, version } = archiving
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a folder that is not`)
  const unfinished = `${folder}.unfinished-${randomUUID()}`
  const client = await openConnection(archiving.reach)
  try {
    await client.query('begin')
    await chainNow(within(client))
    await client.query('commit; begin isolation level repeatable read read only')
    const { rows: markets } = await client.query<{ id: string; name: string }>(
      'select id, name from market where id = $1',
      [market],
    )
    const [found] = markets
    if (!found) throw new Error(`There is no market ${market}`)
    await mkdir(join(unfinished, 'rows'), { recursive: true, mode: 0o700 })
    const rows: Archive['rows'] = []
    for (const part of [...CONTENTS, LOG]) {
      const kept = await keepQuery(client, readingOf(market, part), join(unfinished, linesFile(part.table)))
      rows.push({ table: part.table, rows: kept.rows, sha256: kept.sha256 })
    }
    const documentsPart = CONTENTS.find(({ table }) => table === 'filed_document')
    const { rows: wanted } = await client.query<{ sha256: string }>(
      `select distinct sha256::text as sha256 from filed_document where ${documentsPart?.where} order by 1`,
      [market],
    )
    const { rows: leftOut } = await client.query<{ id: string }>(LEFT_OUT, [market])
    const log = await endOfLog(client)
    const { rows: migrations } = await client.query<{ name: string }>(
      'select max(name) as name from kysely_migration',
    )
    const documents = await copyDocuments(
      archiving.files,
      wanted.map(({ sha256 }) => sha256),
      unfinished,
    )
    const said: Archive = {
      archive: 1,
      at: archiving.now().toISOString(),
      version,
      migration: migrations[0]?.name ?? '',
      founding: (await foundingOf(within(client))) ?? 'real',
      market: found,
      leftOut: leftOut.map(({ id }) => id),
      log,
      rows,
      documents,
    }
    await writeArchive(unfinished, said)
    await rename(unfinished, folder)
    return said
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}
