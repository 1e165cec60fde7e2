import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/store/embedded'
import { emptyFolder, type Running, startServer } from '../bench/installation.ts'

/** A place in the fleet: the server that stands there now, if one does. */
export interface Place {
  name: string
  server?: Running
  since: number
}

/** Two servers with the same files and key on one PostgreSQL. */
export interface Fleet {
  places: readonly [Place, Place]
  /** How to reach the database. */
  reach: Readonly<{ host: string; user: string; database: string }>
  start: (place: Place) => Promise<void>
  killDatabase: () => void
  stop: () => Promise<void>
}

/** Starts the database and both servers, the first of which loads the demonstration. */
export const startFleet = async (): Promise<Fleet> => {
  const databaseDir = emptyFolder()
  const dataDir = emptyFolder()
  const { connection: reach, stop } = await startEmbedded({ dataDir: databaseDir })
  const url = `postgres://localhost/${reach.database}?${new URLSearchParams({ host: reach.host, user: reach.user }).toString()}`
  const places = [
    { name: 'A', since: 0 },
    { name: 'B', since: 0 },
  ] satisfies readonly Place[] as [Place, Place]
  const start = async (place: Place): Promise<void> => {
    place.server = await startServer(dataDir, 'on', { DATABASE_URL: url })
    place.since = performance.now()
  }
  for (const place of places) await start(place)
  return {
    places,
    reach,
    start,
    killDatabase: () => {
      const [pid] = readFileSync(join(databaseDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: async () => {
      for (const { server } of places) await server?.stop()
      await stop()
    },
  }
}
