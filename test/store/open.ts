import { connectDatabase } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { copyTemplate, emptyTables } from '../builders/templates.ts'

/** A store on a database of its own, with its tables. */
export const freshStore = async (): Promise<Store & { close: () => Promise<void> }> => {
  const { connection, remove } = await copyTemplate(emptyTables)
  const db = connectDatabase(connection)
  const close = async () => {
    await db.destroy()
    await remove()
  }
  return { ...openStore(db), close }
}
