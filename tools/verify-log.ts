import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { readConfig } from '#server/config'
import { verifyChain } from '#server/store/activity'
import { connect } from '#server/store/database'
import { startEmbedded } from '#server/store/embedded'

// Checks that the activity log is as it was written. `npm run verify-log` needs what the server needs: DATABASE_URL,
// or DATA_DIR with the embedded database, running or not. `npm run verify-log -- 120:abc...` also holds the log
// against entry 120 and its hash as somebody noted them down earlier.

type Open = { reach: PoolConfig; close: () => Promise<void> }

const nothingToClose = async () => {}

const openDatabase = async (): Promise<Open> => {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) return { reach: { connectionString: databaseUrl }, close: nothingToClose }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}`)
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
    await db.selectFrom('activityHead').select('seq').execute()
    return reach
  } catch {
    return undefined
  } finally {
    await db.destroy()
  }
}

const notedPoint = (argument: string | undefined) => {
  if (!argument) return undefined
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(argument) ?? []
  if (!seq || !hash) throw new Error(`${argument} is no noted entry: write its number, a colon and its hash`)
  return { seq: Number(seq), hash }
}

const verify = async (): Promise<boolean> => {
  const noted = notedPoint(process.argv[2])
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    const verdict = await verifyChain(db, noted)
    if (verdict.ok)
      console.log(`The activity log is whole. Its last entry is ${verdict.length}:${verdict.hash}`)
    else console.error(`The activity log has been changed: entry ${verdict.seq} ${verdict.why}`)
    return verdict.ok
  } finally {
    await db.destroy()
    await close()
  }
}

verify().then(
  ok => process.exit(ok ? 0 : 1),
  (error: Error) => {
    console.error(`The activity log could not be checked: ${error.message}`)
    process.exit(1)
  },
)
