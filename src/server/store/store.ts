import { type Kysely, sql, type Transaction } from 'kysely'
import type { Change, EffectContext, Read, RowFilter } from '#actions/kit/changes'
import type { Instant } from '@credit-market/values/dates'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { isKeyOf } from '#domain/values/narrow'
import { applyChanges } from './carry-out.ts'
import { readMarketClock } from './market-clock.ts'
import { toSqlName } from './naming.ts'
import { readHeldShares } from './held-shares.ts'
import {
  listBidsWithoutDeposit,
  listPayableInvoices,
  listReturnedPayments,
  readCheckFunds,
} from './payable-invoices.ts'
import { isRetryable, toStoreRefusal } from './refusals.ts'
import { runSqlText, type DomainRow, selectRows } from './rows.ts'
import { readPublishedPriceRange } from './settled-prices.ts'
import type { Database } from './tables/tables.ts'

/** The stored data, and the only way to change it. */
export type Store = Readonly<{
  db: Kysely<Database>
  read: Read
  /** Reads over one connection: concurrent queries are sent together. */
  look: <T>(work: (look: ReadAccess) => Promise<T>) => Promise<T>
  /** Does all of the work or none. The work may run twice, so it must have no effect outside the database. */
  transaction: <T>(work: (tx: StoreTransaction) => Promise<T>) => Promise<T>
  /**
   * Like `transaction`, then runs `see` over the same connection right after the commit. If the work results in
   * `RolledBackResult`, it is rolled back and only that result remains.
   */
  transactionAnd: <T, S, W>(
    work: (tx: StoreTransaction) => Promise<T | RolledBackResult<W>>,
    see: (done: T, look: ReadAccess) => Promise<S>,
  ) => Promise<S | RolledBackResult<W>>
  /** Like `transaction`, but always rolled back: only the result of the work remains. */
  rehearsal: <T>(work: (tx: StoreTransaction) => Promise<T>) => Promise<T>
}>

/** Result of work that must not be done and is rolled back, with the reason. */
export class RolledBackResult<W> {
  readonly why: W

  constructor(why: W) {
    this.why = why
  }
}

/** Read access to the current data. */
export type ReadAccess = Readonly<{ db: Kysely<Database>; read: Read }>

