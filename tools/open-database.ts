import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { readConfig } from '#server/process/config'
import { connectDatabase } from '#server/store/database'
import { startEmbeddedDatabase } from '#server/embedded/embedded'

type Open = { reach: PoolConfig; close: () => Promise<void> }

const nothingToClose = async () => {}

/**
 * Connects to the database of the server: DATABASE_URL or, to avoid a pooler, DATABASE_DIRECT_URL, or the embedded one of DATA_DIR, running or not. One that
 * is not there yet is only made if that is wanted.
 */
export const openDatabase = async ({ makes = false } = {}): Promise<Open> => {
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  if (databaseDirectUrl) return { reach: { connectionString: databaseDirectUrl }, close: nothingToClose }
  if (!makes && !existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}`)
  const running = await attach(join(dataDir, 'postgres/postmaster.pid'))
  if (running) return { reach: running, close: nothingToClose }
  const { connection, stop } = await startEmbeddedDatabase({ dataDir })
  return { reach: connection, close: stop }
}

/** Address of the embedded database if it runs: its lock file names the folder of its socket. */
const attach = async (lockFile: string): Promise<PoolConfig | undefined> => {
  if (!existsSync(lockFile)) return undefined
  const host = readFileSync(lockFile, 'utf8').split('\n')[4]
  const reach = { host, user: 'app', database: 'market' }
  const db = connectDatabase(reach)
  try {
    await db.selectFrom('meta').select('key').limit(1).execute()
    return reach
  } catch {
    return undefined
  } finally {
    await db.destroy()
  }
}
