import type { Kysely } from 'kysely'
import { connect, migrate } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import type { Database } from '#server/store/tables'
import { freshDatabase } from '../postgres.ts'

/** A store on a database of its own, with its tables made. */
export const freshStore = async (): Promise<Store & { close: () => Promise<void> }> => {
  const { connection, drop } = await freshDatabase()
  const db: Kysely<Database> = connect(connection)
  await migrate(db)
  const close = async () => {
    await db.destroy()
    await drop()
  }
  return { ...openStore(db), close }
}
