import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#server/process/places'

/** The built server as a separate process, on a data folder of its own. */
export interface RunningServer {
  url: string
  pid: number
  /** Time from the start of the process until it is ready. */
  readyAfterMs: number
  /** The memory that the process holds, in thousands of thousands of bytes. */
  memory: () => number
  stop: () => Promise<void>
  /** Ends it without a word. */
  kill: () => Promise<void>
}

const PATIENCE_MS = 300_000
const started = new Set<ChildProcess>()
const folders = new Set<string>()

/** An empty data folder, which goes with everything else at the end. */
export const temporaryDataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-bench-'))
  folders.add(folder)
  return folder
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A data folder like another, whose server does not run. */
export const folderLike = (dataDir: string): string => {
  const folder = temporaryDataFolder()
  cpSync(dataDir, folder, { recursive: true })
  return folder
}

/** Starts the built server, of this tree or of another checkout, and waits until it is ready; what is set besides is environment. */
export const startServer = async (
  dataDir: string,
  demo: 'on' | 'off',
  besides: Readonly<Record<string, string>> = {},
  checkout = projectRoot,
): Promise<RunningServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [join(checkout, 'dist/server/main.js')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO: demo,
      // Those who ask say that each has an address of its own, as a proxy would, since requests are counted by address.
      TRUST_PROXY: '127.0.0.1',
      ...besides,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  const ended = once(child, 'exit').then(() => void started.delete(child))
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', line => void lines.push(line))
  const tooLate = begun + PATIENCE_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > tooLate)
      throw new Error(`The server did not start:\n${lines.join('\n')}`)
    await new Promise(resolve => void setTimeout(resolve, 20))
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  const memory = (): number => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - begun,
    memory,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    answer => answer.ok,
    () => false,
  )

/** The address from which a client seems to ask. */
export const clientAddress = (client: number): Record<string, string> => ({
  'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${(client % 250) + 1}`,
})

/** Address of the embedded database of a running server: its lock file names the folder of its socket. */
export const embeddedDatabaseOf = (dataDir: string) => {
  const host = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]
  return { host, user: 'app', database: 'market' }
}

/** Starts a second server on the embedded database and the data folder of a running one. */
export const startSecondServer = async (dataDir: string): Promise<RunningServer> => {
  const { host = '', user, database } = embeddedDatabaseOf(dataDir)
  const words = new URLSearchParams({ host, user }).toString()
  return startServer(dataDir, 'on', { DATABASE_URL: `postgres://localhost/${database}?${words}` })
}

/** Ends whatever still runs and takes away every folder: nothing of a measurement stays behind. */
export const stopAndRemoveAll = async (): Promise<void> => {
  for (const child of started) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (const folder of folders) if (existsSync(folder)) rmSync(folder, { recursive: true, maxRetries: 20 })
}
