import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessageOf } from '#domain/values/narrow'
import { pino } from 'pino'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded.ts'
import { configForFounding, readConfig, type ServerConfig } from './process/config.ts'
import { openLineOutput, openLogOutput } from './process/output.ts'
import { refuseTakenPort } from './process/taken-port.ts'

const complain = openLineOutput(process.stderr)

const stopWith = (message: string): never => {
  complain(message)
  process.exit(1)
}

const readOrStop = (): ServerConfig => {
  try {
    const config = readConfig(process.env)
    // In an empty folder, refuse before anything is created there.
    return existsSync(join(config.dataDir, 'postgres')) ? config : configForFounding(process.env, undefined)
  } catch (error) {
    return stopWith(errorMessageOf(error))
  }
}

/** Starts the server. Most of the code is in `serve-market.ts`, which is loaded while the embedded database starts (decision 0257). */
const start = async (): Promise<void> => {
  const given = readOrStop()
  // Checked before minutes are spent on loading.
  await refuseTakenPort(given.host, given.port)
  const log = pino({ level: given.logLevel }, openLogOutput(process.stdout.fd))
  let starting: Promise<EmbeddedDatabase> | undefined
  if (!given.databaseUrl)
    await new Promise<void>((launched, failed) => {
      const { dataDir } = given
      starting = startEmbeddedDatabase({ dataDir, log: line => log.debug(line), tell: complain, launched })
      starting.catch(failed)
    })
  const [embedded, { serveMarket }] = await Promise.all([starting, import('./serve-market.ts')])
  embedded?.failed.then(
    error => stopWith(`The embedded database has failed: ${error.message}`),
    error => stopWith(`The embedded database cannot be monitored: ${errorMessageOf(error)}`),
  )
  await serveMarket({ given, embedded, log, complain })
}

start().catch((error: unknown) => {
  const cause = error instanceof Error ? error.cause : undefined
  stopWith(cause instanceof Error ? `${errorMessageOf(error)}\n${cause.stack}` : errorMessageOf(error))
})
