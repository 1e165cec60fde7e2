import { type Kysely, sql, type Transaction } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { checkpointText } from '#proof/note'
import { consistencyFrom, rootFrom } from '#proof/tiles'
import { verifyConsistency } from '#proof/verify-proof'
import { holdKey } from '../auth/market-key.ts'
import type { Secrets } from '../auth/secrets.ts'
import { append, ofInstallation } from '../store/activity.ts'
import { readingHashes } from '../store/log-tree.ts'
import { LENGTH_TO_SIGN, NOTE_CHECKPOINT } from '../store/log-heads-check.ts'
import type { LogCheckpointTable } from '../store/log-tables.ts'
import { note, noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { noteSignedBy, ORIGIN } from './keys.ts'

/** What checkpoints are signed with, and at what address the market is reached. */
export interface Signing {
  secrets: Secrets
  publicUrl: string
  now: () => Instant
}

const AN_HOUR_MINUTES = 60

/** The last head that was signed. */
export const lastCheckpoint = (db: Kysely<Database>): Promise<LogCheckpointTable | undefined> =>
  db.selectFrom('logCheckpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()

interface State {
  size: number
  /** The same without a note of the last head that nothing follows. */
  toSign: number
  mark: string
  isWhole: boolean
}

/** How far the log, the credits and the settlements have come, of one moment. */
const stateOf = async (db: Kysely<Database>): Promise<State> => {
  const { rows } = await sql<State>`
    select (select coalesce(max(index) + 1, 0) from log_leaf) as size,
      ${LENGTH_TO_SIGN} as to_sign,
      (select coalesce(max(seq), 0) from credit_ledger) || ' ' || (select count(*) from round where status = 'Settled') as mark,
      not exists (select from activity_waiting)
        and (select coalesce(max(seq), 0) from activity_chain) = (select coalesce(max(seq), 0) from log_leaf) as "isWhole"`.execute(
    db,
  )
  return rows[0] ?? { size: 0, toSign: 0, mark: '', isWhole: false }
}

const isDue = (last: LogCheckpointTable | undefined, { toSign, mark }: State, now: Instant): boolean => {
  if (toSign <= (last?.size ?? 0)) return false
  return !last || mark !== last.mark || addMinutes(last.at, AN_HOUR_MINUTES) <= now
}

/**
 * Signs the head of the log where that is due: an hour after the last time, and at once when credits have changed or a round
 * was settled. The same log is not signed again, since it would be the same note. The entry that follows notes the size of the head,
 * so neither the head nor all that came after it can be cut off without a trace (decision 0138). Answers how many entries were signed, 0 where
 * nothing was due. Throws where the log does not go on from what was signed before, and nothing is signed.
 */
export const signIfDue = async (db: Kysely<Database>, signing: Signing): Promise<number> => {
  const [last, state] = await Promise.all([lastCheckpoint(db), stateOf(db)])
  if (!isDue(last, state, signing.now())) return 0
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('sign the log'))`.execute(trx)
    return sign(trx, signing)
  })
}

const sign = async (trx: Transaction<Database>, { secrets, publicUrl, now }: Signing): Promise<number> => {
  await holdKey(trx, secrets)
  const [last, state] = await Promise.all([lastCheckpoint(trx), stateOf(trx)])
  const [at, { size }] = [now(), state]
  if (!isDue(last, state, at)) return 0
  const read = readingHashes(trx)
  const root = await rootFrom(size, read)
  if (last && !verifyConsistency(last, { size, root }, await consistencyFrom(last.size, size, read)))
    throw new Error(
      `The log does not go on from the head of ${last.size} entries that was signed: npm run verify names what was changed`,
    )
  const origin = (await noteOf(trx, ORIGIN)) ?? `${new URL(publicUrl).host}/log`
  if (!last) await note(trx, ORIGIN, origin)
  await trx
    .insertInto('logCheckpoint')
    .values({
      ...{ size, at, root: Buffer.from(root), keyFingerprint: secrets.logSeal.fingerprint, isNoted: true },
      note: noteSignedBy(secrets.logSeal, origin, checkpointText({ origin, size, root })),
      // What is committed and not chained yet is signed as soon as it is.
      mark: state.isWhole ? state.mark : (last?.mark ?? ''),
    })
    .execute()
  const title = 'Note a checkpoint of the log'
  const details = { size, root: Buffer.from(root).toString('hex') }
  await append(trx, [
    ofInstallation({ at, action: NOTE_CHECKPOINT, title, message: `${title}: ${size} entries`, details }),
  ])
  return size
}
