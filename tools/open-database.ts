import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { readConfig } from '#server/config'
import { connect } from '#server/store/database'
import { startEmbedded } from '#server/store/embedded'

type Open = { reach: PoolConfig; close: () => Promise<void> }

const nothingToClose = async () => {}

/**
 * The way to the database that the server has: DATABASE_URL or, past a pooler, DATABASE_DIRECT_URL, or the embedded one of DATA_DIR, running or not. One that
 * is not there yet is only made if that is wanted.
 */
export const openDatabase = async ({ makes = false } = {}): Promise<Open> => {
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  if (databaseDirectUrl) return { reach: { connectionString: databaseDirectUrl }, close: nothingToClose }
  if (!makes && !existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}`)
  const running = await attach(join(dataDir, 'postgres/postmaster.pid'))
  if (running) return { reach: running, close: nothingToClose }
  const { connection, stop } = await startEmbedded({ dataDir })
  return { reach: connection, close: stop }
}

/** The way to the embedded database if it runs: its lock file names the folder of its socket. */
const attach = async (lockFile: string): Promise<PoolConfig | undefined> => {
  if (!existsSync(lockFile)) return undefined
  const host = readFileSync(lockFile, 'utf8').split('\n')[4]
  const reach = { host, user: 'app', database: 'market' }
  const db = connect(reach)
  try {
    await db.selectFrom('meta').select('key').limit(1).execute()
    return reach
  } catch {
    return undefined
  } finally {
    await db.destroy()
  }
}
