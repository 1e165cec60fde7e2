import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { startEmbeddedDatabase } from '#server/embedded/embedded'
import { rest } from './asking.ts'
import { openFakeClock } from './clock.ts'
import { openFrontDoor } from './front-door.ts'
import { mountMemoryDisk, openNames, PUBLIC_ADDRESS, runProgram } from './namespaces.ts'
import { startProcess, type SupervisedProcess } from './processes.ts'

/** A server of the market: the process that runs now, if one does. */
export interface Place {
  name: 'A' | 'B'
  url: string
  server?: SupervisedProcess
  since: number
  /** True where a proxy would send requests: the server last said that it is ready. */
  isReady: boolean
}

/** A process besides the servers, which is started again after each end. */
export interface Helper {
  name: string
  process: SupervisedProcess
  start: () => void
}

const LOOK_MS = 500
const LOOK_PATIENCE_MS = 3000
const READY_MS = 300_000
const RESTART_MS = 1000
const DATA_MEGABYTES = 768
const DATABASE_MEGABYTES = 3072
/** Server A refuses changes below this; server B goes on until the disk is full. */
const MIN_FREE = 64
const PORTS = { A: 4541, B: 4542, webhooks: 4543, mail: 4544 } as const
/** Host names of the receivers, which can stop resolving. */
export const RECEIVER_HOSTS = { webhooks: 'receiver.test', mail: 'mail.test' } as const

/**
 * Starts the whole market: the database, two servers with the same data folder, the receivers of webhooks and email, and the
 * one address before the servers. `from` is a data folder with a demonstration to copy; without it one is loaded.
 */
