import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connectDatabase } from '#server/store/database'
import {
  EARLIER_VERSION_TABLES,
  migrateTo,
  insertRowsUnchanged,
  readRowsOfCopy,
} from '../store/earlier-version.ts'
import { backUpInstallation, createEmptyDatabase, createTemporaryFolder, restoreBackup } from './kept.ts'

it.each([EARLIER_VERSION_TABLES.at(0)!, EARLIER_VERSION_TABLES.at(-1)!])(
  'restores a backup of the version with migration %s without differences, and continues its batch numbers',
  async version => {
    const connection = await createEmptyDatabase()
    const db = connectDatabase(connection)
    await migrateTo(db, version)
    await insertRowsUnchanged(db, readRowsOfCopy(version))
    const { backup } = await backUpInstallation({ connection, dataDir: createTemporaryFolder() })
    await db.destroy()
    const { faults, connection: there } = await restoreBackup(backup)
    expect(faults).toEqual([])
    const restored = connectDatabase(there)
    const shared = await sql`select rows_batch from activity where rows_batch is not null
      group by rows_batch having count(*) > 1`.execute(restored)
    expect(shared.rows).toEqual([])
    await restored.destroy()
  },
)
