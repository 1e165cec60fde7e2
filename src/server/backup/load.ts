import pg from 'pg'
import { migrate, migrationNames } from '../store/database.ts'
import { chainNow } from '../store/chaining.ts'
import { openConnection, within } from '../store/one-connection.ts'
import { CHECKS } from '../verify/checks.ts'
import { lineOf } from '../verify/check.ts'
import { verify } from '../verify/verify.ts'
import { endOfLog, guardsOf, LEFT_OUT, numberingsOf, occupantsOf, readingOf, tablesOf } from './catalog.ts'
import { copyIn, measureRows, type Stoppable } from './copying.ts'
import { type Manifest, type OpenBackup, rowsFile } from './manifest.ts'

/** What is there after a load. */
export interface Loaded {
  log: Manifest['log']
  rows: number
  /** What is wrong in the market as it was copied, each in a sentence. */
  faults: string[]
}

/** Refuses a database that holds anything already: a restore never mixes two markets. */
export const refuseUnlessEmpty = async (client: pg.Client): Promise<void> => {
  const found = await occupantsOf(client)
  if (found.length > 0)
    throw new Error(
      `There is something in this database already (${found.join(', ')}): name an empty one in DATABASE_URL, or an empty folder in DATA_DIR`,
    )
}

/** Refuses a backup whose tables this version does not know how to make. */
export const refuseUnknownTables = ({ migrations, version }: Manifest): void => {
  const known = migrationNames().slice(0, migrations.length)
  const strange = migrations.filter((name, at) => name !== known[at])
  if (strange.length > 0)
    throw new Error(
      `This backup was made by version ${version} with tables that this version does not know (${strange[0]}): restore it with that version or a later one`,
    )
}

// Somebody else's start or restore may have made tables since they were looked for; the migrations wait for each other.
const refuseTablesOfOthers = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ own: boolean }>(
    `select xmin::text = pg_current_xact_id()::xid::text as own from pg_class where oid = 'activity'::regclass`,
  )
  if (!rows[0]?.own)
    throw new Error('Another server has begun a market in this database meanwhile: name an empty one')
}

const fill = async (
  client: pg.Client,
  { manifest: { tables, sequences }, read }: OpenBackup,
  stoppable: Stoppable,
): Promise<void> => {
  const guards = await guardsOf(client)
  for (const statement of guards.away) await client.query(statement)
  const own = await tablesOf(client)
  const named = own.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  // Some rows are made with the tables; those of the backup take their place.
  await client.query(`truncate ${named}`)
  for (const { name, columns } of tables) {
    const into = `${client.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`
    await copyIn(client, `copy ${into} from stdin`, read(rowsFile(name)), stoppable)
  }
  // Tables of before 0068 number batches by a sequence that belongs to no column, so no backup of them holds its last number.
  await client.query('alter sequence if exists row_batch owned by activity_row.batch')
  for (const { table, column, sequence } of await numberingsOf(client)) {
    const said = sequences.find(one => one.table === table && one.column === column)
    if (said) await client.query('select setval($1, $2, $3)', [sequence, said.last, said.called])
    // A backup of an earlier version may not know of all of them.
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
const compare = async (client: pg.Client, manifest: Manifest, stoppable: Stoppable): Promise<void> => {
  for (const table of await tablesOf(client)) {
    const said = manifest.tables.find(({ name }) => name === table.name)
    if (LEFT_OUT.includes(table.name)) continue
    const found = await measureRows(client, readingOf(table), stoppable)
    if (found.sha256 !== said?.sha256 || found.rows !== said.rows)
      throw new Error(
        `The rows of the table ${table.name} are not those of the backup (${found.rows} of ${said?.rows ?? 0})`,
      )
  }
  const end = await endOfLog(client)
  if (end.hash !== manifest.log.hash || end.seq !== manifest.log.seq)
    throw new Error('The activity log does not end where the backup says')
}

const MOST_NAMED = 20

/** What a verification says of it, with the tables as this version has them and its log chained to the end. */
const faultsOf = async (client: pg.Client, { signal }: Stoppable): Promise<string[]> => {
  const db = within(client)
  await migrate(db)
  await chainNow(db)
  const reading = { db, now: new Date().toISOString(), ...(signal && { signal }) }
  const { differences, more } = await verify(reading, CHECKS)
  const found = differences.map(lineOf)
  const unsaid = Math.max(found.length - MOST_NAMED, 0) + more
  return [...found.slice(0, MOST_NAMED), ...(unsaid > 0 ? [`And ${unsaid} more`] : [])]
}

/**
 * Puts the tables of a backup into an empty database, in one transaction: made by the migrations the backup names, filled,
 * read again and compared, and brought up to date. An error, or the end of the process, leaves the database empty. The
 * backup must have been verified. `beforeItStays` is the last that is done before the transaction ends.
 */
export const loadTables = async (
  reach: pg.ClientConfig,
  opened: OpenBackup,
  { signal, beforeItStays }: Stoppable & { beforeItStays?: () => Promise<void> } = {},
): Promise<Loaded> => {
  const { manifest } = opened
  const client = await openConnection(reach, signal)
  try {
    await client.query(`begin; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'`)
    await refuseUnlessEmpty(client)
    await migrate(within(client), undefined, manifest.migrations.at(-1))
    await refuseTablesOfOthers(client)
    await fill(client, opened, { signal })
    await compare(client, manifest, { signal })
    const faults = await faultsOf(client, { signal })
    const log = await endOfLog(client)
    await beforeItStays?.()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The database did not keep what was restored')
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { log, rows, faults }
  } finally {
    await client.end()
  }
}
