import type { Kysely } from 'kysely'
import type { Readiness } from '#contract/system'
import type { Config } from './config.ts'
import type { FileStore } from './files/file-store.ts'
import { areFilesThere } from './files/market-files.ts'
import { within } from './metrics/within.ts'
import { freeSpace } from './store/free-space.ts'
import type { MarketTime } from './store/market-time.ts'
import { hearMarketClock } from './store/market-time.ts'
import { tryToWrite } from './store/notes.ts'
import type { Database } from './store/tables.ts'
import type { Trouble } from './store/trouble.ts'

/** How the installation is: whether there is room, and whether what it stands on can be reached. */
export interface Condition {
  /** Is less free on a disk of data or documents than must stay free? Then nothing is changed. */
  isShortOfSpace: () => Promise<boolean>
  /** Takes notice of a trouble that a request met; from then on the database is not ready until it has taken a write. */
  notice: (trouble: Trouble) => void
  /** What is ready, within two seconds whatever hangs: what does not answer is not. */
  readiness: () => Promise<Omit<Readiness, 'accepting'>>
}

const PATIENCE_MS = 2000

interface Parts {
  db: Kysely<Database>
  time: MarketTime
  files: FileStore
  config: Config
  log: { warn: (words: string) => void }
  measure?: (folder: string) => Promise<number>
}

/** Watches over the installation. It measures when it is asked, and never by itself. */
export const openCondition = ({ db, time, files, config, log, measure = freeSpace }: Parts): Condition => {
  const folders = [config.dataDir, ...(config.files.kind === 'folder' ? [config.files.folder] : [])]

  let wasShort = false
  const isShortOfSpace = async (): Promise<boolean> => {
    const measured = await Promise.allSettled(folders.map(measure))
    // A disk that cannot be asked may have room; whether documents can be reached is asked for elsewhere.
    const isShort = measured.some(one => one.status === 'fulfilled' && one.value < config.minFreeSpace)
    if (isShort !== wasShort)
      log.warn(
        isShort
          ? `Less than ${config.minFreeSpace} bytes are free at ${config.dataDir}: nothing is changed until there is room`
          : `There is room again at ${config.dataDir}`,
      )
    wasShort = isShort
    return isShort
  }

  let isTroubled = false
  const takesWrites = async (): Promise<boolean> => {
    if (!isTroubled) return true
    await tryToWrite(db)
    isTroubled = false
    return true
  }
  const databaseAnswers = async (): Promise<boolean> => {
    await hearMarketClock(db, time)
    return takesWrites()
  }
  const queueAnswers = () => db.selectFrom('task').select('id').limit(1).execute()

  // Whoever asks again while a question hangs does not hang one more.
  const database = sharing(databaseAnswers)
  const queue = sharing(queueAnswers)
  const documents = sharing(() => areFilesThere(db, files))
  const room = sharing(async () => !(await isShortOfSpace()))
  return {
    isShortOfSpace,
    notice: ({ kind }) => {
      isTroubled ||= kind !== 'slow'
    },
    readiness: async () => {
      const [isDatabase = false, isQueue = false, isFiles = false, isRoom = false] = await Promise.all(
        [database, queue, documents, room].map(part => within(PATIENCE_MS, part)),
      )
      const message = time.trouble()
      return {
        ...{ database: isDatabase, queue: isQueue, files: isFiles, space: isRoom },
        ...{ clock: message === null, message },
      }
    },
  }
}

/** One asking at a time: who comes while one is under way shares its answer. */
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
