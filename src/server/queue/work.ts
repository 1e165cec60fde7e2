import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { whileDoing } from '../doing.ts'
import type { Database } from '../store/tables.ts'
import { troubleOf } from '../store/trouble.ts'
import { tryAgain } from '../store/try-again.ts'
import {
  fail,
  giveBack,
  MOST_UNANSWERED,
  type Queue,
  type QueueItem,
  type QueueTable,
  setAside,
} from './queue.ts'

/** For how long a worker tries to give back an item while the database is away. */
const GIVE_BACK_MS = 600_000

interface Work<Item> {
  now: () => Instant
  take: () => Promise<Item | undefined>
  /** Works on the item and answers it. Whatever it throws is no answer. */
  perform: (item: Item) => Promise<void>
  /** Runs after an attempt without an answer. */
  failed?: (item: Item) => Promise<void>
  stopping?: AbortSignal
}

/**
 * Takes the next item of a queue and works on it; false where none is due. Errors of the work are recorded and thrown again.
 * An item whose attempts keep ending without an answer is set aside instead; a database that is away counts against no item.
 */
export const workOnNext = async <N extends QueueTable, Item extends QueueItem>(
  db: Kysely<Database>,
  queue: Queue<N>,
  { now, take, perform, failed = async () => {}, stopping }: Work<Item>,
): Promise<boolean> => {
  const item = await take()
  if (!item) return false
  if (item.unanswered > MOST_UNANSWERED) {
    await setAside(db, queue, item)
    await failed(item)
    return true
  }
  const record = async (error: unknown): Promise<void> => {
    await fail(db, queue, item, error)
    await failed(item)
  }
  try {
    await whileDoing({ kind: 'item', name: queue.table, id: item.id, fail: record }, () => perform(item))
  } catch (error) {
    if (troubleOf(error)) await giveBackWhenPossible(() => giveBack(db, queue, item, now()), stopping)
    else await record(error)
    throw error
  }
  return true
}

const giveBackWhenPossible = async (write: () => Promise<void>, stopping?: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([AbortSignal.timeout(GIVE_BACK_MS), ...(stopping ? [stopping] : [])])
  await tryAgain(write, { hindrance: error => troubleOf(error)?.sentence, tell: () => {}, signal, rest })
}

/** Waits no longer than a second: whoever waits for the item waits for this too. */
const rest = async (_ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(1000, undefined, { ref: false, signal }).catch(() => undefined)
