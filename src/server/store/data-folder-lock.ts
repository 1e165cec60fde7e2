import { statSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Makes sure that only one server works on a data folder. The lock is a name in the kernel, not a file,
 * so it is gone the moment its holder dies and can never be stale.
 */
export const lockDataFolder = async (dataDir: string): Promise<() => void> => {
  const { dev, ino } = statSync(dataDir)
  const name = `\0credit-market-${dev}-${ino}`
  const server = createServer(visitor => visitor.end(String(process.pid)))
  server.on('connection', visitor => visitor.on('error', () => visitor.destroy()))
  try {
    await once(server.listen(name), 'listening')
  } catch {
    throw new Error(
      `Another server (process ${await holderOf(name)}) is already using the data folder ${dataDir}`,
    )
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
