import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedDatabase } from '#server/embedded/embedded'
import { findPostgresLauncher } from '#server/embedded/postgres-launcher'
import { checkDatabases } from '#server/doctor/database'
import { readConfig } from '#server/process/config'
import { connectDatabase } from '#server/store/database'
import {
  MAX_REPLICA_LAG_MS,
  MAX_WORKING_LAG_MS,
  openReadReplica,
  type ReadOnlyStore,
} from '#server/http/replica'
import { openStore } from '#server/store/store'
import { writeInstallationValue, readInstallationValue } from '#server/store/notes'
import { waitUntil } from '../builders/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'credit-market-replica-'))
let primary: Awaited<ReturnType<typeof startEmbeddedDatabase>>
let here: ReadOnlyStore
let standby: Awaited<ReturnType<typeof startStandby>>

/** A copy of the running server that follows it, like a streaming replica. */
const startStandby = async (dataDir: string, reach: typeof primary.connection) => {
  const launcher = findPostgresLauncher(dataDir)
  const cluster = join(folder, 'standby')
  const client = new pg.Client(reach)
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  cpSync(join(dataDir, 'postgres'), cluster, {
    recursive: true,
    filter: path => !path.endsWith('postmaster.pid'),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(cluster, 'standby.signal'), '')
  launcher.own(cluster)
  const start = async () => {
    const server = launcher.start('postgres', [
      ...['-D', cluster, '-c', 'listen_addresses=', '-c', 'port=5433'],
      ...[
        '-c',
        `unix_socket_directories=${reach.host}`,
        '-c',
        `primary_conninfo=host=${reach.host} user=app`,
      ],
    ])
    const said = createInterface(server.stderr!)
    await new Promise<void>(resolve => said.on('line', line => line.includes('ready to accept') && resolve()))
    return server
  }
  let server = await start()
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  const again = async () => {
    server = await start()
  }
  return { reach: { ...reach, port: 5433 }, stop, again }
}

beforeAll(async () => {
  primary = await startEmbeddedDatabase({ dataDir: folder })
  const db = connectDatabase(primary.connection)
  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', key => key.primaryKey())
    .addColumn('value', 'text')
    .execute()
  here = { store: openStore(db), now: () => '2026-06-01T12:00:00.000Z' }
  standby = await startStandby(folder, primary.connection)
})
afterAll(async () => {
  await standby.stop()
  await here.store.db.destroy()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const isCopy = async ({ store }: ReadOnlyStore): Promise<boolean> =>
  (await sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`.execute(store.db)).rows[0]!.copy

const onStandby = async (statement: string): Promise<void> => {
  const client = new pg.Client(standby.reach)
  await client.connect()
  await client.query(statement)
  await client.end()
}

it('the replica is read while it is fresh, and the primary while it is behind or down', async () => {
  const clock = { ms: 0 }
  const replica = openReadReplica(
    here,
    standby.reach,
    () => {},
    () => clock.ms,
  )
  onTestFinished(() => replica.stop())
  const ask = <T>(work: (from: ReadOnlyStore) => Promise<T>) => replica.ask(work, MAX_REPLICA_LAG_MS)
  expect([replica.behind(), await ask(isCopy)]).toEqual([Infinity, false])
  const near = () => waitUntil('the replica is fresh', async () => replica.behind() <= MAX_REPLICA_LAG_MS)
  await near()
  expect(await ask(isCopy)).toBe(true)

  // It receives the log, but does not apply it.
  await onStandby('select pg_wal_replay_pause()')
  await waitUntil('it has paused', () =>
    ask(async ({ store }) => {
      const { rows } = await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(
        store.db,
      )
      return rows[0]?.state === 'paused'
    }),
  )
  await writeInstallationValue(here.store.db, 'word', 'new')
  const word = ({ store }: ReadOnlyStore) => readInstallationValue(store.db, 'word')
  // It was up to date just now, so it is still used.
  expect(await ask(word)).toBeUndefined()
  clock.ms += MAX_WORKING_LAG_MS + 1
  expect([await replica.ask(word, MAX_WORKING_LAG_MS), await ask(word)]).toEqual(['new', undefined])
  clock.ms += MAX_REPLICA_LAG_MS
  expect(await ask(word)).toBe('new')
  await onStandby('select pg_wal_replay_resume()')
  await near()
  expect(await ask(async from => [await isCopy(from), await word(from)])).toEqual([true, 'new'])

  // An invalid query fails everywhere.
  await expect(ask(({ store }) => sql`select 1 / 0`.execute(store.db))).rejects.toThrow('division by zero')
  expect(await ask(isCopy)).toBe(true)

  await standby.stop()
  expect([await ask(isCopy), await ask(word)]).toEqual([false, 'new'])
  await standby.again()
  await near()
  expect(await ask(isCopy)).toBe(true)
})

it('the doctor tells a replica of this database from another address', async () => {
  const addressOf = ({ host, port }: { host: string; port?: number }) =>
    `postgres://app@localhost:${port ?? 5432}/${primary.connection.database}?host=${encodeURIComponent(host)}`
  const databaseUrl = addressOf(primary.connection)
  const findings = async (databaseReadUrl: string) => {
    const found = await checkDatabases({ ...readConfig({}), databaseUrl, databaseReadUrl })
    return found.filter(({ about }) => about === 'Replica').map(({ outcome, text }) => [outcome, text])
  }
  expect(await findings(addressOf(standby.reach))).toEqual([['fine', 'it follows the database']])
  expect(await findings(databaseUrl)).toEqual([
    ['advice', 'DATABASE_READ_URL names no replica. Leave it out, or name one'],
  ])
})
