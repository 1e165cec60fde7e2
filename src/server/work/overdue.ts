import { type RawBuilder, sql } from 'kysely'
import { awaitedStep, findStep, STEPS } from '#actions/steps'
import { optionalPageAddress } from '#contract/nouns/nouns'
import { MAX_OVERDUE_STEPS, type OverdueStep, type CurrentStep } from '#contract/kit/step-clock'
import { type Actor, isOperator } from '#domain/people/actor'
import { type Day, utcDayOf, type Instant } from '@credit-market/values/dates'
import type { ViewContext } from '../views/kit/context.ts'
import { keepQueries, readCachedSum } from '../views/listing/summed.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { canBeOverdue, statusStartTimeSql } from '../next/step-clock.ts'
import { inStatusOfStepSql, STEP_COLUMNS_BY_KIND } from '../next/step-conditions.ts'
import { KINDS_WITH_DUE_STEPS, type KindWithDueSteps, dueDateSql, isOverdueSql } from '../next/step-due.ts'
import { readUsualWaitingTimes } from '../next/usual-time.ts'

/** Kinds of things that lie in the area of a planning authority. */
const OF_AREAS: readonly KindWithDueSteps[] = ['project', 'requirement']

/** Steps that can be overdue, each with the statuses that wait for it. */
const LATE_STEPS = KINDS_WITH_DUE_STEPS.flatMap(kind =>
  STEPS.filter(step => step.kind === kind && step.due !== undefined && canBeOverdue(step)).map(step => {
    const statuses = step.statuses.filter(status => step.late || awaitedStep(kind, status) === step)
    return { kind, step, statuses }
  }),
).filter(({ statuses }) => statuses.length > 0)

interface Asked {
  today: Day
  /** Only things in the area of this planning authority. */
  lpaId: string | null
  marketRoundId?: string | undefined
  turn?: CurrentStep['turn'] | undefined
}

type LateStep = (typeof LATE_STEPS)[number]

/** Columns for each overdue step; none for a count. */
const columnsOf = ({ kind, step }: LateStep): RawBuilder<unknown> => {
  const { name, owner, round } = STEP_COLUMNS_BY_KIND[kind]
  return sql`${sql.lit(kind)} as kind, ${sql.lit(step.action)} as action, ${sql.ref(`${kind}.id`)} as id,
      ${name} as name, ${owner} as owner_id, ${round} as round_id, ${sql.ref(`${kind}.status`)} as status, ${dueDateSql(step)} as due`
}

const lateAt = (
  { kind, step, statuses }: LateStep,
  { today, lpaId, marketRoundId }: Asked,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { round } = STEP_COLUMNS_BY_KIND[kind]
  return sql`select ${columns} from ${sql.table(kind)} where ${inStatusOfStepSql(step, statuses)} and ${isOverdueSql(step, today)}
      ${lpaId === null ? sql`` : sql`and ${sql.ref(`${kind}.lpaId`)} = ${lpaId}`}
      ${marketRoundId === undefined ? sql`` : sql`and ${round} = ${marketRoundId}`}`
}

/** The overdue steps: of each step at most so many, the earliest due first if columns are wanted. */
const lateOnes = (
  asked: Asked,
  limit: number,
  columns?: (step: LateStep) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const steps = LATE_STEPS.filter(
    ({ kind, step }) =>
      (asked.lpaId === null || OF_AREAS.includes(kind)) &&
      (asked.turn === undefined || step.turn === asked.turn),
  )
  return steps.length === 0
    ? sql`select null::text as kind, null::text as id, null::date as due where false`
    : sql.join(
        steps.map(step => {
          const late = lateAt(step, asked, columns?.(step) ?? sql``)
          return sql`(${late} ${columns ? sql`order by due, id` : sql``} limit ${limit})`
        }),
        sql` union all `,
      )
}

/** True if this reader may see overdue steps: all of them, or those in its area. */
export const mayReadOverdue = (reader: Actor): boolean => isOperator(reader) || reader.lpaId !== null

const areaOf = (reader: Actor): string | null => (isOperator(reader) ? null : reader.lpaId)

const countingLate = keepQueries((today: Day, lpaId: string | null) => {
  const late = lateOnes({ today, lpaId }, MAX_OVERDUE_STEPS)
  return sql<{ count: number }>`select count(*)::int as count
    from (select from (${late}) as late limit ${MAX_OVERDUE_STEPS}) as counted`
})

/** Counts overdue steps that this reader may list; zero for readers without the list. */
export const countOverdueSteps = async (reader: Actor, { db, now }: ViewContext): Promise<number> => {
  if (!mayReadOverdue(reader)) return 0
  return readCachedSum(db, countingLate(utcDayOf(now), areaOf(reader)), ([row]) => row?.count ?? 0)
}

interface Found {
  kind: KindWithDueSteps
  action: string
  id: string
  name: string
  ownerId: string | null
  roundId: string
  status: string
  due: Day
  since: Instant | null
}

/** Lists steps whose due date has passed, longest overdue first. */
export const listOverdueSteps = async (
  query: Pick<Asked, 'marketRoundId' | 'turn'>,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<{ items: OverdueStep[]; total: number; isMore: boolean }> => {
  const asked = { ...query, today: utcDayOf(now), lpaId: areaOf(reader) }
  const limit = MAX_OVERDUE_STEPS + 1
  const { rows: found } = await sql<Found>`select late.*, ${statusStartTimeSql('late')} as since
    from (select * from (${lateOnes(asked, limit, columnsOf)}) as one order by due, kind, id, action limit ${limit}) as late
    order by due, kind, id, action`.execute(db)
  const rows = found.slice(0, MAX_OVERDUE_STEPS)
  const [owner, round, usual] = await Promise.all([
    readNamesOfKind(
      db,
      'organisation',
      rows.map(({ ownerId }) => ownerId),
    ),
    readRoundsWithMarkets(
      db,
      rows.map(({ roundId }) => roundId),
    ),
    readUsualWaitingTimes(db, now),
  ])
  const items = rows.map(({ kind, action, id, name, ownerId, roundId, status, due, since }): OverdueStep => {
    const { marketId, market, name: called } = round(roundId)
    const organisation = ownerId === null ? null : requireName(owner, ownerId)
    const { title = action, turn = 'operator' } = findStep(kind, action) ?? {}
    return {
      id,
      kind,
      name,
      status,
      link: optionalPageAddress(kind, { id, marketId, roundId }) ?? '',
      organisation,
      round: { id: roundId, name: called, market },
      clock: { action, what: title, turn, since, due, usualDays: usual(kind, status) },
    }
  })
  return { items, total: items.length, isMore: found.length > MAX_OVERDUE_STEPS }
}
