import { connect } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { copyOf, tablesOnly } from '../builders/templates.ts'

/** A store on a database of its own, with its tables made. */
export const freshStore = async (): Promise<Store & { close: () => Promise<void> }> => {
  const { connection, remove } = await copyOf(tablesOnly)
  const db = connect(connection)
  const close = async () => {
    await db.destroy()
    await remove()
  }
  return { ...openStore(db), close }
}
