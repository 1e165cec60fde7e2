import { type Kysely, sql, type Transaction } from 'kysely'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import { checkpointText } from '@credit-market/transparency-log/note'
import { consistencyProof, treeRoot } from '@credit-market/transparency-log/tiles'
import { verifyConsistency } from '@credit-market/transparency-log/verify-proof'
import { lockMarketKey } from '../auth/market-key.ts'
import type { Secrets } from '../auth/secrets.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import { createStoredHashReader } from './log-tree.ts'
import { LOG_SIZE_TO_SIGN_SQL, RECORD_CHECKPOINT_ACTION } from './log-heads-check.ts'
import type { LogCheckpointTable } from '../store/tables/log-tables.ts'
import { writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { signNote, LOG_ORIGIN_NOTE, readLogOrigin } from './keys.ts'

/** The keys that sign checkpoints, and the address of the market. */
export interface CheckpointSigner {
  secrets: Secrets
  publicUrl: string
}

const AN_HOUR_MINUTES = 60

/** Returns the last signed checkpoint. */
export const readLastCheckpoint = (db: Kysely<Database>): Promise<LogCheckpointTable | undefined> =>
  db.selectFrom('logCheckpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()

/** State of the log, the credits and the rounds at one instant of the database's clock. */
interface State {
  at: Instant
  size: number
  /** Size of the log, without an entry that records the last checkpoint and that nothing follows. */
  toSign: number
  mark: string
  isWhole: boolean
}

const stateOf = async (db: Kysely<Database>): Promise<State> => {
  const { rows } = await sql<State>`
    select market_clock() as at, (select coalesce(max(index) + 1, 0) from log_leaf) as size,
      ${LOG_SIZE_TO_SIGN_SQL} as to_sign,
      (select coalesce(max(seq), 0) from credit_ledger) || ' ' || (select coalesce(sum(version), 0) from round) as mark,
      not exists (select from activity_waiting)
        and (select coalesce(max(seq), 0) from activity_chain) = (select coalesce(max(seq), 0) from log_leaf) as "isWhole"`.execute(
    db,
  )
  return rows[0]!
}

/** True if it was signed while the clock was wrong. Then only its size shows that it is the newest. */
const isDatedAhead = (last: LogCheckpointTable, { at }: State): boolean => last.at > at

const isDue = (last: LogCheckpointTable | undefined, state: State): boolean => {
  const { at, size, toSign, mark } = state
  if (!last) return size > 0
  // The same log is not signed again, since that would give the same note.
  if (size > last.size && isDatedAhead(last, state)) return true
  if (toSign <= last.size) return false
  return mark !== last.mark || addMinutes(last.at, AN_HOUR_MINUTES) <= at
}

/**
 * Signs a checkpoint of the log if one is due by the database's clock: an hour after the last, at once when credits
 * have changed or a round took a step (it opened, closed, was matched or settled), and if the last is dated in the
 * future. The entry that follows records the size of the checkpoint, so that neither the checkpoint nor everything
 * after it can be cut off without a trace (decision 0138). Returns the number of signed entries, 0 if none was due.
 * Throws, and signs nothing, if the log does not continue what was signed before.
 */
export const signCheckpointIfDue = async (
  db: Kysely<Database>,
  signing: CheckpointSigner,
): Promise<number> => {
  const [last, state] = await Promise.all([readLastCheckpoint(db), stateOf(db)])
  if (!isDue(last, state)) return 0
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('sign the log'))`.execute(trx)
    return sign(trx, signing)
  })
}

const sign = async (
  trx: Transaction<Database>,
  { secrets, publicUrl }: CheckpointSigner,
): Promise<number> => {
  await lockMarketKey(trx, secrets)
  const [last, state] = await Promise.all([readLastCheckpoint(trx), stateOf(trx)])
  const { at, size } = state
  if (!isDue(last, state)) return 0
  const read = createStoredHashReader(trx)
  const root = await treeRoot(size, read)
  if (last && !verifyConsistency(last, { size, root }, await consistencyProof(last.size, size, read)))
    throw new Error(
      `The log does not continue the signed checkpoint of ${last.size} entries: npm run verify names the changes`,
    )
  const origin = await readLogOrigin(trx, publicUrl)
  if (!last) await writeInstallationValue(trx, LOG_ORIGIN_NOTE, origin)
  await trx
    .insertInto('logCheckpoint')
    .values({
      ...{ size, at, root: Buffer.from(root), keyFingerprint: secrets.logSeal.fingerprint, isNoted: true },
      note: await signNote(secrets.logSeal, origin, checkpointText({ origin, size, root })),
      // Committed entries that are not chained yet are signed as soon as they are.
      mark: state.isWhole ? state.mark : (last?.mark ?? ''),
    })
    .execute()
  const title = 'Note a checkpoint of the log'
  const details = { size, root: Buffer.from(root).toString('hex') }
  await appendLogEntries(trx, [
    buildInstallationEntry({
      at,
      action: RECORD_CHECKPOINT_ACTION,
      title,
      message: `${title}: ${size} entries`,
      details,
    }),
  ])
  return size
}
