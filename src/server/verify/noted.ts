import type { Kysely } from 'kysely'
import { type SystemVerification, systemVerification } from '#contract/system-verification'
import type { Tx } from '../store/store.ts'
import { note, noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { toldRows } from '../runner/notices/told-rows.ts'
import { writeNotices } from '../runner/notices/write.ts'
import { lineOf } from './check.ts'
import type { Verification } from './verify.ts'

const KEY = 'verification'
/** Under which it is noted what was found sound, and how far verifications have come. */
const KEPT = 'verified'
/** So many differences are noted by name. */
const MOST_NOTED = 100
/** So many are named in a letter. */
const MOST_TOLD = 3

/** What came of the last verification; null where there was none, or what is noted is of an earlier version. */
export const lastVerification = async (db: Kysely<Database>): Promise<SystemVerification | null> => {
  const value = await noteOf(db, KEY)
  return value === undefined ? null : (systemVerification.safeParse(JSON.parse(value)).data ?? null)
}

/** What earlier verifications have kept for the next. */
export const keptFrom = async (db: Kysely<Database>): Promise<Map<string, string>> =>
  new Map(Object.entries(JSON.parse((await noteOf(db, KEPT)) ?? '{}') as Record<string, string>))

/** Does anything differ now that did not before? */
const isNew = ({ faults, differences }: SystemVerification, before: SystemVerification | null): boolean => {
  const known = new Set(before?.differences.map(lineOf))
  return faults > (before?.faults ?? 0) || differences.some(one => !known.has(lineOf(one)))
}

const tell = async (tx: Tx, { at, faults, differences }: SystemVerification): Promise<void> => {
  const operators = await tx.list('organisation', { type: 'OPER' })
  const first = differences.slice(0, MOST_TOLD).map(lineOf)
  const facts = { faults: String(faults), first: first.join('\n'), page: '/system?tab=installation' }
  const all = operators.map(({ id }) => {
    const [notice, kind] = ['records-differ', 'organisation'] as const
    return { notice, kind, id, key: `${notice} ${id} ${at}`, facts }
  })
  await writeNotices(tx.db, await toldRows(tx, all), { now: at, actorId: null })
}

/**
 * Notes what came of a verification and what it has kept for the next; and where something differs that did not before, tells the
 * administrators, once.
 */
export const noteVerification = async (
  tx: Tx,
  { at, tookMs, parts, differences, more }: Verification,
  kept: ReadonlyMap<string, string>,
): Promise<void> => {
  const before = await lastVerification(tx.db)
  const faults = differences.length + more
  const wholeAt = faults === 0 ? at : (before?.wholeAt ?? null)
  const named = differences.slice(0, MOST_NOTED)
  const outcome = { at, ok: faults === 0, faults, wholeAt, tookMs, parts, differences: named }
  await note(tx.db, KEY, JSON.stringify(outcome satisfies SystemVerification))
  await note(tx.db, KEPT, JSON.stringify(Object.fromEntries(kept)))
  if (isNew(outcome, before)) await tell(tx, outcome)
}
