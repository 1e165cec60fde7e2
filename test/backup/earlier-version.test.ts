import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connect } from '#server/store/database'
import { COPIES, migrateTo, putRows, rowsOf } from '../store/earlier-version.ts'
import { backUpOf, emptyDatabase, folder, restoredFrom } from './kept.ts'

it.each([COPIES.at(0)!, COPIES.at(-1)!])(
  'restores a backup of the version with migration %s with nothing that differs, and numbers batches on from it',
  async version => {
    const connection = await emptyDatabase()
    const db = connect(connection)
    await migrateTo(db, version)
    await putRows(db, rowsOf(version))
    const { backup } = await backUpOf({ connection, dataDir: folder() })
    await db.destroy()
    const { faults, connection: there } = await restoredFrom(backup)
    expect(faults).toEqual([])
    const restored = connect(there)
    const shared = await sql`select rows_batch from activity where rows_batch is not null
      group by rows_batch having count(*) > 1`.execute(restored)
    expect(shared.rows).toEqual([])
    await restored.destroy()
  },
)
