import { sql, type SqlBool } from 'kysely'
import { cacheReads } from '#actions/common/reading-once'
import { optionalPageAddress } from '#contract/nouns/nouns'
import type { QueueRow, QueueView } from '#contract/desk/queue'
import type { Actor } from '#domain/people/actor'
import { type Day, utcDayOf, type Instant } from '@credit-market/values/dates'
import type { ViewContext } from '../views/kit/context.ts'
import { addObstaclesToSteps } from '../views/missing.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { statusStartTimeSql } from '../next/step-clock.ts'
import { WORK_QUEUE_STEPS, type QueuedStep, STEP_COLUMNS_BY_KIND } from '../next/step-conditions.ts'
import { dueDateSql } from '../next/step-due.ts'
import { readUsualWaitingTimes } from '../next/usual-time.ts'
import { listFailedMatches } from './failed-matches.ts'
import { countQueuedItems, queueConditionSql, type QueueQuery } from './queue-counts.ts'

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
  const { name, round, owner } = STEP_COLUMNS_BY_KIND[kind]
  const { status, since } =
    kind === 'organisation'
      ? STEP_COLUMNS_BY_KIND[kind]
      : { status: sql.ref(`${kind}.status`), since: statusStartTimeSql(kind, sql.lit(kind)) }
  const { rows } = await sql<Found>`
    select waiting.* from (select ${since} as since, ${sql.ref(`${kind}.id`)}, ${name} as name, ${sql.ref(`${kind}.version`)},
        ${status} as status, ${round} as round_id, ${owner} as owner_id, ${sql.ref(`${kind}.ordinal`)}, ${dueDateSql(step)} as due
      from ${sql.table(kind)} where ${queueConditionSql(step, query, today)}
      order by due nulls last, ${sql.ref(`${kind}.ordinal`)} limit ${limit} offset ${offset}) as waiting
    order by due nulls last, ordinal`.execute(db)
  return rows
}

/** Obstacles to an act on a thing, and who must act first. */
const hindered = async (
  { kind, action }: QueuedStep,
  id: string,
  reader: Actor,
  context: ViewContext,
): Promise<Pick<QueueRow, 'missing' | 'blockedBy'>> => {
  const subject = await context.read.one(kind, id)
  if (!subject) return { missing: null, blockedBy: [] }
  const step = { text: '', detail: null, link: '', action, on: { kind, id } }
  const [thing] = await addObstaclesToSteps([step], { kind, subject }, reader, context)
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

const PROPOSED = { missing: 'This has already been proposed and needs a second approval', blockedBy: [] }

/** The things for which the act is already proposed. */
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

/**
 * Returns what waits for the market operator: the count for each act, and a page of one act, earliest due date first.
 */
export const readQueueView = async (
  query: QueueQuery,
  reader: Actor,
  given: ViewContext,
): Promise<QueueView> => {
  // Many things of one owner and round read the same rows.
  const context = { ...given, read: cacheReads(given.read) }
  const { db } = context
  const today = utcDayOf(context.now)
  const counts = await countQueuedItems(db, query, today)
  const proposals = await waitingProposals(db)
  const acts = WORK_QUEUE_STEPS.map(({ id, queue: { stage }, title }) => {
    return { id, stage, title, count: counts.get(id) ?? 0 }
  })
  const act = query.act ?? acts.find(({ count }) => count > 0)?.id ?? null
  const step = WORK_QUEUE_STEPS.find(({ id }) => id === act)
  const failed = await listFailedMatches(db, query)
  if (!step || act === null) return { acts, act: null, items: [], total: 0, next: null, failed, proposals }
  const limit = query.limit ?? USUAL_PAGE
  const offset = query.cursor ?? 0
  const rows = await rowsOf(db, step, query, { limit, offset, today })
  const { kind } = step
  const owner = await readNamesOfKind(
    db,
    'organisation',
    rows.map(({ ownerId }) => ownerId),
    reader,
  )
  const roundOf = await readRoundsWithMarkets(
    db,
    rows.flatMap(({ roundId }) => roundId ?? []),
  )
  const proposed = await proposedAmong(
    db,
    step,
    rows.map(({ id }) => id),
  )
  const usual = await readUsualWaitingTimes(db, context.now)
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
          optionalPageAddress(kind, {
            id,
            type: 'LPA',
            roundId: round?.id ?? '',
            marketId: round?.marketId ?? '',
          }) ?? '',
        organisation: requireName(owner, ownerId),
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
    ...{ acts, act, items, total, failed, proposals },
    next: rows.length === limit && next < total ? String(next) : null,
  }
}
