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

/** Tables with sessions, second factors and cached answers, and those in which migrations are recorded. */
const LEFT_OUT =
  /^(kysely_.*|idempotency|known_device|mailed_code|passkey|passkey_challenge|provider_sign_in|recovery_code|second_factor|session|sign_in_attempt)$/

const copyTables = async (): Promise<string> => {
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  const version = listMigrationNames().at(-1)!.slice(0, 4)
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    db,
  )
  const copied: Record<string, unknown[]> = {}
  for (const { name } of tables.filter(table => !LEFT_OUT.test(table.name))) {
    const { rows } = await sql<{ row: unknown }>`select to_json(t) as row from ${sql.id(name)} as t`.execute(
      db,
    )
    if (rows.length > 0) copied[name] = rows.map(({ row }) => row)
  }
  await db.destroy()
  await close()
  const file = join(projectRoot, `test/store/copies/${version}.json.gz`)
  writeFileSync(file, gzipSync(JSON.stringify(copied), { level: 9 }))
  return `${Object.keys(copied).length} tables are in ${file}`
}

runCommand('No copy was made', copyTables)
