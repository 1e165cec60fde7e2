import { CASE_STEPS } from './case.ts'
import { AUTHORITY_STEPS, ORGANISATION_STEPS, PARTICIPATION_STEPS } from './parties.ts'
import { PROJECT_STEPS } from './project.ts'
import { REQUIREMENT_STEPS } from './requirement.ts'
import { ROUND_STEPS, ROUND_QUESTION_STEPS } from './round.ts'
import { type AnyStepCard, type QueueEntry, type KindWithSteps, WORK_STAGES } from './step.ts'

/** All step cards, by kind of thing and action, in the order of the queue and the home page. */
export const STEP_CARDS = {
  organisation: ORGANISATION_STEPS,
  participation: PARTICIPATION_STEPS,
  agentAuthority: AUTHORITY_STEPS,
  project: PROJECT_STEPS,
  requirement: REQUIREMENT_STEPS,
  round: ROUND_STEPS,
  roundQuestion: ROUND_QUESTION_STEPS,
  case: CASE_STEPS,
} as const satisfies { readonly [K in KindWithSteps]: Readonly<Record<string, AnyStepCard>> }

/** Kinds of things in the queue. */
export const WORK_QUEUE_KINDS = [
  ...(['organisation', 'participation', 'roundQuestion', 'project', 'requirement', 'case'] as const),
] as const

const queuedOn = (kind: KindWithSteps): { action: string; entry: QueueEntry }[] =>
  Object.entries<AnyStepCard>(STEP_CARDS[kind]).flatMap(([action, { queue: entry }]) =>
    entry ? [{ action, entry }] : [],
  )

/** All acts of the queue, by stage, as kind and action: `project.Contract`. A bulk action is one of these. */
export const QUEUED_ACTS: readonly string[] = WORK_STAGES.flatMap(stage =>
  WORK_QUEUE_KINDS.flatMap(kind =>
    queuedOn(kind)
      .filter(({ entry }) => entry.stage === stage)
      .map(({ action }) => `${kind}.${action}`),
  ),
)

/** Says whether the queue offers an act of `QUEUED_ACTS` for many things at once. */
export const isOfferedInBulk = (act: string): boolean =>
  !WORK_QUEUE_KINDS.some(kind =>
    queuedOn(kind).some(({ action, entry }) => act === `${kind}.${action}` && entry.oneByOne),
  )

/** Steps of the market operator that are filters of a list, with their names there. */
export const awaitedSteps = (kind: KindWithSteps): { id: string; name: string }[] =>
  queuedOn(kind).flatMap(({ action, entry }) =>
    'filter' in entry ? [{ id: action, name: entry.filter }] : [],
  )

/** Text for the owner of a thing that only waits; undefined if it waits for nothing. */
export const waitingText = (kind: string, status: string): string | undefined =>
  Object.entries<Readonly<Record<string, AnyStepCard>>>(STEP_CARDS)
    .flatMap(([one, cards]) => (one === kind ? Object.values(cards) : []))
    .find(({ waits }) => waits?.[status] !== undefined)?.waits?.[status]
