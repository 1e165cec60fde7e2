import { sql, type SqlBool } from 'kysely'
import { findAction } from '#actions/index'
import { readingOnce } from '#actions/round/reading-once'
import { pageOf } from '#contract/nouns'
import { ACTS_OF_STAGES, type QueueRow, STAGES } from '#contract/queue'
import type { QueuedAct, QueueView } from '#contract/queue'
import type { Actor } from '#domain/actor'
import { type Day, dayOf, type Instant } from '#domain/dates'
import type { ViewContext } from './context.ts'
import { withMissing } from './missing.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { type QueueAct, QUEUE, QUEUE_COLUMNS } from './queue-acts.ts'
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
  act: QueueAct,
  query: QueueQuery,
  { limit, offset, today }: { limit: number; offset: number; today: Day },
): Promise<Found[]> => {
  const { kind } = act
  const { name, status, round, owner, since } = QUEUE_COLUMNS[kind]
  const { rows } = await sql<Found>`
    select waiting.* from (select ${since} as since, ${sql.ref(`${kind}.id`)}, ${name} as name, ${sql.ref(`${kind}.version`)},
        ${status} as status, ${round} as round_id, ${owner} as owner_id, ${sql.ref(`${kind}.ordinal`)}, ${act.due} as due
      from ${sql.table(kind)} where ${narrowed(act, query, today)}
      order by due nulls last, ${sql.ref(`${kind}.ordinal`)} limit ${limit} offset ${offset}) as waiting
    order by due nulls last, ordinal`.execute(db)
  return rows
}

/** What is in the way of an act on a thing, and whose turn it is. */
const hindered = async (
  { kind, action }: QueueAct,
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
  { kind, action }: QueueAct,
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
  const acts = STAGES.flatMap(stage =>
    ACTS_OF_STAGES[stage].map((id: QueuedAct) => {
      const { kind, action } = QUEUE[id]
      const { title } = findAction(kind, action) ?? {}
      return { id, stage, title: title ?? action, count: counts.get(id) ?? 0 }
    }),
  )
  const act = query.act ?? acts.find(({ count }) => count > 0)?.id ?? null
  if (act === null) return { acts, act, items: [], total: 0, next: null, proposals }
  const limit = query.limit ?? USUAL_PAGE
  const offset = query.cursor ?? 0
  const rows = await rowsOf(db, QUEUE[act], query, { limit, offset, today })
  const { kind } = QUEUE[act]
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
    QUEUE[act],
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
        ...(proposed.has(id) ? PROPOSED : await hindered(QUEUE[act], id, reader, context)),
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
