import type { Kysely } from 'kysely'
import { messageOf } from '#domain/narrow'
import type { Instant } from '#domain/dates'
import { REMOVED } from '#domain/personal'
import { append, hashOf } from './activity.ts'
import { type Beside, besideEntries, type FaultBeside, lookBeside } from './log-personal.ts'
import { QUOTE } from './personal.ts'
import type { ActivityTable, Database } from './tables.ts'

/** A point of the log as somebody noted it down, outside the database. */
export type ChainPoint = Readonly<{ seq: number; hash: string }>

/** What is wrong with an entry of the log, or with those from one to another that are missing. */
export interface LogFault {
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
 * Walks the whole log and recomputes every hash, and holds what is kept of people beside it against its commitments; a fault is named, and the walk goes on. Somebody who may change the
 * tables could cut off the end and also the note of where the end was; that is found only against a point noted elsewhere.
 */
export const verifyChain = async (db: Kysely<Database>, noted?: ChainPoint): Promise<LogCheck> => {
  const { last, faults, explanations } = await walk(db, noted)
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

const walk = (db: Kysely<Database>, noted?: ChainPoint) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const faults: Found[] = []
      const explanations: Explanations = new Map()
      let last: ChainPoint = { seq: 0, hash: '0'.repeat(64) }
      const { look, isRewritten, end } = lookBeside()
      for (let page = await pageAfter(trx, 0); page.length > 0; page = await pageAfter(trx, last.seq)) {
        const beside = await besideEntries(trx, page[0]!.seq, page.at(-1)!.seq)
        for (const entry of page) {
          const digest = beside.digestOf(entry.seq)
          const wrong = faultsOf(entry, last, { noted, digest })
          if (digest !== undefined) isRewritten(entry, digest)
          if (wrong.length === 0) wrong.push(...look(entry, beside.partsOf(entry.seq)))
          faults.push(...wrong)
          if (wrong.length === 0 && entry.action === EXPLAIN) note(explanations, entry, beside)
          last = entry
        }
      }
      const head = await trx.selectFrom('activityHead').select(['seq', 'hash']).executeTakeFirst()
      faults.push(...end(), ...faultsOfEnd(last, head, noted))
      return { last, explanations, faults: faults.toSorted((a, b) => a.seq - b.seq) }
    })

const pageAfter = (db: Kysely<Database>, seq: number): Promise<ActivityTable[]> =>
  db.selectFrom('activity').selectAll().where('seq', '>', seq).orderBy('seq').limit(PAGE).execute()

const hashFoundIn = (said: Omit<ActivityTable, 'hash'>): string => {
  try {
    return hashOf(said)
  } catch (error) {
    return messageOf(error)
  }
}

const missing = (seq: number, to: number): Found => ({
  ...{ seq, to, found: null },
  why: seq === to ? 'is missing' : 'are missing',
})

/** `digest` is the hash of the text as it now is, where it was rewritten: the entry's own is of the text as it was. */
const faultsOf = (
  entry: ActivityTable,
  before: ChainPoint,
  { noted, digest = entry.hash }: { noted: ChainPoint | undefined; digest: string | undefined },
): Found[] => {
  const { hash, ...said } = entry
  const { seq } = entry
  const found = hashFoundIn(said)
  const wrong = (why: string): Found => ({ seq, to: seq, why, found })
  const gap = seq === before.seq + 1 ? [] : [missing(before.seq + 1, seq - 1)]
  return [
    ...gap,
    // After a gap nobody can tell what it followed.
    ...(gap.length === 0 && entry.prevHash !== before.hash
      ? [wrong('does not follow the entry before it')]
      : []),
    ...(digest === found ? [] : [wrong('is not what was written')]),
    ...(noted?.seq === seq && noted.hash !== hash ? [wrong('is another one than was noted')] : []),
  ]
}

const faultsOfEnd = (last: ChainPoint, head?: ChainPoint, noted?: ChainPoint): Found[] => {
  const furthest = Math.max(head?.seq ?? 0, noted?.seq ?? 0)
  if (furthest > last.seq) return [missing(last.seq + 1, furthest)]
  return head?.seq === last.seq && head.hash === last.hash
    ? []
    : [{ seq: last.seq, to: last.seq, why: 'is not where the log is said to end', found: last.hash }]
}

const note = (explanations: Explanations, entry: ActivityTable, beside: Beside): void => {
  const { seq, at, actorId } = entry
  const quote = beside.partsOf(seq).get(QUOTE)?.value ?? null
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
  const { faults, explanations } = await walk(db)
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
  seq === to ? `Entry ${seq}` : `Entries ${seq} to ${to}`
