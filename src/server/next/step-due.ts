import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DueDateName, KindWithSteps } from '#contract/steps/step'
import type { ScheduledCheckKind } from '#domain/project/check-schedule'
import type { Day } from '@credit-market/values/dates'

/** Kinds whose pages show the step they wait for. */
export const KINDS_WITH_DUE_STEPS = [
  'project',
  'requirement',
  'participation',
  'round',
  'roundQuestion',
  'case',
] as const
export type KindWithDueSteps = (typeof KINDS_WITH_DUE_STEPS)[number]

/** A due date as SQL; the table of the subject must be aliased by its kind. */
export type DueDateSql = RawBuilder<string | null>

/** A date of the subject's market round, or of the round itself. */
const inRound = (kind: KindWithSteps, day: RawBuilder<unknown>): DueDateSql =>
  kind === 'round'
    ? sql<string | null>`${day}`
    : sql<string | null>`(select ${day} from round where round.id = ${sql.ref(`${kind}.roundId`)})`

// Announced instants belong to the round; a round without them has none.
const announced = (column: 'bids_open' | 'bids_close') =>
  sql`(${sql.ref(`round.${column}`)} at time zone 'Europe/London')::date`

/** The due date that the last compliance check of a project set for the next action. */
const NEXT_CHECK_DUE_SQL: DueDateSql = sql<
  string | null
>`(select last.next_action_date from compliance_check as last
  where last.project_id = project.id order by last.date desc, last.ordinal desc limit 1)`

/** Selects the ids of projects whose last compliance check set a due date for the next action. */
export const PROJECTS_WITH_NEXT_CHECK_SQL: RawBuilder<unknown> = sql`
  select last.project_id from compliance_check as last where last.next_action_date is not null
    and not exists (select from compliance_check as later where later.project_id = last.project_id
      and (later.date, later.ordinal) > (last.date, last.ordinal))`

/** The next check of a kind in the schedule of a project. */
const scheduled = (kind: ScheduledCheckKind): DueDateSql => sql<
  string | null
>`(select check_due.due from check_due
  where check_due.project_id = project.id and check_due.kind = ${sql.lit(kind)})`

const DUES: Readonly<Record<DueDateName, (kind: KindWithSteps) => DueDateSql>> = {
  projectsEnd: kind => inRound(kind, sql`round.projects_end`),
  requirementsEnd: kind => inRound(kind, sql`round.requirements_end`),
  participantsEnd: kind =>
    inRound(
      kind,
      sql`case participation.capacity when 'Supplier' then round.suppliers_end else round.buyers_end end`,
    ),
  // Items can be added until then; bids and offers, which need them prepared, open after it.
  preparationEnd: kind => inRound(kind, sql`greatest(round.projects_end, round.requirements_end)`),
  // Registration has ended once its last window has.
  registrationEnd: kind =>
    inRound(
      kind,
      sql`greatest(round.suppliers_end, round.buyers_end, round.projects_end, round.requirements_end)`,
    ),
  bidsOpen: kind => inRound(kind, announced('bids_open')),
  bidsClose: kind => inRound(kind, announced('bids_close')),
  delivery: () =>
    sql`(select min(service.mitigation_begins) from service where service.project_id = project.id)`,
  redemption: () => sql`requirement.redemption_date`,
  complianceCheck: () => sql`least(${NEXT_CHECK_DUE_SQL}, ${scheduled('compliance')})`,
  performanceCheck: () => scheduled('performance'),
  evidence: () => sql`(select min(asked.due) from evidence_request as asked
    where asked.project_id = project.id and asked.supplied_at is null)`,
  rectification: () => sql`${sql.ref('case.rectifyBy')}`,
}

/** The due date of a step by the rules; null if they give none. */
export const dueDateSql = ({ kind, due }: { kind: KindWithSteps; due?: DueDateName }): DueDateSql =>
  due === undefined ? sql<string | null>`null::date` : DUES[due](kind)

/** There are many things and few late ones, so these are looked up along an index. */
const LATE: { readonly [D in DueDateName]?: (today: Day) => RawBuilder<SqlBool> } = {
  complianceCheck: today => sql`project.id in (
    select project_id from check_due where kind = 'compliance' and due < ${today}::date
    union select project_id from compliance_check where next_action_date < ${today}::date)`,
  performanceCheck: today => sql`project.id in (
    select project_id from check_due where kind = 'performance' and due < ${today}::date)`,
  evidence: today => sql`project.id in (
    select project_id from evidence_request where supplied_at is null and due < ${today}::date)`,
  redemption: () => sql`requirement.redeemed_at is null`,
}

/** True if the due date of a step has passed. */
export const isOverdueSql = (
  step: { kind: KindWithSteps; due?: DueDateName },
  today: Day,
): RawBuilder<SqlBool> => {
  const among = step.due && LATE[step.due]?.(today)
  const isPast = sql<SqlBool>`${dueDateSql(step)} < ${today}::date`
  return among ? sql<SqlBool>`${among} and ${isPast}` : isPast
}
