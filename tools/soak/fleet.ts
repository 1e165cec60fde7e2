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
import { openFakeClock } from './clock.ts'
import { mountMemoryDisk, openNames, PUBLIC_ADDRESS, runProgram } from './namespaces.ts'
import { startProcess, type SupervisedProcess } from './processes.ts'
import { openServers } from './servers.ts'

/** A process besides the servers, which is started again after each end. */
export interface Helper {
  name: string
  process: SupervisedProcess
  start: () => void
}

const DATA_MEGABYTES = 768
const DATABASE_MEGABYTES = 3072
/** Server A refuses changes below this; server B goes on until the disk is full. */
const MIN_FREE = 64
const PORTS = { webhooks: 4543, mail: 4544 } as const
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
  const databaseLog = join(folder, 'database.log')
  const write = (line: string): void => appendFileSync(databaseLog, `${line}\n`)
  const embedded = await startEmbeddedDatabase({ dataDir: disks.database.folder, log: write, tell: write })
  void embedded.failed.then(error => surprised(`The database was given up: ${error.message}`))
  const { connection: reach } = embedded
  const databaseUrl = `postgres://localhost/${reach.database}?${new URLSearchParams({ host: reach.host, user: reach.user }).toString()}`

  const servers = await openServers({
    folder: disks.data.folder,
    surprised,
    environmentOf: ({ name }) => ({
      DATABASE_URL: databaseUrl,
      SMTP_URL: `smtp://${RECEIVER_HOSTS.mail}:${PORTS.mail}`,
      MIN_FREE_SPACE: name === 'A' ? String(MIN_FREE) : '0',
      NODE_EXTRA_CA_CERTS: certificate,
      ...(name === 'B' && clock.env),
    }),
  })
  const { places, start, untilReady } = servers

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
    ...servers,
    ...{ reach, databaseUrl, folder, disks, names, clock, surprises, receivers, received },
    webhookUrl: `https://${RECEIVER_HOSTS.webhooks}:${PORTS.webhooks}/`,
    surprised,
    killDatabase: () => {
      const [pid] = readFileSync(join(disks.database.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: async (): Promise<void> => {
      await servers.stop()
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