export const startFleet = async (from?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-soak-'))
  const disks = {
    data: mountMemoryDisk(join(folder, 'data'), DATA_MEGABYTES),
    database: mountMemoryDisk(join(folder, 'database'), DATABASE_MEGABYTES),
  }
  const names = openNames(folder, {
    [RECEIVER_HOSTS.webhooks]: PUBLIC_ADDRESS,
    [RECEIVER_HOSTS.mail]: '127.0.0.1',
  })
  const clock = openFakeClock(join(folder, 'clock'))
  const certificate = join(folder, 'receiver.pem')
  const key = join(folder, 'receiver.key')
  const subject = [
    '-subj',
    `/CN=${RECEIVER_HOSTS.webhooks}`,
    '-addext',
    `subjectAltName=DNS:${RECEIVER_HOSTS.webhooks}`,
  ]
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key]
  runProgram('openssl', 'req', '-x509', ...newKey, '-out', certificate, '-days', '2000', ...subject)
  if (from) {
    cpSync(join(from, 'postgres'), join(disks.database.folder, 'postgres'), { recursive: true })
    for (const name of ['files', 'secret.key'])
      if (existsSync(join(from, name)))
        cpSync(join(from, name), join(disks.data.folder, name), { recursive: true })
  }

  const surprises: string[] = []
  const surprised = (words: string): void => void surprises.push(`${new Date().toISOString()} ${words}`)
  const over = new AbortController()
  const databaseLog = join(folder, 'database.log')
  const write = (line: string): void => appendFileSync(databaseLog, `${line}\n`)
  const embedded = await startEmbeddedDatabase({ dataDir: disks.database.folder, log: write, tell: write })
  void embedded.failed.then(error => surprised(`The database was given up: ${error.message}`))
  const { connection: reach } = embedded
  const databaseUrl = `postgres://localhost/${reach.database}?${new URLSearchParams({ host: reach.host, user: reach.user }).toString()}`

  const places: readonly [Place, Place] = [
    { name: 'A', url: `http://127.0.0.1:${PORTS.A}`, since: 0, isReady: false },
    { name: 'B', url: `http://127.0.0.1:${PORTS.B}`, since: 0, isReady: false },
  ]
  let turn = 0
  /** The address of a server that is ready, in turn; undefined where none is. */
  const readyUrl = (): string | undefined => {
    const ready = places.filter(({ isReady }) => isReady)
    return ready[(turn += 1) % ready.length]?.url
  }
  const door = await openFrontDoor(readyUrl)
  const publicUrl = `http://market.test:${door.port}`

  const logOf = (name: string): string => join(disks.data.folder, `${name}.log`)
  /** Starts a server without waiting until it is ready. One that ends by itself is started again, as a service manager would. */
  const start = (place: Place): void => {
    const name = `server ${place.name}`
    place.since = performance.now()
    place.server = startProcess(
      {
        name,
        cwd: disks.data.folder,
        logFile: logOf(place.name),
        args: [join(projectRoot, 'dist/server/main.js')],
        env: {
          NODE_ENV: 'production',
          DATA_DIR: disks.data.folder,
          DATABASE_URL: databaseUrl,
          PORT: String(PORTS[place.name]),
          PUBLIC_URL: publicUrl,
          DEMO: 'on',
          // Requests are counted by address, and whoever asks here has one of many.
          TRUST_PROXY: '127.0.0.1',
          SMTP_URL: `smtp://${RECEIVER_HOSTS.mail}:${PORTS.mail}`,
          MIN_FREE_SPACE: place.name === 'A' ? String(MIN_FREE) : '0',
          NODE_EXTRA_CA_CERTS: certificate,
          LOG_LEVEL: 'info',
          ...(place.name === 'B' && clock.env),
        },
      },
      words => {
        surprised(words)
        place.isReady = false
        setTimeout(() => !over.signal.aborted && start(place), RESTART_MS)
      },
    )
  }
  const end = async (place: Place, signal: NodeJS.Signals): Promise<void> => {
    place.isReady = false
    await place.server?.end(signal)
  }
  /** Asks a server again and again whether it is ready, as a proxy does. */
  const look = async (place: Place): Promise<void> => {
    while (!over.signal.aborted) {
      const { server } = place
      const isReady = await fetch(`${place.url}/readyz`, {
        signal: AbortSignal.timeout(LOOK_PATIENCE_MS),
      }).then(
        async answer => {
          await answer.text()
          return answer.ok
        },
        () => false,
      )
      if (server === place.server) place.isReady = isReady && server?.isRunning() === true
      await rest(LOOK_MS)
    }
  }
  const looking = places.map(look)
  /** Waits until both servers are ready; throws with the end of their logs after five minutes. */
  const untilReady = async (which: readonly Place[] = places): Promise<void> => {
    const tooLate = performance.now() + READY_MS
    while (!which.every(({ isReady }) => isReady)) {
      if (performance.now() > tooLate) {
        const logs = which.map(({ name }) => readFileSync(logOf(name), 'utf8').slice(-2000))
        throw new Error(`Not ready after ${READY_MS / 1000} s:\n${logs.join('\n')}`)
      }
      await rest(100)
    }
  }

  const helper = (name: string, args: readonly string[]): Helper => {
    const logFile = join(folder, `${name}.log`)
    const begin = (): SupervisedProcess => startProcess({ name, args, logFile }, surprised)
    const one: Helper = {
      name,
      process: begin(),
      start: () => {
        one.process = begin()
      },
    }
    return one
  }
  const received = { webhooks: join(folder, 'received-webhooks'), mail: join(folder, 'received-mail') }
  for (const file of Object.values(received)) writeFileSync(file, '')
  const program = join(projectRoot, 'tools/soak/receivers.ts')
  const receivers: readonly [webhooks: Helper, mail: Helper] = [
    helper('webhook receiver', [
      ...[program, 'webhooks', PUBLIC_ADDRESS, String(PORTS.webhooks), received.webhooks],
      ...[certificate, key],
    ]),
    helper('mail receiver', [program, 'mail', '127.0.0.1', String(PORTS.mail), received.mail]),
  ]

  const [a, b] = places
  start(a)
  await untilReady([a])
  start(b)
  await untilReady()
  return {
    ...{ places, reach, databaseUrl, publicUrl, folder, disks, names, clock, surprises, receivers, received },
    ...{ start, end, untilReady, readyUrl, logOf },
    logAddress: `http://127.0.0.1:${door.port}/log/`,
    webhookUrl: `https://${RECEIVER_HOSTS.webhooks}:${PORTS.webhooks}/`,
    surprised,
    killDatabase: () => {
      const [pid] = readFileSync(join(disks.database.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: async (): Promise<void> => {
      over.abort()
      await Promise.all(looking)
      door.close()
      for (const place of places) await end(place, 'SIGTERM')
      for (const { process: one } of receivers) await one.end('SIGTERM')
      await embedded.stop()
    },
    /** Copies what the processes printed to a folder that stays. */
    keepLogs: (): string => {
      const kept = mkdtempSync(join(tmpdir(), 'credit-market-soak-logs-'))
      for (const place of [folder, disks.data.folder])
        for (const name of readdirSync(place).filter(one => one.endsWith('.log')))
          cpSync(join(place, name), join(kept, name))
      return kept
    },
    /** Removes every file of the run. */
    remove: (): void => {
      for (const { folder: mounted } of Object.values(disks)) runProgram('umount', '-l', mounted)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The market and its processes, while they run. */
export type RunningFleet = Awaited<ReturnType<typeof startFleet>>
