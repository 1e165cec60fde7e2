import type { Kysely } from 'kysely'
import type { ReadinessView } from '#contract/system/system'
import type { ServerConfig } from '../process/config.ts'
import type { FileStore } from '../files/file-store.ts'
import { isFileStoreReady } from '../files/market-files.ts'
import { resultWithinTimeLimit } from '../metrics/facts.ts'
import { readFreeDiskSpace } from '../store/free-space.ts'
import type { MarketTime } from '../store/market-time.ts'
import { syncMarketTime } from '../store/market-time.ts'
import { testWrite } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import type { DatabaseOutage } from '../process/trouble.ts'

/** State of the installation: free disk space, and reachability of its services. */
export interface InstallationHealth {
  /** True if a disk of data or documents has less free space than the minimum. Changes are then refused. */
  isShortOfSpace: () => Promise<boolean>
  /** Reports a failure that a request met; the database then counts as not ready until a write has succeeded. */
  notice: (trouble: DatabaseOutage) => void
  /**
   * Readiness of every service, within two seconds even if one hangs: a service that does not answer is not ready.
   */
  readiness: () => Promise<Omit<ReadinessView, 'accepting'>>
}

const PATIENCE_MS = 2000

interface Parts {
  db: Kysely<Database>
  time: MarketTime
  files: FileStore
  config: ServerConfig
  log: { warn: (words: string) => void }
  measure?: (folder: string) => Promise<number>
}

/** Monitors the installation. Measures on request only. */
export const openHealthMonitor = ({
  db,
  time,
  files,
  config,
  log,
  measure = readFreeDiskSpace,
}: Parts): InstallationHealth => {
  const folders = [config.dataDir, ...(config.files.kind === 'folder' ? [config.files.folder] : [])]

  let wasShort = false
  const isShortOfSpace = async (): Promise<boolean> => {
    const measured = await Promise.allSettled(folders.map(measure))
    // A disk that cannot be measured may have space; readiness checks if documents can be reached.
    const isShort = measured.some(one => one.status === 'fulfilled' && one.value < config.minFreeSpace)
    if (isShort !== wasShort)
      log.warn(
        isShort
          ? `Less than ${config.minFreeSpace} bytes are free at ${config.dataDir}: nothing can be changed until there is more space`
          : `There is enough space again at ${config.dataDir}`,
      )
    wasShort = isShort
    return isShort
  }

  let isTroubled = false
  const takesWrites = async (): Promise<boolean> => {
    if (!isTroubled) return true
    await testWrite(db)
    isTroubled = false
    return true
  }
  const databaseAnswers = async (): Promise<boolean> => {
    await syncMarketTime(db, time)
    return takesWrites()
  }
  const queueAnswers = () => db.selectFrom('task').select('id').limit(1).execute()

  // Concurrent probes share one pending query, so that a hanging service does not pile them up.
  const database = sharing(databaseAnswers)
  const queue = sharing(queueAnswers)
  const documents = sharing(() => isFileStoreReady(db, files))
  const room = sharing(async () => !(await isShortOfSpace()))
  return {
    isShortOfSpace,
    notice: ({ kind }) => {
      isTroubled ||= kind !== 'slow'
    },
    readiness: async () => {
      const [isDatabase = false, isQueue = false, isFiles = false, isRoom = false] = await Promise.all(
        [database, queue, documents, room].map(part => resultWithinTimeLimit(PATIENCE_MS, part)),
      )
      const message = time.trouble()
      return {
        ...{ database: isDatabase, queue: isQueue, files: isFiles, space: isRoom },
        ...{ clock: message === null, message },
      }
    },
  }
}

/** Runs one probe at a time; concurrent callers share its answer. */
const sharing = (ask: () => Promise<unknown>): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= ask()
      .then(
        answer => answer !== false,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}
