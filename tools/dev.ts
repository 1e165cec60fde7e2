import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createListener } from 'node:net'
import { join, relative } from 'node:path'
import { createServer } from 'vite'
import { configForFounding, readConfig } from '#server/process/config'
import { readMarketFounding } from '#server/demonstration/founding'
import { projectRoot } from '#server/process/places'
import { connectDatabase } from '#server/store/database'
import { type EmbeddedDatabaseAddress, startEmbeddedDatabase } from '#server/embedded/embedded'

// Database and pages stay; only the server between them restarts when its source changes.

const freePort = async (wanted: number): Promise<number> => {
  const listener = createListener().listen(wanted, '127.0.0.1')
  try {
    await once(listener, 'listening')
  } catch {
    return freePort(0)
  }
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address ? address.port : wanted
}

/** The server is given the address of this database, which alone would have it founded as a real market. */
const isDemonstration = async (connection: EmbeddedDatabaseAddress): Promise<boolean> => {
  const db = connectDatabase(connection)
  try {
    return configForFounding(process.env, await readMarketFounding(db)).demo
  } finally {
    await db.destroy()
  }
}

const urlOf = ({ host, user, database }: EmbeddedDatabaseAddress) =>
  `postgres://localhost/${database}?${new URLSearchParams({ host, user }).toString()}`

const config = readConfig(process.env)
const embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedDatabase({ dataDir: config.dataDir, tell: console.error })
const demo = embedded ? ((await isDemonstration(embedded.connection)) ? 'on' : 'off') : process.env.DEMO
process.env.PORT = String(await freePort(config.port))
const pages = await createServer({ configFile: join(projectRoot, 'vite.config.ts') })
await pages.listen()

const serve = () =>
  spawn(process.execPath, ['tools/with-node.mjs', 'src/server/main.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      PUBLIC_URL: pages.resolvedUrls?.local[0],
      DATABASE_URL: config.databaseUrl ?? (embedded && urlOf(embedded.connection)),
      DEMO: demo,
      END_WITH_PARENT: '1',
    },
  })

let server = serve()
const stopServer = async () => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

let restarts = Promise.resolve()
const restart = async () => {
  await stopServer()
  server = serve()
}

// An editor, and more so a change of branch, writes several files at once.
let soon: NodeJS.Timeout | undefined
pages.watcher.add(['src', 'packages'].map(name => join(projectRoot, name))).on('all', (_, file) => {
  const path = relative(projectRoot, file)
  if (!/\.(ts|sql)$/.test(path) || /^src\/web\/|\.test\.ts$/.test(path)) return
  clearTimeout(soon)
  soon = setTimeout(() => {
    restarts = restarts.then(restart)
  }, 100)
})

const stop = async () => {
  clearTimeout(soon)
  await pages.close()
  await restarts
  await stopServer()
  await embedded?.stop()
  process.exit(0)
}
let stopping: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping ??= stop()
  })
void embedded?.failed.then(error => {
  console.error(`The embedded database has failed: ${error.message}`)
  process.exit(1)
})
