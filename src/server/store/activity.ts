import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { canonicalJson } from '#domain/canonical'
import type { Receipt } from '#contract/subject'
import { withoutPersonal } from './personal.ts'
import { NotStorable } from './refusals.ts'
import type { ActivityPersonalTable, ActivityTable, Database } from './tables.ts'

/**
 * What happened to one subject, before it is numbered and chained: the columns that were set, and under `quote` what
 * somebody said in words of their own. The message is in our words and names nobody.
 */
export type ActivityEntry = Omit<ActivityTable, 'seq' | 'prevHash' | 'hash' | 'details'> & {
  details: Readonly<Record<string, unknown>>
}

/** The hash that chains an entry: of the hash of the entry before it and all that the entry says. */
export const hashOf = ({ prevHash, ...said }: Omit<ActivityTable, 'hash'>): string =>
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

/** On which channel of the database every server is told that the log has grown, as soon as it has. */
export const NEWS = 'activity'

/**
 * Adds to the log; what tells of a person is kept beside it, and the entry holds a commitment to it. Let it be the last thing a transaction does: from here until its end nobody else can add
 * anything, which is why the numbers have no gaps.
 */
export const append = async (db: Transaction<Database>, entries: readonly ActivityEntry[]): Promise<void> => {
  if (entries.length === 0) return
  let head = await db.selectFrom('activityHead').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow()
  const personal: ActivityPersonalTable[] = []
  const rows = entries.map(entry => {
    const seq = head.seq + 1
    const at = new Date(entry.at).toISOString()
    const { details, parts } = withoutPersonal(entry.subjectKind, entry.details)
    for (const part of parts) personal.push({ seq, ...part })
    const said = { ...entry, at, details: canonicalJson(details), seq, prevHash: head.hash }
    head = { seq, hash: hashOf(said) }
    return { ...said, hash: head.hash }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await write(db, rows.slice(from, from + rowsAtOnce))
  for (let from = 0; from < personal.length; from += rowsAtOnce)
    await db
      .insertInto('activityPersonal')
      .values(personal.slice(from, from + rowsAtOnce))
      .execute()
  await db
    .updateTable('activityHead')
    .set(head)
    .returning(sql`pg_notify(${NEWS}, '')`.as('told'))
    .execute()
}

/** What the database gives back is all that anybody can hash again, so that is what must have the hash. */
const write = async (db: Transaction<Database>, rows: readonly ActivityTable[]): Promise<void> => {
  for (const { hash, ...said } of await db.insertInto('activity').values(rows).returningAll().execute())
    if (hash !== hashOf(said))
      throw new NotStorable(`Entry ${said.seq} of the log is not kept as it was written`)
}
