import { AUTHORITY_STEPS, ORGANISATION_STEPS, PARTICIPATION_STEPS } from './parties.ts'
import { PROJECT_STEPS } from './project.ts'
import { REQUIREMENT_STEPS } from './requirement.ts'
import { ROUND_STEPS } from './round.ts'
import { type AnyStepCard, type QueueEntry, STAGES, type SteppedKind } from './step.ts'

/** Every step card, by the kind of thing and the action, in the order in which the queue and the home page list them. */
export const STEP_CARDS = {
  organisation: ORGANISATION_STEPS,
  participation: PARTICIPATION_STEPS,
  agentAuthority: AUTHORITY_STEPS,
  project: PROJECT_STEPS,
  requirement: REQUIREMENT_STEPS,
  round: ROUND_STEPS,
} as const satisfies { readonly [K in SteppedKind]: Readonly<Record<string, AnyStepCard>> }

/** The kinds of things that wait in the queue. */
export const QUEUED_KINDS = ['organisation', 'participation', 'project', 'requirement'] as const

const queuedOn = (kind: SteppedKind): { action: string; entry: QueueEntry }[] =>
  Object.entries<AnyStepCard>(STEP_CARDS[kind]).flatMap(([action, { queue: entry }]) =>
    entry ? [{ action, entry }] : [],
  )

/** All acts of the queue, stage by stage, as kind and action: `project.Contract`. A bulk act is one of these. */
export const QUEUED_ACTS: readonly string[] = STAGES.flatMap(stage =>
  QUEUED_KINDS.flatMap(kind =>
    queuedOn(kind)
      .filter(({ entry }) => entry.stage === stage)
      .map(({ action }) => `${kind}.${action}`),
  ),
)

/** The steps of the market operator that the lists of a kind of thing are filtered by, each with its name there. */
export const awaitedSteps = (kind: SteppedKind): { id: string; name: string }[] =>
  queuedOn(kind).flatMap(({ action, entry }) =>
    'filter' in entry ? [{ id: action, name: entry.filter }] : [],
  )

/** What the owner of a thing reads while there is nothing to do but wait; nothing where it waits for nothing. */
export const waitingText = (kind: string, status: string): string | undefined =>
  Object.entries<Readonly<Record<string, AnyStepCard>>>(STEP_CARDS)
    .flatMap(([one, cards]) => (one === kind ? Object.values(cards) : []))
    .find(({ waits }) => waits?.[status] !== undefined)?.waits?.[status]
