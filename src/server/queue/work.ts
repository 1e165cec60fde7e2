import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { runAsActivity } from '../process/doing.ts'
import type { Database } from '../store/tables/tables.ts'
import { findDatabaseOutage } from '../process/trouble.ts'
import { retryWithPauses } from '../process/try-again.ts'
import {
  failAttempt,
  releaseItem,
  MAX_UNANSWERED_ATTEMPTS,
  type Queue,
  type QueueItem,
  type QueueTable,
  setItemAside,
} from './queue.ts'

/** Time for which a worker tries to give back an item during an outage of the database. */
const GIVE_BACK_MS = 600_000

interface Work<Item> {
  now: () => Instant
  take: () => Promise<Item | undefined>
  /** Works on the item and answers it. An error that it throws does not count as an answer. */
  perform: (item: Item) => Promise<void>
  /** Runs after an attempt without an answer. */
  failed?: (item: Item) => Promise<void>
  stopping?: AbortSignal
}

/**
 * Takes the next item of a queue and works on it; returns false if none is due. Errors of the work are recorded and
 * thrown again. An item whose attempts keep ending without an answer is set aside; an outage of the database counts
 * against no item.
 */
export const processNextItem = async <N extends QueueTable, Item extends QueueItem>(
  db: Kysely<Database>,
  queue: Queue<N>,
  { now, take, perform, failed = async () => {}, stopping }: Work<Item>,
): Promise<boolean> => {
  const item = await take()
  if (!item) return false
  if (item.unanswered > MAX_UNANSWERED_ATTEMPTS) {
    await setItemAside(db, queue, item)
    await failed(item)
    return true
  }
  const record = async (error: unknown): Promise<void> => {
    await failAttempt(db, queue, item, error)
    await failed(item)
  }
  try {
    await runAsActivity({ kind: 'item', name: queue.table, id: item.id, fail: record }, () => perform(item))
  } catch (error) {
    if (findDatabaseOutage(error))
      await giveBackWhenPossible(() => releaseItem(db, queue, item, now()), stopping)
    else await record(error)
    throw error
  }
  return true
}

const giveBackWhenPossible = async (write: () => Promise<void>, stopping?: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([AbortSignal.timeout(GIVE_BACK_MS), ...(stopping ? [stopping] : [])])
  await retryWithPauses(write, {
    hindrance: error => findDatabaseOutage(error)?.sentence,
    tell: () => {},
    signal,
    rest,
  })
}

/** Waits at most a second: whoever waits for the item waits for this too. */
const rest = async (_ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(1000, undefined, { ref: false, signal }).catch(() => undefined)
