import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change, Given, Read, Where } from '#actions/kit/changes'
import type { Instant } from '#domain/dates'
import type { Entities, StoredKind } from '#domain/entities'
import { isKeyOf } from '#domain/narrow'
import { carryOut } from './carry-out.ts'
import { marketClock } from './market-clock.ts'
import { nameInTables } from './database.ts'
import { isLostRace, refusalOf } from './refusals.ts'
import { ask, type Row, rowsOf } from './rows.ts'
import { publishedRange } from './settled-prices.ts'
import type { Database } from './tables.ts'

/** What is stored, and the only way to change it. */
export type Store = Readonly<{
  db: Kysely<Database>
  read: Read
  /** Reads over one connection: what is asked at once goes out at once. */
  look: <T>(work: (look: Look) => Promise<T>) => Promise<T>
  /** All of the work or nothing of it. It may be run twice, so it must do nothing outside the database. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * The same; what has come of it is then looked at over the same connection, right behind the commit. Of work that comes to
   * `Undone` nothing remains but that.
   */
  transactionAnd: <T, S, W>(
    work: (tx: Tx) => Promise<T | Undone<W>>,
    see: (done: T, look: Look) => Promise<S>,
  ) => Promise<S | Undone<W>>
  /** The same, and then nothing of it: what the work found out is all that remains. */
  rehearsal: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}>

/** Work that found out why it should not be done, and is taken back. */
export class Undone<W> {
  readonly why: W

  constructor(why: W) {
    this.why = why
  }
}

/** What is stored, as it is now. */
export type Look = Readonly<{ db: Kysely<Database>; read: Read }>

/** The store within one transaction: a row read by `one` stays as it is until the end of it. */
export type Tx = Read &
  Readonly<{
    db: Transaction<Database>
    /** The row, to be changed by nobody else until the end of the transaction; its round is read along with it. */
    lock: <K extends StoredKind>(kind: K, id: string) => Promise<Entities[K] | undefined>
    apply: (changes: readonly Change[], given: Given) => Promise<void>
    /** The same, and what comes next: it goes out behind the last of the changes, before they are answered. */
    applyAnd: <T>(changes: readonly Change[], given: Given, next: () => Promise<T>) => Promise<T>
    /** What the tables check at the end of a transaction is checked now. */
    checkNow: () => Promise<void>
  }>

/** Opens the store on a database. */
export const openStore = (db: Kysely<Database>): Store => ({
  db,
  read: readFrom(db),
  look: work => onOne(db, one => work({ db: one, read: readFrom(one) })),
  transaction: work => tried(() => db.transaction().execute(trx => work(txOn(trx)))),
  transactionAnd: async (work, see) => {
    const seen = await tried(() => onOne(db, one => transactAnd(one, work, see)))
    // By then all is done, so a failure is not tried again.
    if (seen.status === 'rejected') throw seen.reason
    return seen.value
  },
  rehearsal: work =>
    tried(async () => {
      const trx = await db.startTransaction().execute()
      try {
        return await work(txOn(trx))
      } finally {
        await trx.rollback().execute()
      }
    }),
})

const transactAnd = async <T, S, W>(
  db: Kysely<Database>,
  work: (tx: Tx) => Promise<T | Undone<W>>,
  see: (done: T, look: Look) => Promise<S>,
): Promise<PromiseSettledResult<S | Undone<W>>> => {
  const trx = await db.startTransaction().execute()
  let done: T | Undone<W>
  try {
    done = await work(txOn(trx))
  } catch (error) {
    await trx.rollback().execute()
    throw error
  }
  if (done instanceof Undone) {
    await trx.rollback().execute()
    return { status: 'fulfilled', value: done }
  }
  const [committed, seen] = await Promise.allSettled([
    trx.commit().execute(),
    see(done, { db, read: readFrom(db) }),
  ])
  if (committed.status === 'rejected') throw committed.reason
  return seen
}

const onOne = <T>(db: Kysely<Database>, work: (one: Kysely<Database>) => Promise<T>): Promise<T> =>
  db.connection().execute(one => {
    wholes.set(one, db)
    return work(one)
  })

const wholes = new WeakMap<Kysely<Database>, Kysely<Database>>()

/** The database that a connection leads to: what is remembered of it is remembered by this. */
export const wholeOf = (db: Kysely<Database>): Kysely<Database> => wholes.get(db) ?? db

