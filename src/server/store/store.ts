import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Change, Given, Read } from '#actions/kit/changes'
import type { Entities, StoredKind } from '#domain/entities'
import { isLostRace, NothingThere, refusalOf, StatusMovedOn } from './refusals.ts'
import { type Database, isJson } from './tables.ts'

/** What is stored, and the only way to change it. */
export type Store = Readonly<{
  db: Kysely<Database>
  read: Read
  /** All of the work or nothing of it. It may be run twice, so it must do nothing outside the database. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The same, and then nothing of it: what the work found out is all that remains. */
  rehearsal: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}>

/** The store within one transaction: a row read by `one` stays as it is until the end of it. */
export type Tx = Read &
  Readonly<{
    db: Transaction<Database>
    /** The row, to be changed by nobody else until the end of the transaction. */
    lock: <K extends StoredKind>(kind: K, id: string) => Promise<Entities[K] | undefined>
    apply: (changes: readonly Change[], given: Given) => Promise<void>
    /** What the tables check at the end of a transaction is checked now. */
    checkNow: () => Promise<void>
  }>

/** Opens the store on a database. */
export const openStore = (db: Kysely<Database>): Store => ({
  db,
  read: readFrom(db),
  transaction: work => tried(() => db.transaction().execute(trx => work(txOn(trx)))),
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

// Here a table is looked up by a kind known only at run time; the types of `Read` and `Change` vouch for the rest.
type Row = Record<string, unknown>
const anyTable = (db: Kysely<Database>) => db as unknown as Kysely<Record<string, Row>>

const entityOf = <K extends StoredKind>(row: Row | undefined) => {
  if (!row) return undefined
  const { ordinal: _, ...entity } = row
  return entity as unknown as Entities[K]
}

type Lock = 'share' | 'change' | 'none'

const find = async <K extends StoredKind>(db: Kysely<Database>, kind: string, id: string, lock: Lock) =>
  entityOf<K>(
    await anyTable(db)
      .selectFrom(kind)
      .selectAll()
      .where('id', '=', id)
      .$if(lock === 'share', query => query.forShare())
      // Rows that merely refer to this one may still come and go.
      .$if(lock === 'change', query => query.forNoKeyUpdate())
      .executeTakeFirst(),
  )

const readFrom = (db: Kysely<Database>, lock: Lock = 'none'): Read => {
  const select = (kind: StoredKind, where: Row) =>
    anyTable(db)
      .selectFrom(kind)
      .selectAll()
      .where(eb => eb.and(Object.entries(where).map(([column, wanted]) => isWanted(column, wanted))))
  return {
    one: <K extends StoredKind>(kind: K, id: string) => find<K>(db, kind, id, lock),
    list: async <K extends StoredKind>(kind: K, where: Row) =>
      (await select(kind, where).orderBy('ordinal').execute()).map(row => entityOf<K>(row)!),
    latest: async <K extends StoredKind>(kind: K, where: Row) =>
      entityOf<K>(await select(kind, where).orderBy('ordinal', 'desc').limit(1).executeTakeFirst()),
  }
}

const isWanted = (column: string, wanted: unknown): Expression<SqlBool> => {
  // Left out by mistake, a condition would let through the rows of everybody.
  if (wanted === undefined) throw new Error(`Nothing is said of what ${column} should be`)
  const name = sql.ref(column)
  if (wanted === null) return sql<SqlBool>`${name} is null`
  if (!Array.isArray(wanted)) return sql<SqlBool>`${name} = ${wanted}`
  const anyOf = sql<SqlBool>`${name} = any(${wanted.filter(value => value !== null)})`
  return wanted.includes(null) ? sql<SqlBool>`(${anyOf} or ${name} is null)` : anyOf
}

const txOn = (db: Transaction<Database>): Tx => {
  const versioned = new Set<string>()
  return {
    db,
    ...readFrom(db, 'share'),
    lock: <K extends StoredKind>(kind: K, id: string) => find<K>(db, kind, id, 'change'),
    apply: async (changes, given) => {
      // The ledger, which the database writes, tells the time of the action.
      await sql`select set_config('market.now', ${given.now}, true)`.execute(db)
      for (const change of merged(changes)) await carryOut(db, change, given, versioned)
    },
    checkNow: async () => void (await sql`set constraints all immediate`.execute(db)),
  }
}

type Write = Extract<Change, { change: 'update' | 'move' }>

const isWrite = (change: Change): change is Write => change.change === 'update' || change.change === 'move'

/**
 * A row's status and what belongs to it change in one statement, since the tables check them together. Nothing
 * is put off beyond a removal, for which a row may first have had to let go of what is removed.
 */
const merged = (changes: readonly Change[]): Change[] => {
  const result: Change[] = []
  for (const change of changes) {
    const earlier = isWrite(change) ? lastWrite(result, change) : -1
    if (earlier < 0) result.push(change)
    else result.push(together(result.splice(earlier, 1)[0] as Write, change as Write))
  }
  return result
}

const lastWrite = (changes: readonly Change[], { kind, id, change }: Write): number => {
  const index = changes.findLastIndex(other => isWrite(other) && other.kind === kind && other.id === id)
  const isBarred = changes.slice(index + 1).some(other => other.change === 'remove')
  return isBarred || (change === 'move' && changes[index]?.change === 'move') ? -1 : index
}

const together = (first: Write, second: Write): Write => ({
  ...(first.change === 'move' ? first : second),
  patch: { ...first.patch, ...second.patch },
})

const carryOut = async (db: Kysely<Database>, change: Change, given: Given, versioned: Set<string>) => {
  switch (change.change) {
    case 'create':
      await anyTable(db).insertInto(change.kind).values(columnsOf(change.kind, change.row)).execute()
      versioned.add(`${change.kind} ${change.row.id}`)
      return
    case 'update':
    case 'move':
      return write(db, change, versioned)
    case 'remove': {
      const { numDeletedRows } = await anyTable(db)
        .deleteFrom(change.kind)
        .where('id', '=', change.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new NothingThere(`There is no ${change.kind} ${change.id} to remove`)
      return
    }
    case 'start':
      await db
        .insertInto('task')
        .values({
          id: given.newId(),
          kind: change.task,
          roundId: change.roundId,
          payload: JSON.stringify(change.payload),
          createdAt: given.now,
        })
        .execute()
      return
    case 'mail':
      await db
        .insertInto('mailOutbox')
        .values({
          id: given.newId(),
          letter: change.letter,
          organisationId: change.organisationId,
          toAddress: change.toAddress,
          facts: JSON.stringify(change.facts),
          notBefore: given.now,
          createdAt: given.now,
        })
        .execute()
      return
    case 'remark':
    case 'quote':
      // A sentence for the trail, which is kept beside the rows.
      return
  }
}

const write = async (db: Kysely<Database>, change: Write, versioned: Set<string>): Promise<void> => {
  const { kind, id } = change
  const row = `${kind} ${id}`
  // However many steps a transaction takes, a reader sees one change of the row.
  const version = versioned.has(row) ? {} : { version: sql`version + 1` }
  const status = change.change === 'move' ? { status: change.to } : {}
  const columns = { ...columnsOf(kind, change.patch), ...status, ...version }
  if (Object.keys(columns).length === 0) return
  const { numUpdatedRows } = await anyTable(db)
    .updateTable(kind)
    .set(columns)
    .where('id', '=', id)
    .$if(change.change === 'move', query => query.where('status', '=', (change as { from: string }).from))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw change.change === 'move'
      ? new StatusMovedOn(`The ${kind} ${id} is no longer ${change.from}`)
      : new NothingThere(`There is no ${kind} ${id} to change`)
  versioned.add(row)
}

// What is undefined is left as it is: in a new row the column's default, in a patch the present value.
const columnsOf = (kind: StoredKind, row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      isJson(kind, column) && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
