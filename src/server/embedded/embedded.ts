import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { lockDataFolder } from './data-folder-lock.ts'
import { stopLeftoverPostgres } from './left-behind.ts'
import { USE_OTHER_SERVER_ADVICE, findPostgresLauncher, type PostgresLauncher } from './postgres-launcher.ts'
import { type DatabaseResources, embeddedPostgresSettings } from './postgres-settings.ts'
import { findStartObstacle, DISK_FULL_PATTERN } from '../process/trouble.ts'
import { retryWithPauses } from '../process/try-again.ts'

/** Address of the embedded database: a folder only its owner may enter, so no password is needed. */
export type EmbeddedDatabaseAddress = Readonly<{ host: string; user: 'app'; database: 'market' }>

/** A running embedded database. `failed` settles only if it died and could not be restarted. */
export type EmbeddedDatabase = Readonly<{
  connection: EmbeddedDatabaseAddress
  failed: Promise<Error>
  stop: () => Promise<void>
}>

type ClusterConfig = Readonly<{
  launcher: PostgresLauncher
  cluster: string
  socketDir: string
  log: (line: string) => void
  tell?: (line: string) => void
  launched: () => void
}>

/**
 * Starts the embedded PostgreSQL on a data folder, creates the database on the first start, and keeps it running. While
 * its disk is full it tries again, if the caller is notified of the obstacle; otherwise it throws, as for any other
 * error. After `launched` it only waits for PostgreSQL, so the caller can do other work.
 */
export const startEmbeddedDatabase = async (given: {
  dataDir: string
  log?: (line: string) => void
  tell?: (line: string) => void
  launched?: () => void
}): Promise<EmbeddedDatabase> => {
  const { log = () => undefined, tell, launched = () => undefined } = given
  mkdirSync(given.dataDir, { recursive: true })
  const dataDir = realpathSync(given.dataDir)
  const unlock = await lockDataFolder(dataDir)
  const start = async (): Promise<EmbeddedDatabase> => {
    const launcher = findPostgresLauncher(dataDir)
    const socketDir = await socketFolder(dataDir)
    const house = { launcher, cluster: join(dataDir, 'postgres'), socketDir, log, tell, launched }
    await makeCluster(house)
    const running = await keepRunning(house)
    try {
      await makeDatabase(socketDir)
    } catch (error) {
      await running.stop()
      throw error
    }
    const stop = async () => {
      await running.stop()
      await rm(socketDir, { recursive: true, force: true })
      unlock()
    }
    return {
      connection: { host: socketDir, user: 'app', database: 'market' },
      failed: running.failed,
      stop,
    }
  }
  try {
    return await whileDiskIsFull(start, tell)
  } catch (error) {
    unlock()
    throw error
  }
}

const whileDiskIsFull = <T>(
  start: () => Promise<T>,
  tell: ((line: string) => void) | undefined,
  signal?: AbortSignal,
): Promise<T> => (tell ? retryWithPauses(start, { hindrance: findStartObstacle, tell, signal }) : start())

