import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { canonicalJson } from '#domain/canonical'
import type { Receipt } from '#contract/subject'
import type { ActivityTable, Database } from './tables.ts'

/** What happened to one subject, before it is numbered and chained. */
export type ActivityEntry = Omit<ActivityTable, 'seq' | 'prevHash' | 'hash' | 'details'> & {
  details: unknown
}

/** The hash that chains an entry: of the hash of the entry before it and all that the entry says. */
const hashOf = ({ prevHash, ...said }: Omit<ActivityTable, 'hash'>): string =>
  createHash('sha256')
    .update(prevHash + canonicalJson(said))
    .digest('hex')

/** What somebody can keep of an entry, to show later that it was written so. */
export const receiptOf = ({ hash, prevHash, ...said }: ActivityTable): Receipt => ({
  hash,
  prevHash,
  entry: canonicalJson(said),
})

const rowsAtOnce = 1000

/**
 * Adds to the log. Let it be the last thing a transaction does: from here until its end nobody else can add
 * anything, which is why the numbers have no gaps.
 */
export const append = async (db: Transaction<Database>, entries: readonly ActivityEntry[]): Promise<void> => {
  if (entries.length === 0) return
  let head = await db.selectFrom('activityHead').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow()
  const rows = entries.map(entry => {
    const at = new Date(entry.at).toISOString()
    const details = canonicalJson(entry.details)
    const said = { ...entry, at, details, seq: head.seq + 1, prevHash: head.hash }
    head = { seq: said.seq, hash: hashOf(said) }
    return { ...said, hash: head.hash }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('activity')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  await db.updateTable('activityHead').set(head).execute()
}

/** A point of the log as somebody noted it down, outside the database. */
export type ChainPoint = Readonly<{ seq: number; hash: string }>

/** Is the log whole? If not: the first entry that is not as it was written, and what is wrong with it. */
export type ChainVerdict =
  | Readonly<{ ok: true; length: number; hash: string }>
  | Readonly<{ ok: false; seq: number; why: string }>

/**
 * Walks the whole log and recomputes every hash. Somebody who may change the tables could cut off the end and
 * also the note of where the end was; that is found only against a point noted elsewhere.
 */
export const verifyChain = (db: Kysely<Database>, noted?: ChainPoint): Promise<ChainVerdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      let last: ChainPoint = { seq: 0, hash: '0'.repeat(64) }
      for (;;) {
        const page = await pageAfter(trx, last.seq)
        for (const entry of page) {
          const why = faultOf(entry, last) ?? contradiction(entry, noted)
          if (why) return { ok: false, ...why }
          last = entry
        }
        if (page.length < rowsAtOnce) break
      }
      const head = await trx.selectFrom('activityHead').select(['seq', 'hash']).executeTakeFirst()
      return faultOfEnd(last, head, noted)
    })

const pageAfter = (db: Kysely<Database>, seq: number): Promise<ActivityTable[]> =>
  db.selectFrom('activity').selectAll().where('seq', '>', seq).orderBy('seq').limit(rowsAtOnce).execute()

type Fault = Readonly<{ seq: number; why: string }>

const faultOf = (entry: ActivityTable, before: ChainPoint): Fault | undefined => {
  const { hash, ...said } = entry
  if (entry.seq !== before.seq + 1) return { seq: before.seq + 1, why: 'is missing' }
  if (entry.prevHash !== before.hash) return { seq: entry.seq, why: 'does not follow the entry before it' }
  if (hash !== hashOf(said)) return { seq: entry.seq, why: 'is not what was written' }
  return undefined
}

const contradiction = (entry: ChainPoint, noted: ChainPoint | undefined): Fault | undefined =>
  noted?.seq === entry.seq && noted.hash !== entry.hash
    ? { seq: entry.seq, why: 'is another one than was noted' }
    : undefined

const faultOfEnd = (last: ChainPoint, head?: ChainPoint, noted?: ChainPoint): ChainVerdict => {
  if ((head?.seq ?? 0) > last.seq || (noted?.seq ?? 0) > last.seq)
    return { ok: false, seq: last.seq + 1, why: 'is missing' }
  if (head?.seq !== last.seq || head.hash !== last.hash)
    return { ok: false, seq: last.seq, why: 'is not where the log is said to end' }
  return { ok: true, length: last.seq, hash: last.hash }
}
