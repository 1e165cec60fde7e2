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
import { note } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { noteSignedBy, ORIGIN, originOf } from './keys.ts'

/** What checkpoints are signed with, and at what address the market is reached. */
export interface Signing {
  secrets: Secrets
  publicUrl: string
}

const AN_HOUR_MINUTES = 60

/** The last head that was signed. */
export const lastCheckpoint = (db: Kysely<Database>): Promise<LogCheckpointTable | undefined> =>
  db.selectFrom('logCheckpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()

/** How far the log, the credits and the rounds have come at one instant of the database's clock. */
interface State {
  at: Instant
  size: number
  /** The same without a note of the last head that nothing follows. */
  toSign: number
  mark: string
  isWhole: boolean
}

const stateOf = async (db: Kysely<Database>): Promise<State> => {
  const { rows } = await sql<State>`
    select market_clock() as at, (select coalesce(max(index) + 1, 0) from log_leaf) as size,
      ${LENGTH_TO_SIGN} as to_sign,
      (select coalesce(max(seq), 0) from credit_ledger) || ' ' || (select coalesce(sum(version), 0) from round) as mark,
      not exists (select from activity_waiting)
        and (select coalesce(max(seq), 0) from activity_chain) = (select coalesce(max(seq), 0) from log_leaf) as "isWhole"`.execute(
    db,
  )
  return rows[0]!
}

/** Was it signed while the clock was wrong? Then it is not the newest in anything but size. */
const isDatedAhead = (last: LogCheckpointTable, { at }: State): boolean => last.at > at

const isDue = (last: LogCheckpointTable | undefined, state: State): boolean => {
  const { at, size, toSign, mark } = state
  if (!last) return size > 0
  // The same log is not signed again, since it would be the same note.
  if (size > last.size && isDatedAhead(last, state)) return true
  if (toSign <= last.size) return false
  return mark !== last.mark || addMinutes(last.at, AN_HOUR_MINUTES) <= at
}

/**
 * Signs the head of the log where that is due by the database's clock: an hour after the last time, at once when credits have
 * changed or a round took a step (it opened, closed, was matched or settled), and where the last is dated in the future. The entry
 * that follows notes the size of the head, so neither the head nor all that came after it can be cut off without a trace (decision
 * 0138). Answers how many entries were signed, 0 where none were. Throws where the log does not go on from what was signed before,
 * and nothing is signed.
 */
export const signIfDue = async (db: Kysely<Database>, signing: Signing): Promise<number> => {
  const [last, state] = await Promise.all([lastCheckpoint(db), stateOf(db)])
  if (!isDue(last, state)) return 0
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('sign the log'))`.execute(trx)
    return sign(trx, signing)
  })
}

const sign = async (trx: Transaction<Database>, { secrets, publicUrl }: Signing): Promise<number> => {
  await holdKey(trx, secrets)
  const [last, state] = await Promise.all([lastCheckpoint(trx), stateOf(trx)])
  const { at, size } = state
  if (!isDue(last, state)) return 0
  const read = readingHashes(trx)
  const root = await rootFrom(size, read)
  if (last && !verifyConsistency(last, { size, root }, await consistencyFrom(last.size, size, read)))
    throw new Error(
      `The log does not go on from the head of ${last.size} entries that was signed: npm run verify names what was changed`,
    )
  const origin = await originOf(trx, publicUrl)
  if (!last) await note(trx, ORIGIN, origin)
  await trx
    .insertInto('logCheckpoint')
    .values({
      ...{ size, at, root: Buffer.from(root), keyFingerprint: secrets.logSeal.fingerprint, isNoted: true },
      note: await noteSignedBy(secrets.logSeal, origin, checkpointText({ origin, size, root })),
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
