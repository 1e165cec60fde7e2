import { type RawBuilder, sql } from 'kysely'
import { awaitedStep, findStep, STEPS } from '#actions/steps'
import { pageOf } from '#contract/nouns'
import { MOST_OVERDUE, type OverdueStep, type StepClock } from '#contract/step-clock'
import { type Actor, isOperator } from '#domain/actor'
import { type Day, dayOf, type Instant } from '#domain/dates'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { canBeLate, sinceOf } from './step-clock.ts'
import { inStatusOf, STEP_COLUMNS } from './step-conditions.ts'
import { type ClockedKind, dueOf, isLate } from './step-due.ts'
import { usualTimes } from './usual-time.ts'

const CLOCKED: readonly ClockedKind[] = ['project', 'requirement', 'participation', 'round']
/** The kinds of things that lie in the area of a planning authority. */
const OF_AREAS: readonly ClockedKind[] = ['project', 'requirement']

/** The steps that can be late, each with the statuses in which they are waited for. */
const LATE_STEPS = CLOCKED.flatMap(kind =>
  STEPS.filter(step => step.kind === kind && step.due !== undefined && canBeLate(step)).map(step => {
    const statuses = step.statuses.filter(status => step.late || awaitedStep(kind, status) === step)
    return { kind, step, statuses }
  }),
).filter(({ statuses }) => statuses.length > 0)

const COLUMNS = {
  ...STEP_COLUMNS,
  participation: { ...STEP_COLUMNS.participation, name: sql`participation.capacity` },
}

interface Asked {
  today: Day
  /** Only what lies in the area of this planning authority. */
  lpaId: string | null
  marketRoundId?: string | undefined
  turn?: StepClock['turn'] | undefined
}

type LateStep = (typeof LATE_STEPS)[number]

/** What is read of each step that is overdue; to count them nothing is. */
const columnsOf = ({ kind, step }: LateStep): RawBuilder<unknown> => {
  const { name, owner, round } = COLUMNS[kind]
  return sql`${sql.lit(kind)} as kind, ${sql.lit(step.action)} as action, ${sql.ref(`${kind}.id`)} as id,
      ${name} as name, ${owner} as owner_id, ${round} as round_id, ${sql.ref(`${kind}.status`)} as status, ${dueOf(step)} as due,
      ${sinceOf(kind)} as since`
}

const lateAt = (
  { kind, step, statuses }: LateStep,
  { today, lpaId, marketRoundId }: Asked,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { round } = COLUMNS[kind]
  return sql`select ${columns} from ${sql.table(kind)} where ${inStatusOf(step, statuses)} and ${isLate(step, today)}
      ${lpaId === null ? sql`` : sql`and ${sql.ref(`${kind}.lpaId`)} = ${lpaId}`}
      ${marketRoundId === undefined ? sql`` : sql`and ${round} = ${marketRoundId}`}`
}

const lateOnes = (asked: Asked, columns: (step: LateStep) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const steps = LATE_STEPS.filter(
    ({ kind, step }) =>
      (asked.lpaId === null || OF_AREAS.includes(kind)) &&
      (asked.turn === undefined || step.turn === asked.turn),
  )
  return steps.length === 0
    ? sql`select null::text as kind, null::text as id, null::date as due where false`
    : sql.join(
        steps.map(step => lateAt(step, asked, columns(step))),
        sql` union all `,
      )
}

/** May this reader read what is overdue: all that is, or what is in its area? */
export const mayReadOverdue = (reader: Actor): boolean => isOperator(reader) || reader.lpaId !== null

const areaOf = (reader: Actor): string | null => (isOperator(reader) ? null : reader.lpaId)

/** How many steps are overdue, as far as they are listed; of nobody's to those who do not read the list. */
export const overdueCount = async (reader: Actor, { db, now }: ViewContext): Promise<number> => {
  if (!mayReadOverdue(reader)) return 0
  const late = lateOnes({ today: dayOf(now), lpaId: areaOf(reader) }, () => sql``)
  return summed(
    db,
    sql<{ count: number }>`select count(*)::int as count
      from (select from (${late}) as late limit ${MOST_OVERDUE}) as counted`,
    ([row]) => row?.count ?? 0,
  )
}

interface Found {
  kind: ClockedKind
  action: string
  id: string
  name: string
  ownerId: string | null
  roundId: string
  status: string
  due: Day
  since: Instant | null
}

/** The steps whose day has passed, what has been due for longest first. */
export const overdueSteps = async (
  query: Pick<Asked, 'marketRoundId' | 'turn'>,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<{ items: OverdueStep[]; total: number; isMore: boolean }> => {
  const late = lateOnes({ ...query, today: dayOf(now), lpaId: areaOf(reader) }, columnsOf)
  const { rows: found } = await sql<Found>`select * from (${late}) as late
    order by due, kind, id, action limit ${MOST_OVERDUE + 1}`.execute(db)
  const rows = found.slice(0, MOST_OVERDUE)
  const [owner, round, usual] = await Promise.all([
    namesOf(
      db,
      'organisation',
      rows.map(({ ownerId }) => ownerId),
    ),
    roundsOf(
      db,
      rows.map(({ roundId }) => roundId),
    ),
    usualTimes(db, now),
  ])
  const items = rows.map(({ kind, action, id, name, ownerId, roundId, status, due, since }): OverdueStep => {
    const { marketId, market, name: called } = round(roundId)
    const organisation = ownerId === null ? null : named(owner, ownerId)
    const { title = action, turn = 'operator' } = findStep(kind, action) ?? {}
    return {
      id,
      kind,
      name: kind === 'participation' && organisation ? `${organisation.name}, ${name.toLowerCase()}` : name,
      status,
      link: pageOf(kind, { id, marketId, roundId }) ?? '',
      organisation,
      round: { id: roundId, name: called, market },
      clock: { action, what: title, turn, since, due, usualDays: usual(kind, status) },
    }
  })
  return { items, total: items.length, isMore: found.length > MOST_OVERDUE }
}