/** Tries once more what was given up for the sake of somebody else. */
const tried = async <T>(attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt().catch((error: unknown) => {
      if (isLostRace(error)) return attempt()
      throw error
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

// The types of `Read` and `Change` vouch for what a row of a kind holds.
const entityOf = <K extends StoredKind>(row: Row | undefined) => {
  if (!row) return undefined
  const { ordinal: _, ...entity } = row
  return entity as unknown as Entities[K]
}

// Rows that merely refer to one that is to be changed may still come and go.
const LOCKS = { share: 'for share', change: 'for no key update', none: '' }
type Lock = keyof typeof LOCKS

const find = async <K extends StoredKind>(
  db: Kysely<Database>,
  kind: K,
  which: string | Row,
  lock: Lock,
): Promise<Entities[K] | undefined> => {
  const where = typeof which === 'string' ? { id: which } : which
  return entityOf<K>((await rowsOf(db, kind, where, LOCKS[lock]))[0])
}

const readFrom = (db: Kysely<Database>, lock: Lock = 'none'): Read => ({
  one: <K extends StoredKind>(kind: K, which: string | Row) => find(db, kind, which, lock),
  list: async <K extends StoredKind>(kind: K, where: Row, most?: number) => {
    const limit = most === undefined ? '' : ` limit ${most}`
    return (await rowsOf(db, kind, where, `order by ordinal${limit}`)).map(row => entityOf<K>(row)!)
  },
  latest: async <K extends StoredKind>(kind: K, where: Row) =>
    entityOf<K>((await rowsOf(db, kind, where, 'order by ordinal desc limit 1'))[0]),
  clock: () => marketClock(db),
  priceRange: (creditType, marketId) => publishedRange(db, creditType, marketId),
})

type InRound = { [K in StoredKind]: Entities[K] extends { roundId: string } ? K : never }[StoredKind]

const inRound: Readonly<Record<InRound, true>> = {
  roundDeclaration: true,
  participation: true,
  agentAuthority: true,
  project: true,
  projectGroup: true,
  requirement: true,
  requirementGroup: true,
  matchResult: true,
  credit: true,
}

/** The round of a row, held as it is. Its row is locked in the same breath, so it has the round that it had then. */
const roundOf = async (db: Kysely<Database>, kind: InRound, id: string) => {
  const its = `select round_id from ${nameInTables(kind)} where id = $1`
  return entityOf<'round'>((await ask(db, `select * from round where id = (${its}) for share`, [id])).rows[0])
}

const txOn = (db: Transaction<Database>): Tx => {
  const versioned = new Set<string>()
  // What is locked cannot change but by this transaction itself, so it is read once.
  const held = new Map<string, Promise<unknown>>()
  const hold = <T>(kind: string, id: string, row: Promise<T>): Promise<T> => {
    held.set(`${kind} ${id}`, row)
    return row
  }
  const read = readFrom(db, 'share')
  let decidedAt: Promise<Instant> | undefined
  const applyAnd: Tx['applyAnd'] = (changes, given, next) => {
    held.clear()
    return carryOut(db, changes, { ...given, versioned, next })
  }
  return {
    db,
    ...read,
    one: <K extends StoredKind>(kind: K, which: string | Where<K>) => {
      if (typeof which !== 'string') return read.one(kind, which)
      const known = held.get(`${kind} ${which}`) as Promise<Entities[K] | undefined> | undefined
      return known ?? hold(kind, which, read.one(kind, which))
    },
    lock: async <K extends StoredKind>(kind: K, id: string) => {
      const row = hold(kind, id, find(db, kind, id, 'change'))
      const its = isKeyOf(inRound, kind) ? roundOf(db, kind, id) : undefined
      // It goes out behind the locks, so it is asked when they are held: later than all that was waited for.
      if (its || kind === 'round') decidedAt ??= marketClock(db)
      const [locked, round] = await Promise.all([row, its, decidedAt])
      if (round) held.set(`round ${round.id}`, Promise.resolve(round))
      return locked
    },
    clock: () => (decidedAt ??= marketClock(db)),
    apply: (changes, given) => applyAnd(changes, given, async () => {}),
    applyAnd,
    checkNow: async () => void (await sql`set constraints all immediate`.execute(db)),
  }
}
