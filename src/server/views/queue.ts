import { sql, type SqlBool } from 'kysely'
import { readingOnce } from '#actions/round/reading-once'
import { pageOf } from '#contract/nouns'
import type { QueueRow, QueueView } from '#contract/queue'
import type { Actor } from '#domain/actor'
import { type Day, dayOf, type Instant } from '#domain/dates'
import type { ViewContext } from './context.ts'
import { withMissing } from './missing.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { sinceOf } from './step-clock.ts'
import { QUEUE, type QueuedStep, STEP_COLUMNS } from './step-conditions.ts'
import { dueOf } from './step-due.ts'
import { usualTimes } from './usual-time.ts'
import { countsOfQueue, narrowed, type QueueQuery } from './queue-counts.ts'

const USUAL_PAGE = 100

interface Found {
  id: string
  name: string
  version: number
  status: string
  roundId: string | null
  ownerId: string
  since: Instant | null
  due: Day | null
}

const rowsOf = async (
  db: ViewContext['db'],
  step: QueuedStep,
  query: QueueQuery,
  { limit, offset, today }: { limit: number; offset: number; today: Day },
): Promise<Found[]> => {
  const { kind } = step
  const { name, round, owner } = STEP_COLUMNS[kind]
  const { status, since } =
    kind === 'organisation' ? STEP_COLUMNS[kind] : { status: sql.ref(`${kind}.status`), since: sinceOf(kind) }
  const { rows } = await sql<Found>`
    select waiting.* from (select ${since} as since, ${sql.ref(`${kind}.id`)}, ${name} as name, ${sql.ref(`${kind}.version`)},
        ${status} as status, ${round} as round_id, ${owner} as owner_id, ${sql.ref(`${kind}.ordinal`)}, ${dueOf(step)} as due
      from ${sql.table(kind)} where ${narrowed(step, query, today)}
      order by due nulls last, ${sql.ref(`${kind}.ordinal`)} limit ${limit} offset ${offset}) as waiting
    order by due nulls last, ordinal`.execute(db)
  return rows
}

/** What is in the way of an act on a thing, and whose turn it is. */
const hindered = async (
  { kind, action }: QueuedStep,
  id: string,
  reader: Actor,
  context: ViewContext,
): Promise<Pick<QueueRow, 'missing' | 'blockedBy'>> => {
  const subject = await context.read.one(kind, id)
  if (!subject) return { missing: null, blockedBy: [] }
  const step = { text: '', detail: null, link: '', action, on: { kind, id } }
  const [thing] = await withMissing([step], { kind, subject }, reader, context)
  return { missing: thing?.missing ?? null, blockedBy: thing?.blockedBy ?? [] }
}

const waitingProposals = async (db: ViewContext['db']): Promise<number> => {
  const { count } = await db
    .selectFrom('proposal')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'Waiting')
    .executeTakeFirstOrThrow()
  return count
}

const PROPOSED = { missing: 'It is proposed, and waits for a second person', blockedBy: [] }

/** For which of these things the act is proposed already. */
const proposedAmong = async (
  db: ViewContext['db'],
  { kind, action }: QueuedStep,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await db
    .selectFrom('proposal')
    .select('subjectId')
    .where('subjectKind', '=', kind)
    .where('action', '=', action)
    .where('status', '=', 'Waiting')
    .where(sql<SqlBool>`subject_id = any(${ids}::text[])`)
    .execute()
  return new Set(found.map(({ subjectId }) => subjectId))
}

/** What waits for the market operator: how much at each act, and a page of one, what is due first before the rest. */
export const queueView = async (query: QueueQuery, reader: Actor, given: ViewContext): Promise<QueueView> => {
  // Many things of one owner and round ask for the same.
  const context = { ...given, read: readingOnce(given.read) }
  const { db } = context
  const today = dayOf(context.now)
  const counts = await countsOfQueue(db, query, today)
  const proposals = await waitingProposals(db)
  const acts = QUEUE.map(({ id, queue: { stage }, title }) => {
    return { id, stage, title, count: counts.get(id) ?? 0 }
  })
  const act = query.act ?? acts.find(({ count }) => count > 0)?.id ?? null
  const step = QUEUE.find(({ id }) => id === act)
  if (!step || act === null) return { acts, act: null, items: [], total: 0, next: null, proposals }
  const limit = query.limit ?? USUAL_PAGE
  const offset = query.cursor ?? 0
  const rows = await rowsOf(db, step, query, { limit, offset, today })
  const { kind } = step
  const owner = await namesOf(
    db,
    'organisation',
    rows.map(({ ownerId }) => ownerId),
    reader,
  )
  const roundOf = await roundsOf(
    db,
    rows.flatMap(({ roundId }) => roundId ?? []),
  )
  const proposed = await proposedAmong(
    db,
    step,
    rows.map(({ id }) => id),
  )
  const usual = await usualTimes(db, context.now)
  const items = await Promise.all(
    rows.map(async ({ id, name, version, status, roundId, ownerId, since, due }): Promise<QueueRow> => {
      const round = roundId === null ? null : roundOf(roundId)
      return {
        id,
        name,
        kind,
        version,
        status,
        link:
          pageOf(kind, { id, type: 'LPA', roundId: round?.id ?? '', marketId: round?.marketId ?? '' }) ?? '',
        organisation: named(owner, ownerId),
        market: round && { id: round.marketId, name: round.market },
        round: round && { id: round.id, name: round.name },
        since,
        due,
        usualDays: kind === 'organisation' ? null : usual(kind, status),
        ...(proposed.has(id) ? PROPOSED : await hindered(step, id, reader, context)),
      }
    }),
  )
  const total = counts.get(act) ?? 0
  const next = offset + rows.length
  return {
    ...{ acts, act, items, total, proposals },
    next: rows.length === limit && next < total ? String(next) : null,
  }
}
