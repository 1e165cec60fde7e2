import type { RequiredDeclaration } from '#contract/kit/form'
import type { Actor } from '#domain/people/actor'
import type { KeyScope } from '#domain/people/api-key'
import type { FieldFeedback } from '#domain/project/beside'
import type { Day, Instant } from '@credit-market/values/dates'
import type { EntityMap, Kind, StatusOfKind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import type { Round, RoundStatus, RegistrationWindowName } from '#domain/round/round'
import type { TrueOrReason } from '#domain/values/verdict'
import type { Change, Patch, Read } from './changes.ts'
import type { DraftValue, Fields, SavedValue } from './fields.ts'
import type { ActorGroup } from './who.ts'

/** One list for everyone, or a longer one for the market operator than for others. */
export type ByRole<T> = readonly T[] | { operator: readonly T[]; others: readonly T[] }

/** Answers while a form is being filled in: any may still be missing. */
export type Draft<F extends Fields> = { [N in keyof F]?: DraftValue<F[N]> | null }

/** Accepted answers as they are stored; answers of hidden questions are null. */
export type AcceptedValues<F extends Fields, H extends keyof F> = {
  [N in keyof F]: N extends H ? SavedValue<F[N]> | null : SavedValue<F[N]>
}

/** Accepted answers that are stored as columns. */
export type StoredValues<F extends Fields, H extends keyof F> = {
  [N in keyof F as F[N] extends { storage: 'keep' } ? N : never]: N extends H
    ? SavedValue<F[N]> | null
    : SavedValue<F[N]>
}

/** Messages by field; those of the whole form under `form`. */
export type Messages<F extends Fields, T = string> = { [N in keyof F | 'form']?: T }

/** Stores the answers as the subject's columns of the same names. */
export const saveAnswers = Symbol('save')

/** Stores the answers as one nested column of the subject. */
export const saveAs = <C extends string>(column: C) => ({ saveAs: column })

type Unfit<K extends StoredKind, P> = {
  [N in keyof P]: N extends keyof Patch<K>
    ? P[N] extends Patch<K>[N]
      ? never
      : `${N & string} of ${K} holds something else`
    : `${N & string} is no column of ${K}`
}[keyof P]

/** `save`, if every stored answer fits a column; otherwise the compiler's message about those that do not. */
type Saveable<K extends Kind, F extends Fields, H extends keyof F> = K extends StoredKind
  ? [Unfit<K, StoredValues<F, H>>] extends [never]
    ? typeof saveAnswers
    : Unfit<K, StoredValues<F, H>>
  : never

type SaveableAs<K extends Kind, F extends Fields, H extends keyof F> = K extends StoredKind
  ? {
      [C in keyof Patch<K>]-?: StoredValues<F, H> extends NonNullable<EntityMap[K][C & keyof EntityMap[K]]>
        ? C
        : never
    }[keyof Patch<K>]
  : never

/** Transitions of other subjects that an action may cause: kind, from, to. */
export type Transition = { [K in StoredKind]: readonly [K, StatusOfKind<K>, StatusOfKind<K>] }[StoredKind]

/** Next status: fixed, or chosen among the listed ones by an answer or a function of the answers. */
export type NextStatus<K extends Kind, F extends Fields, H extends keyof F> =
  | StatusOfKind<K>
  | {
      by: (keyof F & string) | ((values: AcceptedValues<F, H>, subject: EntityOfKind<K>) => string)
      is: { [answer: string]: StatusOfKind<K> }
      otherwise?: StatusOfKind<K>
    }

/** Everything that an effect knows. */
export interface EffectInput<K extends Kind, F extends Fields, H extends keyof F, G, R> {
  on: K
  subject: EntityOfKind<K>
  values: AcceptedValues<F, H>
  given: G
  reads: R
  actor: Actor
  /** User who decides, if not the actor: the approver; null in the preview of an act that waits for one. */
  decider?: string | null
  now: Instant
  newId: () => string
}

/** Obstacles of an action, by field, or sentences about what it would do. */
export type Preview<F extends Fields> = { refused: Messages<F> } | { preview: readonly string[] }

/** Facts that every form has in addition to those of its action. */
export interface CommonFacts {
  today: Day
  actorIsOperator: boolean
  declarations?: RequiredDeclaration[]
}

/** A whole action: its questions, who may take it, from which status, to which, and its effects. */
export interface ActionDefinition<K extends Kind, F extends Fields, H extends keyof F, G extends object, R> {
  name: string
  on: K
  title: string
  /** Text of the button, if it differs from the title. */
  label?: string
  description?: string
  /** Page that it leads to instead of a form, with {columns} of the subject filled in. */
  navigatesTo?: string
  who: readonly ActorGroup[]
  /**
   * Set for actions that bind or cannot be undone, whose form first shows what will happen: the verb on the button, and a
   * sentence on what can be undone.
   */
  binds?: { verb: string; undone: string }
  /** Text of the button that submits the form, if it does something else than save. */
  verb?: string
  /** People who have it in their menus, if these are fewer than may run it. */
  menuOf?: readonly ActorGroup[]
  /** Set for actions that move credits or rights: they need a fresh code of the authenticator, if the installation says so. */
  stepUp?: true
  /** Scope with which an API key may run it, if that does not follow from who may run it and on what. */
  keyScope?: KeyScope
  /**
   * Approver of the action, if the market operator takes it and the installation requires approval (decisions 0091, 0122): other
   * staff (`secondPerson`); the owner for whom it is taken (`owner`); or the owner if it has people, otherwise other staff
   * (`ownerIfAny`).
   */
  approval?: 'secondPerson' | 'owner' | 'ownerIfAny'
  /** Condition for the approval, if it is not always needed; `round` is the round of the subject. */
  approvalWhen?: (subject: EntityOfKind<K>, actor: Actor, round: Round | undefined) => boolean
  /** Waives the approval, depending on facts that the subject itself does not hold. */
  approvalWaived?: (read: Read, subject: EntityOfKind<K>) => Promise<boolean>
  /** Its subject is a proposal, and it carries out the proposal's action too. */
  carriesOut?: true
  from?: ByRole<StatusOfKind<K>>
  /** Statuses of the subject's round in which it is available. */
  during?: ByRole<RoundStatus>
  /**
   * Limits the action to the registration window. Others need the round to be open and today to be inside the
   * window; the operator only needs a round whose bidding has not begun.
   */
  window?: (subject: EntityOfKind<K>) => readonly RegistrationWindowName[]
  when?: (subject: EntityOfKind<K>, actor: Actor) => TrueOrReason
  /** Published facts for the form, sent to the browser. */
  given?: (read: Read, subject: EntityOfKind<K>, actor: Actor, today: Day) => Promise<G>
  fields: F
  groups?: readonly FieldGroup<keyof F & string>[]
  initial?: (subject: EntityOfKind<K>, given: G & CommonFacts) => Draft<F> | null
  show?: { [N in H]: (answers: Draft<F>, given: G & CommonFacts) => boolean }
  normalise?: (answers: Draft<F>, given: G & CommonFacts) => Draft<F>
  check?: (answers: Draft<F>, given: G & CommonFacts) => Messages<F>
  warn?: (answers: Draft<F>, subject: EntityOfKind<K>, given: G & CommonFacts) => Messages<F>
  /** Live feedback on an answer, next to its field. */
  beside?: (answers: Draft<F>, given: G & CommonFacts) => Messages<F, FieldFeedback>
  to?: NextStatus<K, F, H>
  moves?: readonly Transition[]
  /** Secret facts for the effect, which never leave the server. */
  reads?: (
    read: Read,
    subject: EntityOfKind<K>,
    values: AcceptedValues<F, H>,
    given: G & CommonFacts,
  ) => Promise<R>
  /** Server only: errors from secret facts, by field. */
  refuse?: (act: EffectInput<K, F, H, G & CommonFacts, R>) => Messages<F>
  /** Server only: says why the person who decides must not, though others may. */
  decidable?: (act: EffectInput<K, F, H, G & CommonFacts, R>) => TrueOrReason
  /** Server only: errors from secret facts, or else sentences about what will happen, shown before the action. */
  preview?: (act: EffectInput<K, F, H, G & CommonFacts, R>) => Preview<F>
  effect?:
    | ((act: EffectInput<K, F, H, G & CommonFacts, R>) => Change[])
    | Saveable<K, F, H>
    | { saveAs: SaveableAs<K, F, H> }
  /** Success message, or a function of the answers; default "{title} succeeded". */
  done?: string | ((values: Answers) => string)
}

/** Questions under one heading, foldable. */
export interface FieldGroup<N extends string = string> {
  id: string
  label: string
  description?: string
  fieldIds: readonly N[]
  defaultOpen?: boolean
}

export type Answers = Record<string, unknown>
export type ActionFacts = Record<string, unknown> & CommonFacts

/** Facts of an effect, for generic code. */
export type AnyEffectInput = Omit<
  EffectInput<Kind, Fields, never, ActionFacts, unknown>,
  'subject' | 'values'
> & {
  subject: object
  values: Answers
}

/** An action for generic code: the same properties with their types erased. */
export interface Action extends Omit<
  ActionDefinition<Kind, Fields, never, object, unknown>,
  | 'from'
  | 'window'
  | 'when'
  | 'given'
  | 'initial'
  | 'show'
  | 'normalise'
  | 'check'
  | 'warn'
  | 'beside'
  | 'to'
  | 'reads'
  | 'refuse'
  | 'decidable'
  | 'preview'
  | 'effect'
> {
  from?: ByRole<string>
  window?: (subject: object) => readonly RegistrationWindowName[]
  when?: (subject: object, actor: Actor) => TrueOrReason
  given?: (read: Read, subject: object, actor: Actor, today: Day) => Promise<object>
  initial?: (subject: object, given: ActionFacts) => Answers | null
  show?: Record<string, (answers: Answers, given: ActionFacts) => boolean>
  normalise?: (answers: Answers, given: ActionFacts) => Answers
  check?: (answers: Answers, given: ActionFacts) => Record<string, string | undefined>
  warn?: (answers: Answers, subject: object, given: ActionFacts) => Record<string, string | undefined>
  beside?: (answers: Answers, given: ActionFacts) => Record<string, FieldFeedback | undefined>
  to?:
    | string
    | {
        by: string | ((values: Answers, subject: object) => string)
        is: Record<string, string>
        otherwise?: string
      }
  reads?: (read: Read, subject: object, values: Answers, given: ActionFacts) => Promise<unknown>
  refuse?: (act: AnyEffectInput) => Record<string, string | undefined>
  decidable?: (act: AnyEffectInput) => TrueOrReason
  preview?: (act: AnyEffectInput) => Preview<Fields>
  effect?: ((act: AnyEffectInput) => Change[]) | typeof saveAnswers | { saveAs: string }
}

/** An action by its name and kind of subject. */
export type NamedAction<N extends string, K extends Kind> = Action & { name: N; on: K }

/** Defines an action. The definition is pure: it reads no clock, no store and no random numbers. */
export const action = <
  const N extends string,
  K extends Kind,
  const F extends Fields,
  H extends keyof F = never,
  G extends object = object,
  R = unknown,
>(
  definition: ActionDefinition<K, F, H, G, R> & { name: N },
): NamedAction<N, K> => definition as unknown as NamedAction<N, K>
