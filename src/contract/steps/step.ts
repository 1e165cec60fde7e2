import type { Entities, StatusOf } from '#domain/entities'
import type { DocumentTag } from '#domain/filed-document'
import type { Service } from '#domain/service'

/** The stages of the work of the market operator, in the order in which things come through them. */
export const STAGES = [
  ...(['admit', 'participants', 'register', 'screen', 'certify', 'review'] as const),
  ...(['contract', 'agreement', 'certificate', 'allocate', 'verify', 'issue', 'check'] as const),
] as const
export type Stage = (typeof STAGES)[number]

/** The kinds of things that go through steps, in the order in which the work queue lists them. */
export const STEPPED_KINDS = [
  ...(['organisation', 'participation', 'agentAuthority', 'project', 'requirement', 'round'] as const),
] as const
export type SteppedKind = (typeof STEPPED_KINDS)[number]

/** The days by which steps should be done. What each is in SQL stands in `server/views/step-due.ts`. */
export type DueName =
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

/** What only the database can say of a thing that waits in the queue. The SQL stands in `server/views/step-conditions.ts`. */
export type QueueCondition =
  | 'admissionRequested'
  | 'permanentCreditsSold'
  | 'noSchedule'
  | 'complianceCheckOpen'
  | 'performanceCheckOpen'

/** The notices that remind people of a step; how many days before it is due stands in `server/tasks/remind.ts`. */
export type ReminderName = 'registration-closes' | 'redemption-due'

/** What the page of a thing says of a step. */
export interface PageText {
  text: string
  detail?: string
}

/** How a step stands in the work queue of the market operator. */
export type QueueEntry = {
  stage: Stage
  /** Until a document with this tag is filed. */
  unfiled?: DocumentTag
  condition?: QueueCondition
} & (
  | {
      /** The end of "3 projects wait …": the step has a line of its own on the home page, and the lists are filtered by it. */
      waits: string
      /** Its name in the filter of the lists. */
      filter: string
    }
  | {
      /** One and several, for the line on the home page that sums up the rest of the queue. */
      counted: readonly [one: string, many: string]
    }
)

/** What a step card says whatever the kind of thing. */
interface CommonCard {
  /** The thing has come to rest, and does not wait for this step. */
  optional?: true
  due?: DueName
  /** It is overdue after its day whoever's turn it is, and beside the step that the status waits for. */
  late?: true
  reminder?: ReminderName
  queue?: QueueEntry
  /** On the home page of the operator it is counted round by round, and leads to this tab of the round. */
  byRound?: { tab: string; counted: readonly [one: string, many: string] }
}

/** The thing that the condition of a card is about. */
type StepFacts<K extends SteppedKind> = K extends 'project'
  ? Entities['project'] & { services: readonly Service[] }
  : Entities[K]

type ByStatus<K extends SteppedKind, T> = { readonly [S in StatusOf<K>]?: T }

/**
 * A step of a kind of thing. A plain new step is one such card beside its action, whose `from` gives the statuses. Either the
 * page of the thing names it, or the card says why not.
 */
export type StepCard<K extends SteppedKind> = CommonCard & {
  /** Statuses from which the action is possible and the step is not due, each with the reason. */
  notIn?: ByStatus<K, string>
  /** A condition on the thing. */
  when?: (subject: StepFacts<K>) => boolean
  /** The column that it fills: nothing is left to do once that holds a value. */
  fills?: keyof Entities[K] & string
  /** Statuses in which it has been taken and can be taken again, with what the page says then. */
  again?: ByStatus<K, PageText>
  /** What the owner reads by status while there is nothing to do but wait for this step. */
  waits?: ByStatus<K, string>
} & (PageText | { notOnPage: string })

/** The step cards of a kind of thing by their actions, in the order in which pages name them. */
export type StepCards<K extends SteppedKind> = Readonly<Record<string, StepCard<K>>>

/** A step card as generic code sees it. */
export interface AnyStepCard extends CommonCard, Partial<PageText> {
  notOnPage?: string
  notIn?: Readonly<Record<string, string>>
  when?: (subject: never) => boolean
  fills?: string
  again?: Readonly<Record<string, PageText>>
  waits?: Readonly<Record<string, string>>
}
