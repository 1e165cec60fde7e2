import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { migrationsDir } from '#server/process/places'
import { migrate } from '#server/store/database'
import type { Database } from '#server/store/tables/tables'

/**
 * The content of installations of earlier versions: all rows of the demonstration market, as the version with this last
 * migration left it, without sessions, cached answers and passwords.
 */
const copies = join(import.meta.dirname, 'copies')

/** The last migration of each version with a copy. */
export const EARLIER_VERSION_TABLES = readdirSync(copies).map(name => name.slice(0, 4))

/** The rows of a copy by table. */
export type RowsByTable = Record<string, Record<string, unknown>[]>

/** Reads a copy. */
export const readRowsOfCopy = (version: string): RowsByTable =>
  JSON.parse(gunzipSync(readFileSync(join(copies, `${version}.json.gz`))).toString())

/** Creates the tables of a version. */
export const migrateTo = async (db: Kysely<Database>, version: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-migrations-'))
  for (const name of readdirSync(migrationsDir).filter(one => one.slice(0, 4) <= version))
    cpSync(join(migrationsDir, name), join(folder, name))
  await migrate(db, folder)
  rmSync(folder, { recursive: true })
}

/** Inserts the rows of a copy unchanged, bypassing all triggers, and continues their numbers. */
export const insertRowsUnchanged = async (db: Kysely<Database>, rows: RowsByTable): Promise<void> =>
  db.connection().execute(async one => {
    await sql`set session_replication_role = replica`.execute(one)
    for (const [table, all] of Object.entries(rows)) {
      const { rows: made } = await sql`select from ${sql.id(table)} limit 1`.execute(one)
      // Rows that a migration creates.
      if (made.length > 0) await sql`delete from ${sql.id(table)}`.execute(one)
      const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
        select column_name as name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
        from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(one)
      const names = sql.join(columns.map(({ name }) => sql.raw(`"${name}"`)))
      await sql`insert into ${sql.id(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(all)}::json)`.execute(
        one,
      )
      for (const { name, sequence } of columns)
        if (sequence !== null)
          await sql`select setval(${sequence}, max(${sql.id(name)})) from ${sql.id(table)}`.execute(one)
    }
    // The numbers of batches belong to no column.
    if (rows.activity_row) await sql`select setval('row_batch', max(batch)) from activity_row`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