// A socket's path may have 107 bytes, so a deep data folder gets a short substitute.
const socketFolder = async (dataDir: string): Promise<string> => {
  const inside = join(dataDir, 'run')
  const { dev, ino } = statSync(dataDir)
  const folder = inside.length < 80 ? inside : join(tmpdir(), `credit-market-${dev}-${ino}`)
  // Always created again, so that a folder placed there by someone else is refused instead of trusted.
  await rm(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

const initdbOptions = [
  ['--username=app', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
].flat()

// A killed initdb leaves a cluster that starts but is incomplete, hence the temporary folder and the rename. It may
// still be cleaning up, and rmSync stops if another process has removed a file before it.
const makeCluster = async ({ launcher, cluster, log }: ClusterConfig): Promise<void> => {
  const parent = join(cluster, '..')
  for (const name of readdirSync(parent).filter(entry => entry.startsWith('postgres.init-')))
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 20 })
  if (existsSync(cluster)) return checkVersion(cluster, launcher.major)
  log('Creating the database files')
  const temporary = `${cluster}.init-${process.pid}-${Date.now()}`
  mkdirSync(temporary, { mode: 0o700 })
  launcher.own(temporary)
  const initdb = launcher.start('initdb', ['-D', temporary, ...initdbOptions])
  const output: string[] = []
  readLines(initdb, line => {
    output.push(line)
    log(line)
  })
  const [code] = await once(initdb, 'close')
  if (code !== 0)
    throw new Error(
      `Creating the database files failed (${output.find(line => DISK_FULL_PATTERN.test(line)) ?? lastOf(output)}); ${USE_OTHER_SERVER_ADVICE}`,
    )
  flush(temporary)
  renameSync(temporary, cluster)
  flush(parent)
}

const checkVersion = (cluster: string, major: string) => {
  const version =
    existsSync(join(cluster, 'PG_VERSION')) && readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new Error(
      `${cluster} was written by PostgreSQL ${version || 'unknown'}, this is PostgreSQL ${major}`,
    )
}

// If the server is killed, it recovers from its own log and continues.
const keepRunning = async (house: ClusterConfig) => {
  let server = await startServer(house)
  let stopping = false
  const givingUp = new AbortController()
  const watch = async (): Promise<Error | undefined> => {
    for (;;) {
      await ended(server)
      if (stopping) return undefined
      house.log('PostgreSQL stopped unexpectedly and is restarted')
      try {
        server = await whileDiskIsFull(() => startServer(house), house.tell, givingUp.signal)
      } catch (error) {
        if (stopping) return undefined
        return error instanceof Error ? error : new Error(String(error))
      }
      if (stopping) server.kill('SIGINT')
    }
  }
  const watched = watch()
  const failed = new Promise<Error>(resolve => {
    watched.then(error => error && resolve(error), resolve)
  })
  const stop = async () => {
    stopping = true
    givingUp.abort()
    server.kill('SIGINT')
    await watched
  }
  return { failed, stop }
}

const startServer = async (house: ClusterConfig): Promise<ChildProcess> => {
  const { launcher, cluster, socketDir } = house
  for (let attempt = 1; ; attempt += 1) {
    await stopLeftoverPostgres(cluster, socketDir)
    launcher.own(cluster)
    launcher.own(socketDir)
    const server = launcher.start('postgres', ['-D', cluster, ...settings(socketDir, cluster)])
    house.launched()
    const problem = await readiness(server, house.log)
    if (problem === undefined) return server
    // A server of a start that was killed a moment ago may have come up between our check and our start.
    const inTheWay = /lock file .* already exists|pre-existing shared memory/.test(problem)
    if (!inTheWay || attempt === 5) throw new Error(`PostgreSQL does not start: ${problem}`)
  }
}

const settings = (socketDir: string, cluster: string) =>
  Object.entries({
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    ssl: 'off',
    timezone: 'UTC',
    max_connections: '100',
    ...embeddedPostgresSettings(machineAt(cluster)),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** A container's limit counts if it is below the machine's memory; 0 means that it is unknown. */
const machineAt = (folder: string): DatabaseResources => {
  const { blocks, bsize } = statfsSync(folder)
  return { memory: Math.min(totalmem(), process.constrainedMemory() || Infinity), disk: blocks * bsize }
}

const readiness = async (server: ChildProcess, log: (line: string) => void): Promise<string | undefined> => {
  const said: string[] = []
  const ready = new Promise<undefined>(resolve => {
    readLines(server, line => {
      said.push(line)
      if (line.includes('database system is ready to accept connections')) resolve(undefined)
      log(line)
    })
  })
  const died = once(server, 'close').then(() => whatHindered(said))
  return Promise.race([ready, died])
}

// With a full disk, a database that cannot even recover suggests, in a hint, that its data is corrupted.
const whatHindered = (said: readonly string[]): string =>
  [DISK_FULL_PATTERN, /FATAL|PANIC/, /HINT/]
    .map(words => said.find(line => words.test(line)))
    .find(line => line !== undefined) ?? 'it stopped without an error message'

const makeDatabase = async (host: string): Promise<void> => {
  const client = new pg.Client({ host, user: 'app', database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'market'`)
    if (rowCount === 0) await client.query('create database market')
  } finally {
    await client.end()
  }
}

const readLines = (child: ChildProcess, take: (line: string) => void) => {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', take)
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const lastOf = (lines: readonly string[]) => lines.findLast(line => line.trim() !== '') ?? 'no error message'

const flush = (folder: string) => {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
