import { pino } from 'pino'
import { vi } from 'vitest'
import { openSecrets } from '#server/auth/secrets'
import { watchMarketKey } from '#server/auth/market-key'
import { startBackground } from '#server/background'
import { openFileStore } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { readConfig } from '#server/process/config'
import { connectDatabase, countPoolConnections } from '#server/store/database'
import { readInstallationValue } from '#server/store/notes'
import { createFrozenTime } from '../builders/market-clock.ts'
import { certify } from '../builders/seal.ts'
import { copyTemplate, demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { watchQueries } from './watch-queries.ts'

const STEP_MS = 100
const STEPS_OF_A_MINUTE = 60_000 / STEP_MS
/** Turns of the event loop without a query, after which no more is expected at this instant. */
const QUIET_TURNS = 5

const turn = () => new Promise<void>(resolve => void setImmediate(resolve))

/**
 * Counts the statements per second of a server that no one uses: all work in the background runs for a minute of a
 * simulated clock, which stands still while a statement is on its way.
 */
export const statementsPerIdleSecond = async (): Promise<number> => {
  const { name, connection, dataDir, remove } = await copyTemplate(demonstration)
  const db = connectDatabase(connection)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on', PORT: '0' })
  const runtime = openActionRuntime(db, {
    certify,
    time: createFrozenTime(() => TEMPLATE_NOW),
    secondPersonFor: () => 'nobody',
  })
  const files = await openFileStore(config.files)
  const secrets = openSecrets(config)
  const log = pino({ level: 'silent' })
  const watched = watchQueries(name)
  const isQuiet = (): boolean => {
    const { totalCount, idleCount, waitingCount } = countPoolConnections(db)!
    return waitingCount === 0 && totalCount === idleCount
  }
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn()
      if (!isQuiet()) quiet = 0
    }
  }
  const aMinute = async (): Promise<number> => {
    watched.texts.length = 0
    for (let step = 0; step < STEPS_OF_A_MINUTE; step += 1) {
      await vi.advanceTimersByTimeAsync(STEP_MS)
      await settle()
    }
    return watched.texts.length
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  try {
    const working = [
      ...startBackground({ runtime, files, config, secrets, db, reach: connection }, log),
      watchMarketKey(db, secrets, () => {}),
    ]
    // The first minute sends what waits and does what is due. The integrity check runs in a thread, which no simulated clock waits for.
    await aMinute()
    while ((await readInstallationValue(db, 'jobs-done-up-to')) === undefined) await turn()
    await settle()
    const statements = await aMinute()
    for (const { stop } of working) await stop()
    return statements / 60
  } finally {
    vi.useRealTimers()
    watched.stop()
    await db.destroy()
    await remove()
  }
}
