import type { EntityMap, StatusOfKind } from '#domain/disclosure/entities'
import type { DocumentTag } from '#domain/text/filed-document'
import type { Service } from '#domain/project/service'

/** Stages of the market operator's work, in order. */
export const WORK_STAGES = [
  ...(['admit', 'participants', 'questions', 'register', 'screen', 'certify', 'review'] as const),
  ...(['contract', 'agreement', 'certificate', 'allocate', 'verify', 'issue', 'check', 'case'] as const),
] as const
export type WorkStage = (typeof WORK_STAGES)[number]

/** Kinds of things with steps, in the order of the work queue. */
export const STEPPED_KINDS = [
  ...([
    'organisation',
    'participation',
    'agentAuthority',
    'project',
    'requirement',
    'round',
    'roundQuestion',
    'case',
  ] as const),
] as const
export type KindWithSteps = (typeof STEPPED_KINDS)[number]

/** Kinds of due dates. Their SQL is in `server/next/step-due.ts`. */
export type DueDateName =
  | 'projectsEnd'
  | 'requirementsEnd'
  | 'participantsEnd'
  | 'preparationEnd'
  | 'registrationEnd'
  | 'bidsOpen'
  | 'bidsClose'
  | 'delivery'
  | 'redemption'
  | 'complianceCheck'
  | 'performanceCheck'
  | 'evidence'
  | 'rectification'

/** Conditions on queued things that only the database knows. Their SQL is in `server/next/step-conditions.ts`. */
export type QueueCondition =
  | 'admissionRequested'
  | 'permanentCreditsSold'
  | 'noSchedule'
  | 'complianceCheckOpen'
  | 'performanceCheckOpen'

/** Notifications that remind people of a step; `server/notifications/remind.ts` has the days before the due date. */
export type ReminderName = 'registration-closes' | 'redemption-due'

/** Text of a step on the page of a thing. */
export interface StepText {
  text: string
  detail?: string
}

/** Entry of a step in the work queue of the market operator. */
export type QueueEntry = {
  stage: WorkStage
  /** Until a document with this tag is filed. */
  unfiled?: DocumentTag
  condition?: QueueCondition
  /** Each thing needs an answer of its own, so the queue offers no bulk action. */
  oneByOne?: true
} & (
  | {
      /** End of "3 projects wait …": the step has its own line on the home page, and lists have a filter for it. */
      waits: string
      /** Name in the filter of the lists. */
      filter: string
    }
  | {
      /** Singular and plural, for the line on the home page that sums up the rest of the queue. */
      counted: readonly [one: string, many: string]
    }
)

/** Fields of a step card for every kind of thing. */
interface CommonCard {
  /** The thing is at rest, and does not wait for this step. */
  optional?: true
  due?: DueDateName
  /** After its date this step is overdue, whoever has to do it. It is shown in addition to the step that the status waits for. */
  late?: true
  reminder?: ReminderName
  queue?: QueueEntry
  /** The operator's home page counts it by round, and leads to this tab of the round. */
  byRound?: { tab: string; counted: readonly [one: string, many: string] }
}

/** Facts for the condition of a card. */
type StepFacts<K extends KindWithSteps> = K extends 'project'
  ? EntityMap['project'] & { services: readonly Service[] }
  : EntityMap[K]

type ByStatus<K extends KindWithSteps, T> = { readonly [S in StatusOfKind<K>]?: T }

/**
 * A step of a kind of thing. A simple new step is one such card for an action, whose `from` gives the statuses. The card has
 * the text for the page of the thing, or the reason why the page does not show the step.
 */
export type StepCard<K extends KindWithSteps> = CommonCard & {
  /** Statuses from which the action is possible and the step is not due, each with the reason. */
  notIn?: ByStatus<K, string>
  /** A condition on the thing. */
  when?: (subject: StepFacts<K>) => boolean
  /** Column that it fills: nothing is left to do once it has a value. */
  fills?: keyof EntityMap[K] & string
  /** Statuses in which the page has another text for the step. */
  inStatus?: ByStatus<K, StepText>
  /** Statuses in which it was taken and can be taken again, with the text of the page. */
  again?: ByStatus<K, StepText>
  /** Text for the owner by status, while the owner only waits for this step. */
  waits?: ByStatus<K, string>
} & (StepText | { notOnPage: string })

/** Step cards of a kind of thing by action, in the order of the page. */
export type StepCards<K extends KindWithSteps> = Readonly<Record<string, StepCard<K>>>

/** A step card for generic code. */
export interface AnyStepCard extends CommonCard, Partial<StepText> {
  notOnPage?: string
  notIn?: Readonly<Record<string, string>>
  when?: (subject: never) => boolean
  fills?: string
  inStatus?: Readonly<Record<string, StepText>>
  again?: Readonly<Record<string, StepText>>
  waits?: Readonly<Record<string, string>>
}
