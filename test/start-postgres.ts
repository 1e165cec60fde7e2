import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { projectRoot } from '#server/process/places'
import { lockDataFolder } from '#server/embedded/data-folder-lock'
import { startEmbeddedDatabase } from '#server/embedded/embedded'
import { runAsMaintainer, type DatabaseConnectionConfig } from './postgres.ts'
import { databasesLike, dropDatabases, templatesOf } from './template-databases.ts'

/** A PostgreSQL, the name under which its templates are cached for later runs, if they are, and its stop function. */
interface Server {
  reach: DatabaseConnectionConfig
  keptAs?: string
  stop: () => Promise<void>
}

/** A PostgreSQL, the name of this run there, and its stop function. */
interface Started {
  run: string
  reach: DatabaseConnectionConfig
  end: () => Promise<void>
}

const startOn = async (dataDir: string) => {
  const { connection: reach, stop } = await startEmbeddedDatabase({ dataDir })
  await runAsMaintainer(async client => {
    // These databases need not survive a power cut, so nothing waits for the disk.
    await client.query('alter system set fsync = off')
    await client.query('alter system set full_page_writes = off')
    // Otherwise the write-ahead log would fill a gigabyte between two runs.
    await client.query('alter system set wal_recycle = off')
    await client.query('select pg_reload_conf()')
    // A killed run leaves its databases.
    await dropDatabases(client, await databasesLike(client, '^test_|_making$'))
  }, reach)
  return { reach, stop }
}

/** The cached embedded PostgreSQL between runs, with its templates. */
const KEPT = join(projectRoot, '.cache/test-postgres')

/** Starts the cached PostgreSQL, which is made again if it is broken. */
const startKept = async (unlock: () => void): Promise<Server> => {
  const dataDir = join(KEPT, 'data')
  const { reach, stop } = await startOn(dataDir).catch(() => {
    rmSync(dataDir, { recursive: true, force: true })
    return startOn(dataDir)
  })
  return { reach, keptAs: 'kept', stop: () => stop().finally(unlock) }
}

/** Starts another one while a run uses the cached one. */
const startTemporary = async (): Promise<Server> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-test-'))
  const { reach, stop } = await startOn(dataDir)
  return { reach, stop: () => stop().finally(() => rmSync(dataDir, { recursive: true, force: true })) }
}

const startServer = async (): Promise<Server> => {
  const { DATABASE_URL: outside, TEST_TEMPLATES: keptAs } = process.env
  if (outside) return { reach: { connectionString: outside }, keptAs, stop: async () => undefined }
  mkdirSync(KEPT, { recursive: true })
  const unlock = await lockDataFolder(KEPT).catch(() => undefined)
  return unlock ? startKept(unlock) : startTemporary()
}

const start = async (): Promise<Started> => {
  const { reach, keptAs, stop } = await startServer()
  const run = keptAs ?? randomBytes(4).toString('hex')
  const end = async () => {
    if (!keptAs)
      await runAsMaintainer(
        async client => dropDatabases(client, await databasesLike(client, `^${templatesOf(run)}`)),
        reach,
      )
    await stop()
  }
  return { run, reach, end }
}

/** Shared by this process: each project loads this file separately, and all copy from the same templates. */
const shared = globalThis as { testsPostgres?: { started: Promise<Started>; users: number } }

/** One PostgreSQL for all tests that need one: the embedded one, or the one in DATABASE_URL. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  shared.testsPostgres ??= { started: start(), users: 0 }
  const its = shared.testsPostgres
  its.users += 1
  const { run, reach, end } = await its.started
  provide('run', run)
  provide('postgres', reach)
  return async () => {
    its.users -= 1
    if (its.users > 0) return
    delete shared.testsPostgres
    await end()
  }
}
