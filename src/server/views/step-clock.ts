import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findAction } from '#actions/index'
import { forOperator } from '#actions/kit/available'
import { awaitedStep, type Step } from '#actions/steps'
import type { NextThing } from '#contract/resource'
import type { StepClock } from '#contract/step-clock'
import { type Day, dayOf, type Instant } from '#domain/dates'
import type { Participation } from '#domain/participation'
import type { Round } from '#domain/round'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { type ClockedKind, dueOf } from './step-due.ts'
import { usualTimes } from './usual-time.ts'
import { canStillCome } from './waits.ts'

/** Since when a thing has had its status, by the trail; the table of the thing bears the name of its kind. */
export const sinceOf = (kind: ClockedKind): RawBuilder<Instant | null> => sql<Instant | null>`(
  select max(moved.at) from activity as moved where moved.subject_kind = ${sql.lit(kind)}
    and moved.subject_id = ${sql.ref(`${kind}.id`)} and moved.to_status = ${sql.ref(`${kind}.status`)}
    and moved.from_status is distinct from moved.to_status)`

/** What owners may leave until a window closes is then not late, but over. */
export const canBeLate = ({ turn, late }: Step): boolean => turn === 'operator' || late === true

interface Around {
  round: Pick<Round, 'status' | 'bidsOpen' | 'bidsClose'> | undefined
  participation?: Pick<Participation, 'status'> | undefined
}

const canCome = ({ kind, action }: Step, { round, participation }: Around): boolean => {
  const during = findAction(kind, action)?.during
  if (kind === 'round' || !round || !during) return true
  return participation?.status !== 'Withdrawn' && canStillCome(forOperator(during), round.status)
}

/** The instant at which a round takes a step by itself, where one has been announced (decision 0090). */
export const announcedFor = (
  step: Pick<Step, 'kind' | 'due'> | undefined,
  round: Pick<Round, 'bidsOpen' | 'bidsClose'> | undefined,
): Instant | null =>
  step?.kind === 'round' && round && (step.due === 'bidsOpen' || step.due === 'bidsClose')
    ? round[step.due]
    : null

/** The step that a thing waits for: whose turn, since when, by when, and how long it usually takes; null where it waits for none. */
export const clockOf = async (
  kind: ClockedKind,
  { id, status }: { id: string; status: string },
  around: Around,
  { db, now }: Pick<ViewContext, 'db' | 'now'>,
): Promise<StepClock | null> => {
  const step = awaitedStep(kind, status)
  if (!step || !canCome(step, around)) return null
  const { rows } = await sql<{ since: Instant | null; due: Day | null }>`
    select ${sinceOf(kind)} as since, ${dueOf(step)} as due from ${sql.table(kind)}
    where ${sql.ref(`${kind}.id`)} = ${id}`.execute(db)
  const due = rows[0]?.due ?? null
  if (due !== null && due < dayOf(now) && !canBeLate(step)) return null
  const usual = await usualTimes(db, now)
  return {
    action: step.action,
    what: step.title,
    turn: announcedFor(step, around.round) === null ? step.turn : 'nobody',
    since: rows[0]?.since ?? null,
    due,
    usualDays: usual(kind, status),
  }
}

const CLOCKED: readonly string[] = ['project', 'requirement'] satisfies ClockedKind[]

/** Things to do next, each with since when it waits and how long that usually takes. */
export const withAges = async (
  things: readonly NextThing[],
  { db, now }: { db: Kysely<Database>; now: Instant },
): Promise<NextThing[]> => {
  const ids = things.flatMap(({ on }) => (CLOCKED.includes(on.kind) && on.id !== null ? [on.id] : []))
  if (ids.length === 0) return [...things]
  const { rows } = await sql<{ kind: 'project' | 'requirement'; id: string; status: string; since: Instant }>`
    select distinct on (subject_kind, subject_id) subject_kind as kind, subject_id as id, to_status as status, at as since
    from activity where subject_kind = any(${CLOCKED}::text[]) and subject_id = any(${ids}::text[])
      and to_status is not null and from_status is distinct from to_status
    order by subject_kind, subject_id, activity.id desc`.execute(db)
  const usual = await usualTimes(db, now)
  return things.map(thing => {
    const moved = rows.find(({ kind, id }) => kind === thing.on.kind && id === thing.on.id)
    if (!moved) return thing
    const usualDays = usual(moved.kind, moved.status)
    return { ...thing, since: moved.since, ...(usualDays !== null && { usualDays }) }
  })
}
