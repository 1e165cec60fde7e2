import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { projectRoot } from '#server/process/places'
import { connectDatabase, listMigrationNames } from '#server/store/database'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes the copy of a version with which `test/store` tests updates, from a demonstration of that version:
// DATA_DIR=<its folder> npm run copy-tables

/** Secrets and what is worth nothing in a copy, and the table in which migrations are recorded. */
const LEFT_OUT = /^(kysely_|session|credential|login|cached_|idempot|sent_code|known_device|password)/

const copyTables = async (): Promise<string> => {
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  const version = listMigrationNames().at(-1)!.slice(0, 4)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const copied: Record<string, unknown[]> = {}
  for (const { name } of tables.filter(table => !LEFT_OUT.test(table.name))) {
    const { rows } = await sql<{ row: unknown }>`select to_json(t) as row from ${sql.id(name)} as t`.execute(db)
    if (rows.length > 0) copied[name] = rows.map(({ row }) => row)
  }
  await db.destroy()
  await close()
  const file = join(projectRoot, `test/store/copies/${version}.json.gz`)
  writeFileSync(file, gzipSync(JSON.stringify(copied), { level: 9 }))
  return `${Object.keys(copied).length} tables are in ${file}`
}

runCommand('No copy was made', copyTables)
