import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findAction } from '#actions/index'
import { operatorEntries } from '#actions/kit/available'
import { awaitedStep, type ActionStep } from '#actions/steps'
import type { NextStep } from '#contract/kit/resource'
import type { CurrentStep } from '#contract/kit/step-clock'
import { type Day, utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Participation } from '#domain/round/participation'
import type { Round } from '#domain/round/round'
import type { Database } from '../store/tables/tables.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { type KindWithDueSteps, dueDateSql } from './step-due.ts'
import { readUsualWaitingTimes } from './usual-time.ts'
import { isStepStillPossible } from './waits.ts'

/** The time since which a row with a kind, an id and a status has had that status, by the audit trail. */
export const statusStartTimeSql = (
  table: string,
  kind: RawBuilder<unknown> = sql.ref(`${table}.kind`),
): RawBuilder<Instant | null> => sql<Instant | null>`(
  select max(moved.at) from activity as moved where moved.subject_kind = ${kind}
    and moved.subject_id = ${sql.ref(`${table}.id`)} and moved.to_status = ${sql.ref(`${table}.status`)}
    and moved.from_status is distinct from moved.to_status)`

/** True if the step can be late. Steps of owners that end with a window are not late afterwards, but over. */
export const canBeOverdue = ({ turn, late }: ActionStep): boolean => turn === 'operator' || late === true

interface Around {
  round: Pick<Round, 'status' | 'bidsOpen' | 'bidsClose'> | undefined
  participation?: Pick<Participation, 'status'> | undefined
}

const canCome = ({ kind, action }: ActionStep, { round, participation }: Around): boolean => {
  const during = findAction(kind, action)?.during
  if (kind === 'round' || !round || !during) return true
  return participation?.status !== 'Withdrawn' && isStepStillPossible(operatorEntries(during), round.status)
}

/** The announced instant at which a round takes a step by itself (decision 0090). */
export const announcedInstantOfStep = (
  step: Pick<ActionStep, 'kind' | 'due'> | undefined,
  round: Pick<Round, 'bidsOpen' | 'bidsClose'> | undefined,
): Instant | null =>
  step?.kind === 'round' && round && (step.due === 'bidsOpen' || step.due === 'bidsClose')
    ? round[step.due]
    : null

/** The step that a subject waits for: assignee, waiting since, due date and usual time; null if it waits for none. */
export const readCurrentStep = async (
  kind: KindWithDueSteps,
  { id, status }: { id: string; status: string },
  around: Around,
  { db, now }: Pick<ViewContext, 'db' | 'now'>,
): Promise<CurrentStep | null> => {
  const step = awaitedStep(kind, status)
  if (!step || !canCome(step, around)) return null
  const { rows } = await sql<{ since: Instant | null; due: Day | null }>`
    select ${statusStartTimeSql(kind, sql.lit(kind))} as since, ${dueDateSql(step)} as due from ${sql.table(kind)}
    where ${sql.ref(`${kind}.id`)} = ${id}`.execute(db)
  const due = rows[0]?.due ?? null
  if (due !== null && due < utcDayOf(now) && !canBeOverdue(step)) return null
  const usual = await readUsualWaitingTimes(db, now)
  return {
    action: step.action,
    what: step.title,
    turn: announcedInstantOfStep(step, around.round) === null ? step.turn : 'nobody',
    since: rows[0]?.since ?? null,
    due,
    usualDays: usual(kind, status),
  }
}

const CLOCKED: readonly string[] = ['project', 'requirement'] satisfies KindWithDueSteps[]

/** Next steps with the time since which each has waited, and the usual time. */
export const withWaitingTimes = async (
  things: readonly NextStep[],
  { db, now }: { db: Kysely<Database>; now: Instant },
): Promise<NextStep[]> => {
  const ids = things.flatMap(({ on }) => (CLOCKED.includes(on.kind) && on.id !== null ? [on.id] : []))
  if (ids.length === 0) return [...things]
  const { rows } = await sql<{ kind: 'project' | 'requirement'; id: string; status: string; since: Instant }>`
    select distinct on (subject_kind, subject_id) subject_kind as kind, subject_id as id, to_status as status, at as since
    from activity where subject_kind = any(${CLOCKED}::text[]) and subject_id = any(${ids}::text[])
      and to_status is not null and from_status is distinct from to_status
    order by subject_kind, subject_id, activity.id desc`.execute(db)
  const usual = await readUsualWaitingTimes(db, now)
  return things.map(thing => {
    const moved = rows.find(({ kind, id }) => kind === thing.on.kind && id === thing.on.id)
    if (!moved) return thing
    const usualDays = usual(moved.kind, moved.status)
    return { ...thing, since: moved.since, ...(usualDays !== null && { usualDays }) }
  })
}
