import { type Kysely, sql } from 'kysely'
import { errorMessageOf } from '#domain/values/narrow'
import type { Instant } from '@credit-market/values/dates'
import { REMOVED_PERSONAL_VALUE } from '#domain/disclosure/personal'
import { appendLogEntries, hashLogEntry } from '../store/activity.ts'
import {
  type SeparateEntryData,
  readSeparateData,
  type SeparateDataFault,
  checkSeparateData,
} from './log-personal.ts'
import { letRequestsGoFirst } from '../process/requests-first.ts'
import { readOnSnapshot } from '../store/one-moment.ts'
import { checkLogStreams, readUnchainedEntries, WHOLE_LOG_FAULT_PLACE } from './log-streams.ts'
import { checkCheckpoints } from './log-heads-check.ts'
import { checkMerkleTree } from './log-tree-check.ts'
import { QUOTE_JSON_POINTER } from '../store/personal.ts'
import type { ActivityChainTable, ActivityTable, ChainedEntry } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

/** A link of the chain as someone recorded it outside the database. */
export type RecordedChainPoint = Readonly<{ seq: number; hash: string }>

/** An error in one entry of the log, in a range of missing entries, or in the log as a whole. */
export interface LogFault {
  /** Sequence number in the chain; 0 for the log as a whole. */
  seq: number
  to: number
  why: string
  /** Explanation by an operator: who, when and how; null while there is none. */
  explanation: { by: string | null; at: Instant; text: string; seq: number } | null
}

/** Result of a check of the whole log: its end, and all errors in it; `ok` if there are none. */
export interface LogCheckResult {
  ok: boolean
  length: number
  hash: string
  faults: LogFault[]
  /** Number of further errors that are not listed. */
  more: number
}

const EXPLAIN = 'ExplainFault'
const PAGE = 1000
const MOST_NAMED = 1000

/**
 * An error, and the hash of the data it was found in: an explanation holds for exactly these data, not for others put
 * there later.
 */
type Found = SeparateDataFault

/** Key of an error. Stored explanations contain `why`, so a reworded `why` would lose its explanations. */
const keyOf = ({ seq, to, why, found }: Found): string => `${seq} ${to} ${why} ${found}`

type Explanations = Map<string, NonNullable<LogFault['explanation']>>

/**
 * Walks the whole chain, recomputes every hash, follows every stream, and compares the separately stored personal
 * values with their commitments. An error is reported and the walk goes on. A committed entry that waits to be chained
 * is an error only after too long a wait. Someone who can change the tables could cut off the end together with the
 * counts of the streams; only points `noted` elsewhere reveal that. `looked` is called after every page.
 */
export const verifyLogChain = async (
  db: Kysely<Database>,
  noted: readonly RecordedChainPoint[] = [],
  looked?: (entries: number) => void,
): Promise<LogCheckResult> => {
  const { last, faults, explanations } = await readOnSnapshot(db, moment => walk(moment, noted, looked))
  return {
    ok: faults.length === 0,
    length: last.seq,
    hash: last.hash,
    faults: faults.slice(0, MOST_NAMED).map(fault => ({
      ...{ seq: fault.seq, to: fault.to, why: fault.why },
      explanation: explanations.get(keyOf(fault)) ?? null,
    })),
    more: Math.max(faults.length - MOST_NAMED, 0),
  }
}

const walk = async (
  trx: Kysely<Database>,
  noted: readonly RecordedChainPoint[] = [],
  looked: (entries: number) => void = () => {},
) => {
  const faults: Found[] = []
  const explanations: Explanations = new Map()
  let last: RecordedChainPoint = { seq: 0, hash: '0'.repeat(64) }
  const { look, isRewritten, isSaidBlanked, end } = checkSeparateData()
  const streams = checkLogStreams()
  const tree = checkMerkleTree()
  const heads = checkCheckpoints()
  const goFirst = letRequestsGoFirst()
  for (let page = await linksAfter(trx, 0); page.length > 0; page = await linksAfter(trx, last.seq)) {
    const ids = page.map(({ entryId }) => entryId)
    const entries = await entriesOf(trx, ids)
    const beside = await readSeparateData(trx, ids)
    const whole: ChainedEntry[] = []
    for (const link of page) {
      await goFirst()
      const said = entries.get(link.entryId)
      const entry = said && { ...said, ...link }
      const digest = beside.digestOf(link.entryId)
      const wrong = [...faultsOfLink(link, last, noted), ...faultsOfEntry(link, entry, digest)]
      if (!entry || link.seq !== last.seq + 1) streams.lose()
      if (entry && digest !== undefined) isRewritten(entry, digest)
      const misplaced = entry ? streams.follow(entry, entry.seq) : []
      if (entry && wrong.length === 0) wrong.push(...look(entry, beside.partsOf(entry.id)), ...misplaced)
      if (entry && wrong.length === 0) wrong.push(...(await heads.follow(trx, entry, entry.seq)))
      faults.push(...wrong)
      if (entry && wrong.length === 0) whole.push(entry)
      if (entry && wrong.length === 0 && entry.action === EXPLAIN) note(explanations, entry, beside)
      last = link
    }
    faults.push(...(await tree.follow(trx, { upTo: last.seq, whole })))
    looked(page.length)
  }
  const unchained = await readUnchainedEntries(trx)
  for (const { entry, why } of unchained) {
    isSaidBlanked(entry)
    faults.push(...(await heads.follow(trx, entry, WHOLE_LOG_FAULT_PLACE.seq)))
    faults.push(
      ...streams.follow(entry, 0),
      ...(why === undefined ? [] : [{ ...WHOLE_LOG_FAULT_PLACE, why }]),
    )
  }
  const furthest = Math.max(0, ...noted.map(({ seq }) => seq))
  if (furthest > last.seq) faults.push(missing(last.seq + 1, furthest))
  faults.push(...end(), ...(await streams.end(trx)), ...(await tree.end(trx, last.seq)))
  faults.push(...(await heads.end(trx)))
  return { last, explanations, faults: faults.toSorted((a, b) => placeInOrder(a) - placeInOrder(b)) }
}

