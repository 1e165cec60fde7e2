import { once } from 'node:events'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/**
 * Makes sure that only one server works on a data folder. The kernel holds the lock, so it is gone the moment its
 * holder dies and can never be stale.
 */
export const lockDataFolder = async (dataDir: string): Promise<() => void> =>
  process.platform === 'linux' ? lockName(dataDir) : lockFile(dataDir)

const taken = (holder: string, dataDir: string) =>
  new Error(`Another server (process ${holder}) is already using the data folder ${dataDir}`)

const lockName = async (dataDir: string): Promise<() => void> => {
  const { dev, ino } = statSync(dataDir)
  const name = `\0credit-market-${dev}-${ino}`
  const server = createServer(visitor => visitor.end(String(process.pid)))
  server.on('connection', visitor => visitor.on('error', () => visitor.destroy()))
  try {
    await once(server.listen(name), 'listening')
  } catch {
    throw taken(await holderOf(name), dataDir)
  }
  server.unref()
  return () => server.close()
}

const holderOf = async (name: string): Promise<string> => {
  try {
    const [pid] = await once(connect(name), 'data', { signal: AbortSignal.timeout(2000) })
    return String(pid)
  } catch {
    return 'unknown'
  }
}

// macOS has no abstract sockets, but can open a file for one holder alone. Node has no constant for it.
const EXCLUSIVE = 0x20

const lockFile = (dataDir: string): (() => void) => {
  const path = join(dataDir, 'lock')
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  try {
    const file = openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | EXCLUSIVE, 0o600)
    ftruncateSync(file)
    writeSync(file, String(process.pid))
    return () => closeSync(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    throw taken(readFileSync(path, 'utf8') || 'unknown', dataDir)
  }
}
