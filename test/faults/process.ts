import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'rolldown'
import { onTestFinished } from 'vitest'
import { projectRoot } from '#server/process/places'
import { type DatabaseConnectionConfig, connectionUrlOf } from '../postgres.ts'

/** Bundles the server’s code into files that start quickly, below the project so that it finds its packages. */
export const bundleServer = async (): Promise<{ main: string; worker: string; remove: () => void }> => {
  const folder = await mkdtemp(join(projectRoot, 'node_modules/.test-server-'))
  await build({
    cwd: projectRoot,
    input: {
      main: 'src/server/main.ts',
      worker: 'src/server/worker.ts',
      'match-worker': 'src/server/matches/match-worker.ts',
      'pool-worker': 'packages/matching/node/pool-worker.ts',
      'inspect-process': 'src/server/files/inspect-process.ts',
      'instance-worker': 'src/server/instances/instance-worker.ts',
      'offer-worker': 'src/server/estimates/offer-worker.ts',
      'verify-worker': 'src/server/verify/verify-worker.ts',
    },
    platform: 'node',
    external: /^(?!@credit-market\/)[^.#/]/,
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js' },
    logLevel: 'silent',
  })
  return {
    main: join(folder, 'main.js'),
    worker: join(folder, 'worker.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A free port. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A server in a process of its own, on a data folder with its own database or on a database of the tests. */
export const startServer = async (
  main: string,
  dataDir: string,
  database?: DatabaseConnectionConfig,
  settings: NodeJS.ProcessEnv = {},
) => {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...(database && {
        DATABASE_URL: connectionUrlOf(database),
        REQUIRE_STEP_UP: 'off',
        SECOND_PERSON: 'nobody',
      }),
      ...settings,
    },
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', line => {
      lines.push(line)
      for (const look of waiting) look()
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, lines }))
  /** Waits until it prints this; a server that ends first is an error. */
  const says = (words: string): Promise<void> => {
    const said = new Promise<void>(resolve => {
      const look = () => lines.some(line => line.includes(words)) && resolve()
      waiting.add(look)
      look()
    })
    const tooLate = ended.then(() => {
      throw new Error(`The process ended before it printed "${words}":\n${lines.join('\n')}`)
    })
    return Promise.race([said, tooLate])
  }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => void (await kill('SIGKILL')))
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, lines, says, kill, ended }
}
