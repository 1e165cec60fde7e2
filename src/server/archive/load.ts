import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { listConstraintStatements, listTablesToBackUp } from '../backup/catalog.ts'
import { loadTableLines, measureStream, storeDocumentIfMissing } from '../files/copying.ts'
import { backupDocumentPath } from '../backup/manifest.ts'
import type { FileStore } from '../files/file-store.ts'
import { readMarketFounding, MARKET_FOUNDING_NAMES } from '../demonstration/founding.ts'
import { appendLogEntries } from '../store/activity.ts'
import { listLedgerFaults } from '../store/ledger-check.ts'
import { openDirectConnection, wrapConnection } from '../store/one-connection.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { ARCHIVED_TABLES, type ArchivedTable } from './contents.ts'
import { type ArchiveManifest, archivedTablePath, readArchiveManifest, hashOfArchive } from './manifest.ts'
import { COPY_UNCHANGED_OPTIONS } from './write.ts'

const verify = async (folder: string, { rows, documents }: ArchiveManifest): Promise<void> => {
  const files = [
    ...rows.map(({ table, sha256 }) => ({ file: archivedTablePath(table), sha256 })),
    ...documents.map(({ sha256 }) => ({ file: backupDocumentPath(sha256), sha256 })),
  ]
  for (const { file, sha256 } of files) {
    const path = join(folder, file)
    const found = await measureStream(createReadStream(path)).catch(() => undefined)
    if (found?.sha256 !== sha256) throw new Error(`${path} is missing or damaged: archive the market again`)
  }
}

/**
 * Text for comparing rows that both installations may have: without version and order of writing, and without values
 * that are never taken over.
 */
const said = (row: string, { becomes = {} }: ArchivedTable): string =>
  `(to_jsonb(${row}) - '{${['ordinal', 'version', ...Object.keys(becomes)].join(',')}}'::text[])`

/** Inserts the rows of one table; shared rows that exist already stay, if they are identical. */
const putRows = async (client: pg.Client, part: ArchivedTable, columns: string[]) => {
  const { table, shared, becomes = {}, renumbered = [] } = part
  const name = pg.escapeIdentifier(table)
  const from = `archived, json_populate_record(null::${name}, line) as one`
  if (shared) {
    const { rows } = await client.query<{ id: string }>(
      `select here.id from ${from} join ${name} as here on here.id = one.id where ${said('here', part)} <> ${said('one', part)} limit 1`,
    )
    if (rows[0])
      throw new Error(`There is a different ${table} ${rows[0].id} here, which the archive would change`)
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
        `Part of the market is already here (${error.table}: ${error.detail}). An archive can be loaded only where nothing has the same ids, or serials with the same service numbers`,
      )
    : error

const load = async (client: pg.Client, folder: string): Promise<void> => {
  const tables = new Map((await listTablesToBackUp(client)).map(({ name, columns }) => [name, columns]))
  const isLoaded = (statement: string) =>
    statement.includes(' trigger ') &&
    // Loaded rows are covered by log entries like all other rows.
    !statement.includes(' trigger committed_') &&
    ARCHIVED_TABLES.some(({ table }) => statement.startsWith(`alter table ${quoted(table)} `))
  const quoted = (table: string) => (table === 'user' ? '"user"' : table)
  const guards = await listConstraintStatements(client)
  for (const statement of guards.away.filter(isLoaded)) await client.query(statement)
  await client.query(
    'create temp table archived (nth bigint generated always as identity, line json) on commit drop',
  )
  for (const part of ARCHIVED_TABLES) {
    await client.query('truncate archived')
    await loadTableLines(
      client,
      `copy archived (line) from stdin ${COPY_UNCHANGED_OPTIONS}`,
      join(folder, archivedTablePath(part.table)),
    )
    await putRows(client, part, tables.get(part.table) ?? [])
  }
  await client.query(
    `select setval(pg_get_serial_sequence('service', 'ordinal'), greatest((select max(ordinal) from service),
      nextval(pg_get_serial_sequence('service', 'ordinal'))))`,
  )
  // Foreign keys are checked at the end of each statement, so no check is pending when the triggers come back.
  for (const statement of guards.back.filter(isLoaded)) await client.query(statement)
  // Without triggers the held amounts, the counts and the search index were not updated.
  await client.query(`select refresh_held_maintenance(array(select distinct item_id from money_posting
    where item_kind = 'project' and account_id like 'maintenance %'))`)
  await client.query('select rebuild_counts(), search_rebuild()')
}

/**
 * Loads an archive into an installation in one transaction: ids, serials and hashes of documents stay the same. Throws
 * if some of its rows exist already, if its tables are of another version, or if the ledger would not add up. The
 * entries of its log stay in the archive, which the log here names by its seal.
 */
export const loadArchive = async (
  reach: pg.ClientConfig,
  files: FileStore,
  folder: string,
  now: () => Date,
): Promise<ArchiveManifest> => {
  const archive = await readArchiveManifest(folder)
  await verify(folder, archive)
  const client = await openDirectConnection(reach)
  try {
    await client.query('begin')
    const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration')
    if (rows[0]?.name !== archive.migration)
      throw new Error(
        `The archive has the tables of migration ${archive.migration}, but this installation those of ${rows[0]?.name}: update both installations to the same version and archive again`,
      )
    const db = wrapConnection(client)
    const here = await readMarketFounding(db)
    if (here !== archive.founding)
      throw new Error(
        `The archive is of ${MARKET_FOUNDING_NAMES[archive.founding]}, but this installation ${here ? `was founded as ${MARKET_FOUNDING_NAMES[here]}` : 'has not been founded yet: start the server once'}`,
      )
    const before = new Set(await listLedgerFaults(db))
    await load(client, folder)
    const faults = (await listLedgerFaults(db)).filter(fault => !before.has(fault))
    if (faults.length > 0) throw new Error(`The ledger would not add up: ${faults[0]}`)
    for (const { sha256 } of archive.documents)
      await storeDocumentIfMissing(files, sha256, () =>
        createReadStream(join(folder, backupDocumentPath(sha256))),
      )
    await db.transaction().execute(trx =>
      appendLogEntries(trx, [
        {
          at: now().toISOString(),
          action: 'LoadArchive',
          title: 'Load a market from another installation',
          ...{ actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null },
          subjectKind: 'market',
          subjectId: archive.market.id,
          message: `${archive.market.name} was loaded from the archive of ${archive.at}`,
          details: { seal: hashOfArchive(archive), at: archive.at, log: archive.log, rows: archive.rows },
        },
      ]),
    )
    await chainPendingEntries(db)
    await client.query('commit')
    return archive
  } catch (error) {
    throw inWords(error)
  } finally {
    await client.end()
  }
}
