import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { withQuery } from '#contract/kit/endpoint'
import type { Day } from '@credit-market/values/dates'
import { englishListFormat } from '@credit-market/values/formats'
import { isOneOf } from '#domain/values/narrow'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { NextStep } from '#contract/kit/resource'
import type { ViewContext } from '../views/kit/context.ts'
import { keepQueries, readCachedSum } from '../views/listing/summed.ts'
import {
  isInQueueSql,
  WORK_QUEUE_STEPS,
  type QueuedStep,
  STEP_COLUMNS_BY_KIND,
} from '../next/step-conditions.ts'

type Db = ViewContext['db']

const list = englishListFormat()

/** The requested part of the queue. */
export interface QueueQuery {
  act?: string
  /** Only these ids, of any kind. */
  id?: readonly string[]
  marketId?: string
  marketRoundId?: string
  limit?: number
  cursor?: number
}

/** Returns the SQL condition under which a thing waits for an act, within the requested part. */
export const queueConditionSql = (
  step: QueuedStep,
  { id, marketId, marketRoundId }: QueueQuery,
  today: Day,
): Expression<SqlBool> => {
  const { kind } = step
  const { round } = STEP_COLUMNS_BY_KIND[kind]
  const conditions = [
    isInQueueSql(step, today),
    ...(id === undefined ? [] : [sql<SqlBool>`${sql.ref(`${kind}.id`)} = any(${id}::text[])`]),
    ...(marketRoundId === undefined ? [] : [sql<SqlBool>`${round} = ${marketRoundId}`]),
    ...(marketId === undefined
      ? []
      : [sql<SqlBool>`${round} in (select id from round where market_id = ${marketId})`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

interface Count {
  act: string
  count: number
}

const counting = (steps: readonly QueuedStep[], query: QueueQuery, today: Day): RawBuilder<Count> =>
  sql<Count>`${sql.join(
    steps.map(
      step => sql`select ${sql.lit(step.id)} as act, count(*)::int as count from ${sql.table(step.kind)}
        where ${queueConditionSql(step, query, today)}`,
    ),
    sql` union all `,
  )}`

const byAct = (counts: readonly Count[]): ReadonlyMap<string, number> =>
  new Map(counts.map(({ act, count }) => [act, count]))

/** Counts the things that wait for each act of the queue. */
export const countQueuedItems = async (
  db: Db,
  query: QueueQuery,
  today: Day,
): Promise<ReadonlyMap<string, number>> =>
  byAct((await counting(WORK_QUEUE_STEPS, query, today).execute(db)).rows)

/** Steps of the queue that the operator's home page sums up in one line. */
const SUMMED_UP = WORK_QUEUE_STEPS.flatMap(step => ('counted' in step.queue ? [{ step, ...step.queue }] : []))

/** True if everything that waits for a step is sold. Then offers and bids do not change the count. */
export const areAllQueuedItemsSold = ({ kind, statuses }: QueuedStep): boolean =>
  (kind === 'project' && statuses.every(status => isOneOf(SOLD_PROJECT_STATUSES, status))) ||
  (kind === 'requirement' && statuses.every(status => isOneOf(SOLD_REQUIREMENT_STATUSES, status)))

const OF_SOLD = SUMMED_UP.map(({ step }) => step).filter(areAllQueuedItemsSold)
const OF_OTHERS = SUMMED_UP.map(({ step }) => step).filter(step => !areAllQueuedItemsSold(step))

const countingSold = keepQueries((today: Day) => counting(OF_SOLD, {}, today))
const countingOthers = keepQueries((today: Day) => counting(OF_OTHERS, {}, today))

/**
 * Returns one line that sums up the queue's items that are not next steps of the market operator, so that the home page
 * and the queue show the same counts; empty if there are none.
 */
export const summariseQueue = async (db: Db, today: Day): Promise<NextStep[]> => {
  const [ofSold, ofOthers] = await Promise.all([
    readCachedSum(db, countingSold(today), rows => rows, { soldOnly: true }),
    readCachedSum(db, countingOthers(today), rows => rows),
  ])
  const counts = byAct([...ofSold, ...ofOthers])
  const waiting = SUMMED_UP.flatMap(({ step: { id: act }, counted: [one, many] }) => {
    const count = counts.get(act) ?? 0
    return count === 0 ? [] : [{ act, count, said: `${count} ${count === 1 ? one : many}` }]
  })
  const [first] = waiting
  if (!first) return []
  const count = waiting.reduce((sum, each) => sum + each.count, 0)
  return [
    {
      text: `${count} more in the work queue`,
      detail: list.format(waiting.map(({ said }) => said)),
      link: withQuery('/queue', { act: first.act }),
      action: null,
      on: { kind: 'project', id: null },
      count,
    },
  ]
}
