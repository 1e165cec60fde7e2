import type { Kysely } from 'kysely'
import { type SystemVerification, systemVerification } from '#contract/system/system-verification'
import type { Instant } from '@credit-market/values/dates'
import type { StoreTransaction } from '../store/store.ts'
import { readInstallationRecord, readInstallationValue, writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { buildNoticeRows } from '../runner/told-rows.ts'
import { writeNotices } from '../runner/notices-write.ts'
import { formatDifference } from './check.ts'
import type { VerificationResult } from './verify.ts'

const KEY = 'verification'
/** Key of the note with verified results and the progress of verifications. */
const KEPT = 'verified'
/** Key of the time of the last verification of additions, among its progress. */
const ADDITIONS = 'additions'
/** Limit of differences that are stored in full. */
const MOST_NOTED = 100
/** Limit of differences named in an email. */
const MOST_TOLD = 3

/** Returns the result of the last verification; null if there was none, or it was stored by an earlier version. */
export const readLastVerification = (db: Kysely<Database>): Promise<SystemVerification | null> =>
  readInstallationRecord(db, KEY, systemVerification)

/** Returns what earlier verifications have stored for the next. */
export const readStoredVerificationData = async (db: Kysely<Database>): Promise<Map<string, string>> =>
  new Map(
    Object.entries(JSON.parse((await readInstallationValue(db, KEPT)) ?? '{}') as Record<string, string>),
  )

const writeStoredVerificationData = (
  db: Kysely<Database>,
  kept: ReadonlyMap<string, string>,
): Promise<void> => writeInstallationValue(db, KEPT, JSON.stringify(Object.fromEntries(kept)))

/** Stores that the additions were verified without differences, and the progress for the next verification. */
export const recordAdditions = (
  db: Kysely<Database>,
  now: Instant,
  kept: ReadonlyMap<string, string>,
): Promise<void> => writeStoredVerificationData(db, new Map([...kept, [ADDITIONS, now]]))

/** Returns when the additions were last verified; undefined if never since everything was repeated. */
export const readAdditionsVerifiedAt = async (db: Kysely<Database>): Promise<Instant | undefined> =>
  (await readStoredVerificationData(db)).get(ADDITIONS)

/** True if there are differences that were not there before. */
const isNew = ({ faults, differences }: SystemVerification, before: SystemVerification | null): boolean => {
  const known = new Set(before?.differences.map(formatDifference))
  return faults > (before?.faults ?? 0) || differences.some(one => !known.has(formatDifference(one)))
}

const tell = async (tx: StoreTransaction, { at, faults, differences }: SystemVerification): Promise<void> => {
  const operators = await tx.list('organisation', { type: 'OPER' })
  const first = differences.slice(0, MOST_TOLD).map(formatDifference)
  const facts = { faults: String(faults), first: first.join('\n'), page: '/system?tab=installation' }
  const all = operators.map(({ id }) => {
    const [notice, kind] = ['records-differ', 'organisation'] as const
    return { notice, kind, id, key: `${notice} ${id} ${at}`, facts }
  })
  await writeNotices(tx.db, await buildNoticeRows(tx, all), { now: at, actorId: null })
}

/** Stores the result of a verification and its data for the next; notifies administrators of new differences, once. */
export const recordVerification = async (
  tx: StoreTransaction,
  { at, tookMs, parts, differences, more }: VerificationResult,
  kept: ReadonlyMap<string, string>,
): Promise<void> => {
  const before = await readLastVerification(tx.db)
  const faults = differences.length + more
  const wholeAt = faults === 0 ? at : (before?.wholeAt ?? null)
  const named = differences.slice(0, MOST_NOTED)
  const outcome = { at, ok: faults === 0, faults, wholeAt, tookMs, parts, differences: named }
  await writeInstallationValue(tx.db, KEY, JSON.stringify(outcome satisfies SystemVerification))
  await writeStoredVerificationData(tx.db, kept)
  if (isNew(outcome, before)) await tell(tx, outcome)
}
