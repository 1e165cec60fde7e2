import { errorMessageOf } from '#domain/values/narrow'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { openActionRuntime } from './open-runtime.ts'
import { readConfig, type ServerConfig } from './process/config.ts'
import { installUncaughtErrorHandlers } from './process/last-resort.ts'
import { openLineOutput, openLogOutput } from './process/output.ts'
import { findStartObstacle } from './process/trouble.ts'
import { retryWithPauses } from './process/try-again.ts'
import { connectDatabase, listMigrationNames } from './store/database.ts'
import { syncMarketTime } from './store/market-time.ts'
import { listenForEntries } from './store/news.ts'
import type { Database } from './store/tables/tables.ts'
import { startMatching } from './work.ts'

const say = openLineOutput(process.stdout)
const complain = openLineOutput(process.stderr)

const stopWith = (message: string): never => {
  complain(message)
  process.exit(1)
}

const readOrStop = (): ServerConfig => {
  try {
    return readConfig(process.env)
  } catch (error) {
    return stopWith(errorMessageOf(error))
  }
}

/** Returns why a worker of this version cannot use the tables yet; throws `Error` if they are of a later version. */
const findTableObstacle = async (db: Kysely<Database>): Promise<string | undefined> => {
  const { rows } = await sql<{ founded: boolean }>`
    select to_regclass('kysely_migration') is not null as founded`.execute(db)
  if (!rows[0]?.founded) return 'The database has no tables yet: a server makes them'
  const last = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  const found = last.rows[0]?.name ?? ''
  const wanted = listMigrationNames().at(-1) ?? ''
  if (found > wanted)
    throw new Error(`The database has tables of a later version (${found}): update this worker`)
  return found === wanted ? undefined : 'The database has tables of an earlier version: a server updates them'
}

/**
 * Runs matches and other tasks of rounds for the servers of a market, and answers no requests (decision 0233). It needs
 * their database and nothing else: no files, no keys, no port.
 */
const start = async (): Promise<void> => {
  const config = readOrStop()
  if (!config.databaseUrl)
    return stopWith('DATABASE_URL is missing: a worker takes its tasks from the database of the servers')
  if (config.matchesAtOnce === 0)
    return stopWith('MATCHES_AT_ONCE is 0: a worker needs at least 1, and the servers that only serve have 0')
  const log = pino({ level: config.logLevel }, openLogOutput(process.stdout.fd))
  let stopping: Promise<void> | undefined
  const warn = (error: Error) => log.warn({ why: error.message }, 'A database connection was lost')
  const db = connectDatabase({ connectionString: config.databaseUrl }, warn)
  const runtime = openActionRuntime(db)
  const waiting = new Error('The database is not ready')
  await retryWithPauses(
    async () => {
      const obstacle = await findTableObstacle(db)
      if (obstacle !== undefined) throw new Error(obstacle, { cause: waiting })
      await syncMarketTime(db, runtime.time)
    },
    {
      hindrance: error =>
        error instanceof Error && error.cause === waiting ? error.message : findStartObstacle(error),
      tell: complain,
    },
  )
  const news = listenForEntries({ connectionString: config.databaseDirectUrl }, runtime.changeFeed.look)
  const matching = startMatching(runtime, log, config.matchesAtOnce)
  const stop = async (code: number): Promise<void> => {
    await matching.stop()
    await news.stop()
    await db.destroy()
    process.exit(code)
  }
  installUncaughtErrorHandlers({
    log,
    drainSeconds: 0,
    stop: code => {
      stopping ??= stop(code)
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping ??= stop(0)
    })
  say(`The worker runs matches: ${config.matchesAtOnce} at the same time`)
}

start().catch((error: unknown) => stopWith(errorMessageOf(error)))
