import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { withWords } from '#contract/endpoint'
import type { Day } from '#domain/dates'
import { isOneOf } from '#domain/narrow'
import { SOLD_PROJECTS } from '#domain/project'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import type { NextThing } from '#contract/resource'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { inQueue, QUEUE, type QueuedStep, STEP_COLUMNS } from './step-conditions.ts'

type Db = ViewContext['db']

/** Which part of the queue is asked for. */
export interface QueueQuery {
  act?: string
  /** Only these, of whichever kind. */
  id?: readonly string[]
  marketId?: string
  marketRoundId?: string
  limit?: number
  cursor?: number
}

/** The condition by which an act waits on a thing, among those asked for. */
export const narrowed = (
  step: QueuedStep,
  { id, marketId, marketRoundId }: QueueQuery,
  today: Day,
): Expression<SqlBool> => {
  const { kind } = step
  const { round } = STEP_COLUMNS[kind]
  const conditions = [
    inQueue(step, today),
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
        where ${narrowed(step, query, today)}`,
    ),
    sql` union all `,
  )}`

const byAct = (counts: readonly Count[]): ReadonlyMap<string, number> =>
  new Map(counts.map(({ act, count }) => [act, count]))

/** How many things wait for each act of the queue. */
export const countsOfQueue = async (
  db: Db,
  query: QueueQuery,
  today: Day,
): Promise<ReadonlyMap<string, number>> => byAct((await counting(QUEUE, query, today).execute(db)).rows)

/** The steps of the queue that the home page of the operator sums up in one line. */
const SUMMED_UP = QUEUE.flatMap(step => ('counted' in step.queue ? [{ step, ...step.queue }] : []))

/** Is everything sold that waits for a step? Then offers and bids change nothing of how much that is. */
export const isOfSold = ({ kind, statuses }: QueuedStep): boolean =>
  (kind === 'project' && statuses.every(status => isOneOf(SOLD_PROJECTS, status))) ||
  (kind === 'requirement' && statuses.every(status => isOneOf(SOLD_REQUIREMENTS, status)))

const OF_SOLD = SUMMED_UP.map(({ step }) => step).filter(isOfSold)
const OF_OTHERS = SUMMED_UP.map(({ step }) => step).filter(step => !isOfSold(step))

/** What the queue holds besides the steps of the market operator: one line, so that home and the queue count the same. */
export const moreInQueue = async (db: Db, today: Day): Promise<NextThing[]> => {
  const [ofSold, ofOthers] = await Promise.all([
    summed(db, counting(OF_SOLD, {}, today), rows => rows, { soldOnly: true }),
    summed(db, counting(OF_OTHERS, {}, today), rows => rows),
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
      detail: new Intl.ListFormat('en-GB').format(waiting.map(({ said }) => said)),
      link: withWords('/queue', { act: first.act }),
      action: null,
      on: { kind: 'project', id: null },
      count,
    },
  ]
}
