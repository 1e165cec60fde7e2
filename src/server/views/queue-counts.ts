import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AWAITED_OF_PROJECTS, AWAITED_OF_REQUIREMENTS } from '#contract/awaited'
import { withWords } from '#contract/endpoint'
import { QUEUED_ACTS, type QueuedAct } from '#contract/queue'
import type { Day } from '#domain/dates'
import type { NextThing } from '#contract/resource'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { type QueueAct, QUEUE, QUEUE_COLUMNS } from './queue-acts.ts'

type Db = ViewContext['db']

/** Which part of the queue is asked for. */
export interface QueueQuery {
  act?: QueuedAct
  /** Only these, of whichever kind. */
  id?: readonly string[]
  marketId?: string
  marketRoundId?: string
  limit?: number
  cursor?: number
}

/** The condition by which an act waits on a thing, among those asked for. */
export const narrowed = (
  { kind, where }: QueueAct,
  { id, marketId, marketRoundId }: QueueQuery,
  today: Day,
): Expression<SqlBool> => {
  const { round } = QUEUE_COLUMNS[kind]
  const conditions = [
    where(today),
    ...(id === undefined ? [] : [sql<SqlBool>`${sql.ref(`${kind}.id`)} = any(${id}::text[])`]),
    ...(marketRoundId === undefined ? [] : [sql<SqlBool>`${round} = ${marketRoundId}`]),
    ...(marketId === undefined
      ? []
      : [sql<SqlBool>`${round} in (select id from round where market_id = ${marketId})`]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

interface Count {
  act: QueuedAct
  count: number
}

const counting = (acts: readonly QueuedAct[], query: QueueQuery, today: Day): RawBuilder<Count> =>
  sql<Count>`${sql.join(
    acts.map(
      act => sql`select ${sql.lit(act)} as act, count(*)::int as count from ${sql.table(QUEUE[act].kind)}
        where ${narrowed(QUEUE[act], query, today)}`,
    ),
    sql` union all `,
  )}`

const byAct = (counts: readonly Count[]): ReadonlyMap<QueuedAct, number> =>
  new Map(counts.map(({ act, count }) => [act, count]))

/** How many things wait for each act of the queue. */
export const countsOfQueue = async (
  db: Db,
  query: QueueQuery,
  today: Day,
): Promise<ReadonlyMap<QueuedAct, number>> =>
  byAct((await counting(QUEUED_ACTS, query, today).execute(db)).rows)

type Beside = Exclude<
  QueuedAct,
  | 'participation.CompleteRegistration'
  | `project.${(typeof AWAITED_OF_PROJECTS)[number]}`
  | `requirement.${(typeof AWAITED_OF_REQUIREMENTS)[number]}`
>

/** What waits in the queue besides the steps of the market operator, which home names one by one. */
const BESIDES: Readonly<Record<Beside, readonly [string, string]>> = {
  'organisation.Admit': [
    'planning authority that waits to be admitted',
    'planning authorities that wait to be admitted',
  ],
  'project.SetNatureBasedAgreement': ['nature-based agreement', 'nature-based agreements'],
  'project.SetSection106Agreement': ['section 106 agreement', 'section 106 agreements'],
  'requirement.SetCreditSupplyAgreement': ['credit supply agreement', 'credit supply agreements'],
  'requirement.SetCreditAllocationCertificate': [
    'credit allocation certificate',
    'credit allocation certificates',
  ],
  'project.AddComplianceCheck': ['compliance check', 'compliance checks'],
  'project.AddPerformanceCheck': ['performance check', 'performance checks'],
}

/** The acts of the queue besides the steps of the market operator. */
export const BESIDES_STEPS = QUEUED_ACTS.filter((act): act is Beside => act in BESIDES)

/** What the queue holds besides the steps of the market operator: one line, so that home and the queue count the same. */
export const moreInQueue = async (db: Db, today: Day): Promise<NextThing[]> => {
  // All that is looked at is sold, so that offers and bids change nothing of it.
  const counts = byAct(await summed(db, counting(BESIDES_STEPS, {}, today), rows => rows, { soldOnly: true }))
  const waiting = BESIDES_STEPS.flatMap(act => {
    const [one, many] = BESIDES[act]
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
