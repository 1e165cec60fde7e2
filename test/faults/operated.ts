import { onTestFinished } from 'vitest'
import { beginSession } from '#server/auth/sessions'
import { connectDatabase } from '#server/store/database'
import { openStore } from '#server/store/store'
import { copyTemplateWithRunningClock, type Template } from '../builders/templates.ts'
import { personAt } from '../builders/world.ts'
import { type bundleServer, startServer } from './process.ts'

/** A private market whose server a test starts and ends as often as needed, with the operator signed in throughout. */
export const operatedMarket = async (
  { main }: Pick<Awaited<ReturnType<typeof bundleServer>>, 'main'>,
  template: Template,
) => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(template)
  const store = openStore(connectDatabase(connection))
  onTestFinished(async () => {
    await store.db.destroy()
    await remove()
  })
  const cookie = `session=${await beginSession(store.db, 'operator', new Date().toISOString())}`
  const start = async (settings?: NodeJS.ProcessEnv) => {
    const started = await startServer(main, dataDir, connection, settings)
    await started.says('The market is at')
    return { ...started, operator: personAt(started.url, async () => cookie) }
  }
  return { store, start, dataDir, connection }
}
