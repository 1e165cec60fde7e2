import pg from 'pg'
import { migrate, listMigrationNames } from '../store/database.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { openDirectConnection, wrapConnection } from '../store/one-connection.ts'
import { TABLE_CHECKS } from '../verify/checks.ts'
import { formatDifference } from '../verify/check.ts'
import { runChecks } from '../verify/verify.ts'
import {
  readLastLogEntry,
  listConstraintStatements,
  EXCLUDED_TABLES,
  listColumnSequences,
  listExistingObjects,
  copyTableOutSql,
  listTablesToBackUp,
} from './catalog.ts'
import { loadCompressedRows, measureDatabaseRows, type AbortOption } from '../files/copying.ts'
import { type BackupManifest, type OpenBackup, backupRowsPath } from './manifest.ts'

/** Result of a load. */
export interface BackupLoadResult {
  log: BackupManifest['log']
  rows: number
  /** Errors in the restored market, each in a sentence. */
  faults: string[]
}

/** Throws if a database contains anything already: a restore never mixes two markets. */
export const requireEmptyDatabase = async (client: pg.Client): Promise<void> => {
  const found = await listExistingObjects(client)
  if (found.length > 0)
    throw new Error(
      `This database is not empty (${found.join(', ')}): set DATABASE_URL to an empty one, or DATA_DIR to an empty folder`,
    )
}

/** Throws for a backup whose tables this version cannot create. */
export const refuseUnknownTables = ({ migrations, version }: BackupManifest): void => {
  const known = listMigrationNames().slice(0, migrations.length)
  const strange = migrations.filter((name, at) => name !== known[at])
  if (strange.length > 0)
    throw new Error(
      `This backup was made by version ${version} and has tables that this version does not know (${strange[0]}): restore it with that version or a later one`,
    )
}

// Another start or restore may have created tables since the check; migrations wait for each other.
const refuseTablesOfOthers = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ own: boolean }>(
    `select xmin::text = pg_current_xact_id()::xid::text as own from pg_class where oid = 'activity'::regclass`,
  )
  if (!rows[0]?.own)
    throw new Error(
      'Another server has created a market in this database in the meantime: use an empty database',
    )
}

const fill = async (
  client: pg.Client,
  { manifest: { tables, sequences }, read }: OpenBackup,
  stoppable: AbortOption,
): Promise<void> => {
  const guards = await listConstraintStatements(client)
  for (const statement of guards.away) await client.query(statement)
  const own = await listTablesToBackUp(client)
  const named = own.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  // Migrations create some rows; those of the backup replace them.
  await client.query(`truncate ${named}`)
  for (const { name, columns } of tables) {
    const into = `${client.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`
    await loadCompressedRows(client, `copy ${into} from stdin`, read(backupRowsPath(name)), stoppable)
  }
  // Before migration 0068 batches were numbered by a sequence that belongs to no column, so no backup from then holds
  // its last number.
  await client.query('alter sequence if exists row_batch owned by activity_row.batch')
  for (const { table, column, sequence } of await listColumnSequences(client)) {
    const said = sequences.find(one => one.table === table && one.column === column)
    if (said) await client.query('select setval($1, $2, $3)', [sequence, said.last, said.called])
    // A backup of an earlier version may not have all sequences.
    else
      await client.query(
        `select setval($1, coalesce((select max(${client.escapeIdentifier(column)}) from ${client.escapeIdentifier(table)}), 0) + 1, false)`,
        [sequence],
      )
  }
  for (const statement of guards.back) await client.query(statement)
  await client.query(`analyze ${named}`)
}

/** Reads every table again as the backup read it, and compares. */
const compare = async (
  client: pg.Client,
  manifest: BackupManifest,
  stoppable: AbortOption,
): Promise<void> => {
  for (const table of await listTablesToBackUp(client)) {
    const said = manifest.tables.find(({ name }) => name === table.name)
    if (EXCLUDED_TABLES.includes(table.name)) continue
    const found = await measureDatabaseRows(client, copyTableOutSql(table), stoppable)
    if (found.sha256 !== said?.sha256 || found.rows !== said.rows)
      throw new Error(
        `The rows of the table ${table.name} differ from the backup (${found.rows} of ${said?.rows ?? 0})`,
      )
  }
  const end = await readLastLogEntry(client)
  if (end.hash !== manifest.log.hash || end.seq !== manifest.log.seq)
    throw new Error('The end of the activity log differs from the backup')
}

const MOST_NAMED = 20

/** Errors found by an integrity check, with the tables as this version has them and the log chained to its end. */
const faultsOf = async (client: pg.Client, { signal }: AbortOption): Promise<string[]> => {
  const db = wrapConnection(client)
  await migrate(db)
  await chainPendingEntries(db)
  const reading = { db, now: new Date().toISOString(), ...(signal && { signal }) }
  const { differences, more } = await runChecks(reading, TABLE_CHECKS)
  const found = differences.map(formatDifference)
  const unsaid = Math.max(found.length - MOST_NAMED, 0) + more
  return [...found.slice(0, MOST_NAMED), ...(unsaid > 0 ? [`And ${unsaid} more`] : [])]
}

/**
 * Loads the tables of a backup into an empty database, in one transaction: created by the migrations that the backup
 * names, filled, read again and compared, and migrated to this version. An error, or the end of the process, leaves the
 * database empty. The backup must have been verified. `beforeItStays` runs last before the commit.
 */
export const loadBackupTables = async (
  reach: pg.ClientConfig,
  opened: OpenBackup,
  { signal, beforeItStays }: AbortOption & { beforeItStays?: () => Promise<void> } = {},
): Promise<BackupLoadResult> => {
  const { manifest } = opened
  const client = await openDirectConnection(reach, signal)
  try {
    await client.query(`begin; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'`)
    await requireEmptyDatabase(client)
    await migrate(wrapConnection(client), undefined, manifest.migrations.at(-1))
    await refuseTablesOfOthers(client)
    await fill(client, opened, { signal })
    await compare(client, manifest, { signal })
    const faults = await faultsOf(client, { signal })
    const log = await readLastLogEntry(client)
    await beforeItStays?.()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The database did not store what was restored')
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { log, rows, faults }
  } finally {
    await client.end()
  }
}
