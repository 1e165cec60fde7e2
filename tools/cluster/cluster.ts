import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '#server/process/places'
import { openServers } from '../soak/servers.ts'
import {
  layOutMachines,
  backUp,
  loseMachine,
  startMachine,
  stopMachines,
  SUPERUSER_PASSWORD,
  untilWhole,
} from './machines.ts'

const PRIMARY = '127.0.0.1:5000'
const MARKET_PASSWORD = 'for-the-market'

/** The role and database of a market, as the guide makes them. */
const ROLE = readFileSync(join(projectRoot, 'deploy/make-role.sh'), 'utf8')
  .replace(/^[\s\S]*<<'SQL'\n/, '')
  .replace(/\nSQL\n$/, '')
  .replace(`:'password'`, `'${MARKET_PASSWORD}'`)

const makeRole = async (): Promise<void> => {
  const client = new pg.Client(`postgres://postgres:${SUPERUSER_PASSWORD}@${PRIMARY}/postgres`)
  await client.connect()
  // `create database` is refused together with other statements.
  for (const statement of ROLE.split(';').filter(text => text.trim() !== '')) await client.query(statement)
  await client.end()
}

/**
 * Starts a market as `deploy/cluster` has it, on this machine: three database machines, HAProxy, backups with pgBackRest,
 * and two servers, each with a standby for reads.
 */
export const startCluster = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-cluster-'))
  chmodSync(folder, 0o755)
  const machines = layOutMachines(folder)
  machines.forEach(startMachine)
  // However the run ends, nothing stays behind.
  process.once('exit', () => machines.forEach(loseMachine))
  const configuration = join(folder, 'haproxy.cfg')
  const sample = readFileSync(join(projectRoot, 'deploy/cluster/haproxy.cfg'), 'utf8')
  writeFileSync(configuration, sample.replaceAll('10.0.0.1', '127.0.0.1'))
  const proxy = spawn('haproxy', ['-db', '-f', configuration], { stdio: 'ignore' })
  proxy.on('error', () => {
    console.error('HAProxy does not run: apt-get install haproxy')
    process.exit(1)
  })
  process.once('exit', () => proxy.kill('SIGKILL'))
  backUp(await untilWhole(machines, { all: true }), 'stanza-create')
  await makeRole()

  const data = join(folder, 'market')
  mkdirSync(data)
  const surprises: string[] = []
  const surprised = (words: string): void => void surprises.push(`${new Date().toISOString()} ${words}`)
  const databaseUrl = `postgres://market:${MARKET_PASSWORD}@${PRIMARY}/market`
  const servers = await openServers({
    folder: data,
    surprised,
    environmentOf: ({ name }) => ({
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: `postgres://market:${MARKET_PASSWORD}@127.0.0.${name === 'A' ? 11 : 12}:5432/market`,
    }),
  })
  const [a, b] = servers.places
  servers.start(a)
  await servers.untilReady([a])
  servers.start(b)
  await servers.untilReady()
  return {
    ...servers,
    ...{ machines, folder, databaseUrl, surprises, surprised },
    disks: { data: { folder: data } },
    stop: async (): Promise<void> => {
      await servers.stop()
      await stopMachines(machines)
      proxy.kill()
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The market and its machines, while they run. */
export type RunningCluster = Awaited<ReturnType<typeof startCluster>>
