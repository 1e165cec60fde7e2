import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { pageOf, statusesOf } from '#contract/nouns'
import { MOST_OVERDUE, type OverdueStep, type StepClock } from '#contract/step-clock'
import { type Actor, isOperator } from '#domain/actor'
import { type Day, dayOf, type Instant } from '#domain/dates'
import { SOLD_PROJECTS } from '#domain/project'
import { inStatusFor, oneOf } from './awaiting.ts'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { canBeLate, sinceOf, turnOf } from './step-clock.ts'
import { type ClockedKind, DUE, type DueStep, stepIn } from './step-due.ts'
import { usualTimes } from './usual-time.ts'

/** A step of a kind, with all statuses in which things wait for it. */
interface Waited extends DueStep {
  kind: ClockedKind
  statuses: string[]
}

const stepsOf = (kind: ClockedKind): Waited[] => {
  const steps = new Map<string, Waited>()
  for (const [status] of statusesOf(kind)) {
    const step = stepIn(kind, status)
    if (!step || !canBeLate(kind, step.action)) continue
    const known = steps.get(step.action) ?? { ...step, kind, statuses: [] }
    steps.set(step.action, { ...known, statuses: [...known.statuses, status] })
  }
  return [...steps.values()]
}

const OF_AREAS = ['project', 'requirement'] as const satisfies ClockedKind[]
/** Besides the first step of a status, which the schedule and those who ask set. */
const BESIDES: readonly Waited[] = [
  {
    kind: 'project',
    action: 'AddPerformanceCheck',
    statuses: ['Verified', 'Monitoring'],
    due: DUE.project.AddPerformanceCheck,
  },
  {
    kind: 'project',
    action: 'SupplyEvidence',
    statuses: [...SOLD_PROJECTS],
    due: DUE.project.SupplyEvidence,
  },
]
const STEPS = [
  ...(['project', 'requirement', 'participation', 'round'] as const).flatMap(stepsOf),
  ...BESIDES,
]

/** What is late of things that are many and seldom late is looked up along an index. */
const LOOKED_UP: Readonly<Record<string, (today: Day) => RawBuilder<SqlBool>>> = {
  AddComplianceCheck: today => sql<SqlBool>`project.id in (
    select project_id from check_due where kind = 'compliance' and due < ${today}::date
    union select project_id from compliance_check where next_action_date < ${today}::date)`,
  AddPerformanceCheck: today => sql<SqlBool>`project.id in (
    select project_id from check_due where kind = 'performance' and due < ${today}::date)`,
  SupplyEvidence: today => sql<SqlBool>`project.id in (
    select project_id from evidence_request where supplied_at is null and due < ${today}::date)`,
}

const COLUMNS = {
  project: { name: sql`project.name`, owner: sql`project.supplier_id`, round: sql`project.round_id` },
  requirement: {
    name: sql`requirement.name`,
    owner: sql`requirement.buyer_id`,
    round: sql`requirement.round_id`,
  },
  participation: {
    name: sql`participation.capacity`,
    owner: sql`participation.organisation_id`,
    round: sql`participation.round_id`,
  },
  round: { name: sql`round.name`, owner: sql`null::text`, round: sql`round.id` },
} as const

interface Asked {
  today: Day
  /** Only what lies in the area of this planning authority. */
  lpaId: string | null
  marketRoundId?: string | undefined
  turn?: StepClock['turn'] | undefined
}

/** What is told of each that is late. */
const told = ({ kind, action, due }: Waited): RawBuilder<unknown> => {
  const { name, owner, round } = COLUMNS[kind]
  return sql`${sql.lit(kind)} as kind, ${sql.lit(action)} as action, ${sql.ref(`${kind}.id`)} as id,
      ${name} as name, ${owner} as owner_id, ${round} as round_id, ${sql.ref(`${kind}.status`)} as status, ${due} as due,
      ${sinceOf(kind)} as since`
}

const lateAt = (step: Waited, { today, lpaId, marketRoundId }: Asked, columns: RawBuilder<unknown>) => {
  const { kind, action, statuses, due } = step
  const waits =
    kind === 'round' ? oneOf(sql.ref('round.status'), statuses) : inStatusFor(kind, action, statuses)
  return sql`select ${columns} from ${sql.table(kind)} where ${waits} and ${LOOKED_UP[action]?.(today) ?? sql<SqlBool>`true`} and ${due} < ${today}::date
      ${lpaId === null ? sql`` : sql`and ${sql.ref(`${kind}.lpaId`)} = ${lpaId}`}
      ${marketRoundId === undefined ? sql`` : sql`and ${COLUMNS[kind].round} = ${marketRoundId}`}`
}

const lateOnes = (asked: Asked, columns: (step: Waited) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const steps = STEPS.filter(
    ({ kind, action }) =>
      (asked.lpaId === null || OF_AREAS.some(one => one === kind)) &&
      (asked.turn === undefined || turnOf(kind, action).turn === asked.turn),
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
  const late = lateOnes({ ...query, today: dayOf(now), lpaId: areaOf(reader) }, told)
  const { rows: found } = await sql<Found>`select * from (${late}) as late
    order by due, kind, id limit ${MOST_OVERDUE + 1}`.execute(db)
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
    return {
      id,
      kind,
      name: kind === 'participation' && organisation ? `${organisation.name}, ${name.toLowerCase()}` : name,
      status,
      link: pageOf(kind, { id, marketId, roundId }) ?? '',
      organisation,
      round: { id: roundId, name: called, market },
      clock: { ...turnOf(kind, action), since, due, usualDays: usual(kind, status) },
    }
  })
  return { items, total: items.length, isMore: found.length > MOST_OVERDUE }
}