/** The store within one transaction: a row read by `one` does not change until the transaction ends. */
export type StoreTransaction = Read &
  Readonly<{
    db: Transaction<Database>
    /** Locks the row against changes by others until the transaction ends, and reads its round as well. */
    lock: <K extends StoredKind>(kind: K, id: string) => Promise<EntityMap[K] | undefined>
    apply: (changes: readonly Change[], given: EffectContext) => Promise<void>
    /** Like `apply`, and sends `next` right after the last of the changes, before they are answered. */
    applyAnd: <T>(changes: readonly Change[], given: EffectContext, next: () => Promise<T>) => Promise<T>
    /** Checks now the constraints that are deferred to the end of the transaction. */
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
    // The work is committed by then, so a failure of `see` is not tried again.
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
  work: (tx: StoreTransaction) => Promise<T | RolledBackResult<W>>,
  see: (done: T, look: ReadAccess) => Promise<S>,
): Promise<PromiseSettledResult<S | RolledBackResult<W>>> => {
  const trx = await db.startTransaction().execute()
  let done: T | RolledBackResult<W>
  try {
    done = await work(txOn(trx))
  } catch (error) {
    await trx.rollback().execute()
    throw error
  }
  if (done instanceof RolledBackResult) {
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

/** Returns the database that a connection belongs to; caches of a database are keyed by this object. */
export const databaseOfConnection = (db: Kysely<Database>): Kysely<Database> => wholes.get(db) ?? db

/** Tries once more if the database gave up the first attempt in favour of another transaction. */
const tried = async <T>(attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt().catch((error: unknown) => {
      if (isRetryable(error)) return attempt()
      throw error
    })
  } catch (error) {
    throw toStoreRefusal(error)
  }
}

// The types of `Read` and `Change` guarantee the columns of each kind's rows.
const entityOf = <K extends StoredKind>(row: DomainRow | undefined) => {
  if (!row) return undefined
  const { ordinal: _, ...entity } = row
  return entity as unknown as EntityMap[K]
}

// Rows that only refer to a locked row may still be added and removed.
const LOCKS = { share: 'for share', change: 'for no key update', none: '' }
type Lock = keyof typeof LOCKS

const find = async <K extends StoredKind>(
  db: Kysely<Database>,
  kind: K,
  which: string | DomainRow,
  lock: Lock,
): Promise<EntityMap[K] | undefined> => {
  const where = typeof which === 'string' ? { id: which } : which
  return entityOf<K>((await selectRows(db, kind, where, LOCKS[lock]))[0])
}

const readFrom = (db: Kysely<Database>, lock: Lock = 'none'): Read => ({
  one: <K extends StoredKind>(kind: K, which: string | DomainRow) => find(db, kind, which, lock),
  list: async <K extends StoredKind>(kind: K, where: DomainRow, most?: number) => {
    const limit = most === undefined ? '' : ` limit ${most}`
    return (await selectRows(db, kind, where, `order by ordinal${limit}`)).map(row => entityOf<K>(row)!)
  },
  latest: async <K extends StoredKind>(kind: K, where: DomainRow) =>
    entityOf<K>((await selectRows(db, kind, where, 'order by ordinal desc limit 1'))[0]),
  clock: () => readMarketClock(db),
  priceRange: (creditType, marketId) => readPublishedPriceRange(db, creditType, marketId),
  payableInvoices: (day, most) => listPayableInvoices(db, day, most),
  bidsWithoutDeposit: roundId => listBidsWithoutDeposit(db, roundId),
  heldShares: (projectIds, day) => readHeldShares(db, projectIds, day),
  checkFunds: () => readCheckFunds(db),
  returnedPayments: invoiceIds => listReturnedPayments(db, invoiceIds),
})

type InRound = { [K in StoredKind]: EntityMap[K] extends { roundId: string } ? K : never }[StoredKind]

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
  case: true,
  roundQuestion: true,
  invoice: true,
}

/**
 * Reads the round of a row with a share lock. The row itself is locked at the same time, so its round cannot change.
 */
const roundOf = async (db: Kysely<Database>, kind: InRound, id: string) => {
  const its = `select round_id from ${toSqlName(kind)} where id = $1`
  return entityOf<'round'>(
    (await runSqlText(db, `select * from round where id = (${its}) for share`, [id])).rows[0],
  )
}

const txOn = (db: Transaction<Database>): StoreTransaction => {
  const versioned = new Set<string>()
  // Only this transaction can change what is locked, so it is read once.
  const held = new Map<string, Promise<unknown>>()
  const hold = <T>(kind: string, id: string, row: Promise<T>): Promise<T> => {
    held.set(`${kind} ${id}`, row)
    return row
  }
  const read = readFrom(db, 'share')
  let decidedAt: Promise<Instant> | undefined
  const applyAnd: StoreTransaction['applyAnd'] = (changes, given, next) => {
    held.clear()
    return applyChanges(db, changes, { ...given, versioned, next })
  }
  return {
    db,
    ...read,
    one: <K extends StoredKind>(kind: K, which: string | RowFilter<K>) => {
      if (typeof which !== 'string') return read.one(kind, which)
      const known = held.get(`${kind} ${which}`) as Promise<EntityMap[K] | undefined> | undefined
      return known ?? hold(kind, which, read.one(kind, which))
    },
    lock: async <K extends StoredKind>(kind: K, id: string) => {
      const row = hold(kind, id, find(db, kind, id, 'change'))
      const its = isKeyOf(inRound, kind) ? roundOf(db, kind, id) : undefined
      // The query goes out after the locks, so its instant is after everything that the transaction waited for.
      if (its || kind === 'round') decidedAt ??= readMarketClock(db)
      const [locked, round] = await Promise.all([row, its, decidedAt])
      if (round) held.set(`round ${round.id}`, Promise.resolve(round))
      return locked
    },
    clock: () => (decidedAt ??= readMarketClock(db)),
    apply: (changes, given) => applyAnd(changes, given, async () => {}),
    applyAnd,
    checkNow: async () => void (await sql`set constraints all immediate`.execute(db)),
  }
}
