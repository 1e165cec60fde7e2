import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { rest } from './asking.ts'
import { openFrontDoor } from './front-door.ts'
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

const LOOK_MS = 500
const LOOK_PATIENCE_MS = 3000
const READY_MS = 300_000
const RESTART_MS = 1000
const PORTS = { A: 4541, B: 4542 } as const

/** Two servers of one market with one data folder: what each is given, and what is called when one ends unexpectedly. */
interface Servers {
  folder: string
  environmentOf: (place: Place) => NodeJS.ProcessEnv
  surprised: (words: string) => void
}

/**
 * Prepares the two servers of a market and the one address before them; `start` starts one. A server that ends by itself
 * is started again.
 */
export const openServers = async ({ folder, environmentOf, surprised }: Servers) => {
  const places: readonly [Place, Place] = [
    { name: 'A', url: `http://127.0.0.1:${PORTS.A}`, since: 0, isReady: false },
    { name: 'B', url: `http://127.0.0.1:${PORTS.B}`, since: 0, isReady: false },
  ]
  const over = new AbortController()
  let turn = 0
  /** The address of a server that is ready, in turn; undefined where none is. */
  const readyUrl = (): string | undefined => {
    const ready = places.filter(({ isReady }) => isReady)
    return ready[(turn += 1) % ready.length]?.url
  }
  const door = await openFrontDoor(readyUrl)
  const publicUrl = `http://market.test:${door.port}`
  const logOf = (name: string): string => join(folder, `${name}.log`)
  /** Starts a server without waiting until it is ready. One that ends by itself is started again, as a service manager would. */
  const start = (place: Place): void => {
    place.since = performance.now()
    place.server = startProcess(
      {
        name: `server ${place.name}`,
        cwd: folder,
        logFile: logOf(place.name),
        args: [join(projectRoot, 'dist/server/main.js')],
        env: {
          NODE_ENV: 'production',
          DATA_DIR: folder,
          PORT: String(PORTS[place.name]),
          PUBLIC_URL: publicUrl,
          DEMO: 'on',
          // Requests are counted by address, and whoever asks here has one of many.
          TRUST_PROXY: '127.0.0.1',
          LOG_LEVEL: 'info',
          ...environmentOf(place),
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

  return {
    ...{ places, start, end, untilReady, readyUrl, logOf, publicUrl },
    logAddress: `http://127.0.0.1:${door.port}/log/`,
    /** Ends both servers. */
    stop: async (): Promise<void> => {
      over.abort()
      await Promise.all(looking)
      door.close()
      for (const place of places) await end(place, 'SIGTERM')
    },
  }
}