/** Errors of the log as a whole come last. */
const placeInOrder = ({ seq }: Found): number => (seq === WHOLE_LOG_FAULT_PLACE.seq ? Infinity : seq)

const linksAfter = (db: Kysely<Database>, seq: number): Promise<ActivityChainTable[]> =>
  db.selectFrom('activityChain').selectAll().where('seq', '>', seq).orderBy('seq').limit(PAGE).execute()

const entriesOf = async (
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, ActivityTable>> => {
  const rows = await db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  return new Map(rows.map(entry => [entry.id, entry]))
}

const hashFoundIn = (entry: Omit<ChainedEntry, 'hash'>): string => {
  try {
    return hashLogEntry(entry)
  } catch (error) {
    return errorMessageOf(error)
  }
}

const missing = (seq: number, to: number): Found => ({
  ...{ seq, to, found: null },
  why: seq === to ? 'is missing' : 'are missing',
})

const wrong = (seq: number, why: string, found: string | null): Found => ({ seq, to: seq, why, found })

/** Errors in the position of a link of the chain. */
const faultsOfLink = (
  { seq, prevHash, hash }: ActivityChainTable,
  before: RecordedChainPoint,
  noted: readonly RecordedChainPoint[],
): Found[] => {
  const gap = seq === before.seq + 1 ? [] : [missing(before.seq + 1, seq - 1)]
  return [
    ...gap,
    // After a gap the previous hash is unknown.
    ...(gap.length === 0 && prevHash !== before.hash
      ? [wrong(seq, 'does not follow the entry before it', hash)]
      : []),
    ...(noted.some(one => one.seq === seq && one.hash !== hash)
      ? [wrong(seq, 'is another one than was noted', hash)]
      : []),
  ]
}

/** `digest` is the hash of the present text of a rewritten entry; the entry's own hash is that of the original text. */
const faultsOfEntry = (
  link: ActivityChainTable,
  entry: ChainedEntry | undefined,
  digest = link.hash,
): Found[] => {
  if (!entry) return [wrong(link.seq, 'is chained and not there', null)]
  const { hash: _hash, ...said } = entry
  const found = hashFoundIn(said)
  return found === digest ? [] : [wrong(link.seq, 'is not what was written', found)]
}

const note = (explanations: Explanations, entry: ChainedEntry, beside: SeparateEntryData): void => {
  const { id, seq, at, actorId } = entry
  const quote = beside.partsOf(id).get(QUOTE_JSON_POINTER)?.value ?? null
  const text = quote === null ? REMOVED_PERSONAL_VALUE : String(JSON.parse(quote))
  explanations.set(keyOf(JSON.parse(entry.details) as Found), { by: actorId, at, text, seq })
}

/** The explanation of an error: who, which error, text and instant. */
export interface LogFaultExplanation {
  seq: number
  userId: string
  organisationId: string
  text: string
  now: Instant
}

/**
 * Appends an operator's explanation of an error at an entry to the log; from then on it is shown next to the error,
 * which stays reported. Returns the explained error; undefined if there is no unexplained one.
 */
export const recordFaultExplanation = async (
  db: Kysely<Database>,
  { seq, userId, organisationId, text, now }: LogFaultExplanation,
): Promise<LogFault | undefined> => {
  const { faults, explanations } = await readOnSnapshot(db, moment => walk(moment))
  const fault = faults.find(one => one.seq <= seq && seq <= one.to && !explanations.has(keyOf(one)))
  if (!fault) return undefined
  const { to, why, found } = fault
  await db.transaction().execute(trx =>
    appendLogEntries(trx, [
      {
        at: now,
        action: EXPLAIN,
        title: 'Explain a fault of the log',
        actorId: userId,
        forClientId: null,
        subjectKind: 'organisation',
        subjectId: organisationId,
        roundId: null,
        fromStatus: null,
        toStatus: null,
        message: `${logFaultPlaceText(fault)} ${why}`,
        details: { seq: fault.seq, to, why, found, quote: text },
      },
    ]),
  )
  return { seq: fault.seq, to, why, explanation: null }
}

/** Names the entries of an error, in words. */
export const logFaultPlaceText = ({ seq, to }: Pick<LogFault, 'seq' | 'to'>): string =>
  seq === WHOLE_LOG_FAULT_PLACE.seq ? 'The log' : seq === to ? `Entry ${seq}` : `Entries ${seq} to ${to}`
