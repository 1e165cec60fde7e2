import { type Kysely, sql } from 'kysely'
import { messageOf } from '#domain/narrow'
import type { Instant } from '#domain/dates'
import { REMOVED } from '#domain/personal'
import { append, hashOf } from './activity.ts'
import { type Beside, besideEntries, type FaultBeside, lookBeside } from './log-personal.ts'
import { atOneMoment } from './one-moment.ts'
import { followStreams, notChained, THE_LOG } from './log-streams.ts'
import { followHeads } from './log-heads-check.ts'
import { followTree } from './log-tree-check.ts'
import { QUOTE } from './personal.ts'
import type { ActivityChainTable, ActivityTable, ChainedEntry } from './log-tables.ts'
import type { Database } from './tables.ts'

/** A point of the log as somebody noted it down, outside the database. */
export type ChainPoint = Readonly<{ seq: number; hash: string }>

/** What is wrong with an entry of the log, with those from one to another that are missing, or with the log where it has no number. */
export interface LogFault {
  /** The number in the chain; 0 where it is of the log as a whole. */
  seq: number
  to: number
  why: string
  /** Who has explained it, when, and how; null while nobody has. */
  explanation: { by: string | null; at: Instant; text: string; seq: number } | null
}

/** What a look at the whole log finds: where it ends, and all that is wrong with it; `ok` where nothing is. */
export interface LogCheck {
  ok: boolean
  length: number
  hash: string
  faults: LogFault[]
  /** How many more faults there are than are named. */
  more: number
}

const EXPLAIN = 'ExplainFault'
const PAGE = 1000
const MOST_NAMED = 1000

/** A fault, and the hash of what was found there: an explanation is of this and of nothing put there later. */
type Found = FaultBeside

const keyOf = ({ seq, to, why, found }: Found): string => `${seq} ${to} ${why} ${found}`

type Explanations = Map<string, NonNullable<LogFault['explanation']>>

/**
 * Walks the whole chain and recomputes every hash, follows every stream, and holds what is kept of people beside the entries against
 * their commitments; a fault is named, and the walk goes on. What is committed and waits to be chained is no fault until it
 * has waited too long. Somebody who may change the tables could cut off the end and also the counts of the streams; that is
 * found only against points `noted` elsewhere. `looked` hears of every page that was walked.
 */
export const verifyChain = async (
  db: Kysely<Database>,
  noted: readonly ChainPoint[] = [],
  looked?: (entries: number) => void,
): Promise<LogCheck> => {
  const { last, faults, explanations } = await atOneMoment(db, moment => walk(moment, noted, looked))
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
  noted: readonly ChainPoint[] = [],
  looked: (entries: number) => void = () => {},
) => {
  const faults: Found[] = []
  const explanations: Explanations = new Map()
  let last: ChainPoint = { seq: 0, hash: '0'.repeat(64) }
  const { look, isRewritten, isSaidBlanked, end } = lookBeside()
  const streams = followStreams()
  const tree = followTree()
  const heads = followHeads()
  for (let page = await linksAfter(trx, 0); page.length > 0; page = await linksAfter(trx, last.seq)) {
    const ids = page.map(({ entryId }) => entryId)
    const entries = await entriesOf(trx, ids)
    const beside = await besideEntries(trx, ids)
    const whole: ChainedEntry[] = []
    for (const link of page) {
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
  const unchained = await notChained(trx)
  for (const { entry, why } of unchained) {
    isSaidBlanked(entry)
    faults.push(...(await heads.follow(trx, entry, THE_LOG.seq)))
    faults.push(...streams.follow(entry, 0), ...(why === undefined ? [] : [{ ...THE_LOG, why }]))
  }
  const furthest = Math.max(0, ...noted.map(({ seq }) => seq))
  if (furthest > last.seq) faults.push(missing(last.seq + 1, furthest))
  faults.push(...end(), ...(await streams.end(trx)), ...(await tree.end(trx, last.seq)))
  faults.push(...(await heads.end(trx)))
  return { last, explanations, faults: faults.toSorted((a, b) => placeInOrder(a) - placeInOrder(b)) }
}

/** What is of the log as a whole comes last. */
const placeInOrder = ({ seq }: Found): number => (seq === THE_LOG.seq ? Infinity : seq)

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
    return hashOf(entry)
  } catch (error) {
    return messageOf(error)
  }
}

const missing = (seq: number, to: number): Found => ({
  ...{ seq, to, found: null },
  why: seq === to ? 'is missing' : 'are missing',
})

const wrong = (seq: number, why: string, found: string | null): Found => ({ seq, to: seq, why, found })

/** What is wrong with where a link of the chain stands. */
const faultsOfLink = (
  { seq, prevHash, hash }: ActivityChainTable,
  before: ChainPoint,
  noted: readonly ChainPoint[],
): Found[] => {
  const gap = seq === before.seq + 1 ? [] : [missing(before.seq + 1, seq - 1)]
  return [
    ...gap,
    // After a gap nobody can tell what it followed.
    ...(gap.length === 0 && prevHash !== before.hash
      ? [wrong(seq, 'does not follow the entry before it', hash)]
      : []),
    ...(noted.some(one => one.seq === seq && one.hash !== hash)
      ? [wrong(seq, 'is another one than was noted', hash)]
      : []),
  ]
}

/** `digest` is the hash of the text as it now is, where it was rewritten: the entry's own is of the text as it was. */
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

const note = (explanations: Explanations, entry: ChainedEntry, beside: Beside): void => {
  const { id, seq, at, actorId } = entry
  const quote = beside.partsOf(id).get(QUOTE)?.value ?? null
  const text = quote === null ? REMOVED : String(JSON.parse(quote))
  explanations.set(keyOf(JSON.parse(entry.details) as Found), { by: actorId, at, text, seq })
}

/** Who explains which fault, how, and when. */
export interface Explaining {
  seq: number
  userId: string
  organisationId: string
  text: string
  now: Instant
}

/**
 * Adds to the log what an operator has to say of the fault at an entry; it is shown beside the fault from then on, and
 * takes nothing of it away. Answers what it was; undefined where there is no unexplained fault.
 */
export const explainFault = async (
  db: Kysely<Database>,
  { seq, userId, organisationId, text, now }: Explaining,
): Promise<LogFault | undefined> => {
  const { faults, explanations } = await atOneMoment(db, moment => walk(moment))
  const fault = faults.find(one => one.seq <= seq && seq <= one.to && !explanations.has(keyOf(one)))
  if (!fault) return undefined
  const { to, why, found } = fault
  await db.transaction().execute(trx =>
    append(trx, [
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
        message: `${placeOf(fault)} ${why}`,
        details: { seq: fault.seq, to, why, found, quote: text },
      },
    ]),
  )
  return { seq: fault.seq, to, why, explanation: null }
}

/** Which entries a fault is about, in words. */
export const placeOf = ({ seq, to }: Pick<LogFault, 'seq' | 'to'>): string =>
  seq === THE_LOG.seq ? 'The log' : seq === to ? `Entry ${seq}` : `Entries ${seq} to ${to}`
