import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { guardsOf, tablesOf } from '../backup/catalog.ts'
import { copyLines, measure } from '../backup/copying.ts'
import { documentFile } from '../backup/manifest.ts'
import { putDocument } from '../backup/put-document.ts'
import type { FileStore } from '../files/file-store.ts'
import { foundingOf, IN_WORDS } from '../founding.ts'
import { append } from '../store/activity.ts'
import { ledgerFaults } from '../store/ledger-check.ts'
import { openConnection, within } from '../store/one-connection.ts'
import { chainNow } from '../store/chaining.ts'
import { CONTENTS, type Part } from './contents.ts'
import { type Archive, linesFile, readArchive, sealOf } from './manifest.ts'
import { AS_THEY_ARE } from './write.ts'

const verify = async (folder: string, { rows, documents }: Archive): Promise<void> => {
  const files = [
    ...rows.map(({ table, sha256 }) => ({ file: linesFile(table), sha256 })),
    ...documents.map(({ sha256 }) => ({ file: documentFile(sha256), sha256 })),
  ]
  for (const { file, sha256 } of files) {
    const path = join(folder, file)
    const found = await measure(createReadStream(path)).catch(() => undefined)
    if (found?.sha256 !== sha256) throw new Error(`${path} is gone or damaged: archive the market again`)
  }
}

/** What tells rows apart that both installations may have: all but how often and in which order they were written, and what is never taken over. */
const said = (row: string, { becomes = {} }: Part): string =>
  `(to_jsonb(${row}) - '{${['ordinal', 'version', ...Object.keys(becomes)].join(',')}}'::text[])`

/** Puts the rows of one table in place; those of others that are there already stay, if they are the same. */
const putRows = async (client: pg.Client, part: Part, columns: string[]) => {
  const { table, shared, becomes = {}, renumbered = [] } = part
  const name = pg.escapeIdentifier(table)
  const from = `archived, json_populate_record(null::${name}, line) as one`
  if (shared) {
    const { rows } = await client.query<{ id: string }>(
      `select here.id from ${from} join ${name} as here on here.id = one.id where ${said('here', part)} <> ${said('one', part)} limit 1`,
    )
    if (rows[0])
      throw new Error(`There is another ${table} ${rows[0].id} here: the archive would change what it is`)
  }
  const kept = columns.filter(column => !renumbered.includes(column))
  const values = kept.map(column => becomes[column] ?? `one.${pg.escapeIdentifier(column)}`)
  const [order = 'nth'] = renumbered
  await client.query(
    `insert into ${name} (${kept.map(pg.escapeIdentifier).join(', ')}) overriding system value
     select ${values.join(', ')} from ${from}
     ${shared ? `where not exists (select from ${name} as here where here.id = one.id)` : ''}
     order by ${order === 'nth' ? 'nth' : `one.${pg.escapeIdentifier(order)}`}`,
  )
}

const inWords = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === '23505'
    ? new Error(
        `Something of the market is here already (${error.table}: ${error.detail}). An archive is loaded only where nothing has its ids, and no service the numbers that are in its serials`,
      )
    : error

const load = async (client: pg.Client, folder: string): Promise<void> => {
  const tables = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
  const isLoaded = (statement: string) =>
    statement.includes(' trigger ') &&
    // The log commits to what is loaded, as to all rows.
    !statement.includes(' trigger committed_') &&
    CONTENTS.some(({ table }) => statement.startsWith(`alter table ${quoted(table)} `))
  const quoted = (table: string) => (table === 'user' ? '"user"' : table)
  const guards = await guardsOf(client)
  for (const statement of guards.away.filter(isLoaded)) await client.query(statement)
  await client.query(
    'create temp table archived (nth bigint generated always as identity, line json) on commit drop',
  )
  for (const part of CONTENTS) {
    await client.query('truncate archived')
    await copyLines(
      client,
      `copy archived (line) from stdin ${AS_THEY_ARE}`,
      join(folder, linesFile(part.table)),
    )
    await putRows(client, part, tables.get(part.table) ?? [])
  }
  await client.query(
    `select setval(pg_get_serial_sequence('service', 'ordinal'), greatest((select max(ordinal) from service),
      nextval(pg_get_serial_sequence('service', 'ordinal'))))`,
  )
  // Keys ask at the end of each statement, so nothing is still to be asked when the triggers come back.
  for (const statement of guards.back.filter(isLoaded)) await client.query(statement)
  // Without triggers nothing was counted, and nothing is found.
  await client.query('select rebuild_counts(), search_rebuild()')
}

/**
 * Loads an archive into an installation in one transaction: ids, serials and hashes of documents stay as they are.
 * Refused where something of it is there already, where the tables are of another version, and where the ledger would not
 * add up. The entries of the log stay in the archive, which the log here names by its seal.
 */
export const loadArchive = async (
  reach: pg.ClientConfig,
  files: FileStore,
  folder: string,
  now: () => Date,
): Promise<Archive> => {
  const archive = await readArchive(folder)
  await verify(folder, archive)
  const client = await openConnection(reach)
  try {
    await client.query('begin')
    const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration')
    if (rows[0]?.name !== archive.migration)
      throw new Error(
        `The archive is of tables as ${archive.migration} made them, here they are as ${rows[0]?.name} did: bring both installations to the same version and archive again`,
      )
    const db = within(client)
    const here = await foundingOf(db)
    if (here !== archive.founding)
      throw new Error(
        `The archive is of ${IN_WORDS[archive.founding]}, and what is here was founded as ${here ? IN_WORDS[here] : 'nothing yet: start the server once'}`,
      )
    const before = new Set(await ledgerFaults(db))
    await load(client, folder)
    const faults = (await ledgerFaults(db)).filter(fault => !before.has(fault))
    if (faults.length > 0) throw new Error(`The ledger would not add up: ${faults[0]}`)
    for (const { sha256 } of archive.documents)
      await putDocument(files, sha256, () => createReadStream(join(folder, documentFile(sha256))))
    await db.transaction().execute(trx =>
      append(trx, [
        {
          at: now().toISOString(),
          action: 'LoadArchive',
          title: 'Load a market from another installation',
          ...{ actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null },
          subjectKind: 'market',
          subjectId: archive.market.id,
          message: `${archive.market.name} was loaded from the archive of ${archive.at}`,
          details: { seal: sealOf(archive), at: archive.at, log: archive.log, rows: archive.rows },
        },
      ]),
    )
    await chainNow(db)
    await client.query('commit')
    return archive
  } catch (error) {
    throw inWords(error)
  } finally {
    await client.end()
  }
}
