import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DueName, SteppedKind } from '#contract/steps/step'
import type { ScheduledKind } from '#domain/check-schedule'
import type { Day } from '#domain/dates'

/** The kinds of things of which pages say which step they wait for. */
export type ClockedKind = 'project' | 'requirement' | 'participation' | 'round'

/** A day by which a step should be done; the table of the thing bears the name of its kind. */
export type Due = RawBuilder<string | null>

/** A day of the market round of a thing; of a round that of its own. */
const inRound = (kind: SteppedKind, day: RawBuilder<unknown>): Due =>
  kind === 'round'
    ? sql<string | null>`${day}`
    : sql<string | null>`(select ${day} from round where round.id = ${sql.ref(`${kind}.roundId`)})`

// Announced instants are the round's own; a round without them has none.
const announced = (column: 'bids_open' | 'bids_close') =>
  sql`(${sql.ref(`round.${column}`)} at time zone 'Europe/London')::date`

/** By when the last compliance check of a project wants something done. */
export const NEXT_CHECK: Due = sql<string | null>`(select last.next_action_date from compliance_check as last
  where last.project_id = project.id order by last.date desc, last.ordinal desc limit 1)`

/** The next check of a kind that the schedule of a project wants. */
const scheduled = (kind: ScheduledKind): Due => sql<string | null>`(select check_due.due from check_due
  where check_due.project_id = project.id and check_due.kind = ${sql.lit(kind)})`

const DUES: Readonly<Record<DueName, (kind: SteppedKind) => Due>> = {
  projectsEnd: kind => inRound(kind, sql`round.projects_end`),
  requirementsEnd: kind => inRound(kind, sql`round.requirements_end`),
  participantsEnd: kind =>
    inRound(
      kind,
      sql`case participation.capacity when 'Supplier' then round.suppliers_end else round.buyers_end end`,
    ),
  // Until then things can come in; bids and offers, for which these must be ready, open after it.
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
  complianceCheck: () => sql`least(${NEXT_CHECK}, ${scheduled('compliance')})`,
  performanceCheck: () => scheduled('performance'),
  evidence: () => sql`(select min(asked.due) from evidence_request as asked
    where asked.project_id = project.id and asked.supplied_at is null)`,
}

/** By when a step should be done, by the rules; null where these give no day. */
export const dueOf = ({ kind, due }: { kind: SteppedKind; due?: DueName }): Due =>
  due === undefined ? sql<string | null>`null::date` : DUES[due](kind)

/** Projects are many and their checks seldom late: which may be is looked up along an index. */
const LATE_PROJECTS: { readonly [D in DueName]?: (today: Day) => RawBuilder<unknown> } = {
  complianceCheck:
    today => sql`select project_id from check_due where kind = 'compliance' and due < ${today}::date
    union select project_id from compliance_check where next_action_date < ${today}::date`,
  performanceCheck: today =>
    sql`select project_id from check_due where kind = 'performance' and due < ${today}::date`,
  evidence: today =>
    sql`select project_id from evidence_request where supplied_at is null and due < ${today}::date`,
}

/** Has the day of a step passed? */
export const isLate = (step: { kind: SteppedKind; due?: DueName }, today: Day): RawBuilder<SqlBool> => {
  const among = step.due && LATE_PROJECTS[step.due]?.(today)
  const isPast = sql<SqlBool>`${dueOf(step)} < ${today}::date`
  return among ? sql<SqlBool>`project.id in (${among}) and ${isPast}` : isPast
}
