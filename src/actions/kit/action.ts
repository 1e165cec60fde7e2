import type { DeclarationToMake } from '#contract/form'
import type { Actor } from '#domain/actor'
import type { Beside } from '#domain/beside'
import type { Day, Instant } from '#domain/dates'
import type { Entities, Kind, StatusOf, StoredKind, SubjectOf } from '#domain/entities'
import type { Round, RoundStatus, WindowName } from '#domain/round'
import type { Verdict } from '#domain/verdict'
import type { Change, Patch, Read } from './changes.ts'
import type { DraftOf, Fields, SavedOf } from './fields.ts'
import type { Who } from './who.ts'

/** One list for everybody, or a longer one for the market operator than for others. */
export type ByWho<T> = readonly T[] | { operator: readonly T[]; others: readonly T[] }

/** The answers while they are being given: any may still be missing. */
export type Draft<F extends Fields> = { [N in keyof F]?: DraftOf<F[N]> | null }

/** The answers once accepted, as they are stored; those of hidden questions are null. */
export type Values<F extends Fields, H extends keyof F> = {
  [N in keyof F]: N extends H ? SavedOf<F[N]> | null : SavedOf<F[N]>
}

/** The accepted answers that are kept as columns. */
export type Kept<F extends Fields, H extends keyof F> = {
  [N in keyof F as F[N] extends { storage: 'keep' } ? N : never]: N extends H
    ? SavedOf<F[N]> | null
    : SavedOf<F[N]>
}

/** Messages by field; those of the form as a whole under `form`. */
export type Messages<F extends Fields, T = string> = { [N in keyof F | 'form']?: T }

/** The kept answers become the subject's columns of the same names. */
export const save = Symbol('save')

/** The kept answers become one nested column of the subject. */
export const saveAs = <C extends string>(column: C) => ({ saveAs: column })

type Unfit<K extends StoredKind, P> = {
  [N in keyof P]: N extends keyof Patch<K>
    ? P[N] extends Patch<K>[N]
      ? never
      : `${N & string} of ${K} holds something else`
    : `${N & string} is no column of ${K}`
}[keyof P]

/** `save`, where every kept answer fits a column; else what the compiler says of those that do not. */
type Saveable<K extends Kind, F extends Fields, H extends keyof F> = K extends StoredKind
  ? [Unfit<K, Kept<F, H>>] extends [never]
    ? typeof save
    : Unfit<K, Kept<F, H>>
  : never

type SaveableAs<K extends Kind, F extends Fields, H extends keyof F> = K extends StoredKind
  ? {
      [C in keyof Patch<K>]-?: Kept<F, H> extends NonNullable<Entities[K][C & keyof Entities[K]]> ? C : never
    }[keyof Patch<K>]
  : never

/** The transitions of other subjects that an action may cause: kind, from, to. */
export type Move = { [K in StoredKind]: readonly [K, StatusOf<K>, StatusOf<K>] }[StoredKind]

/** The next status: fixed, or by an answer (or a function of the answers) among the ones listed. */
export type To<K extends Kind, F extends Fields, H extends keyof F> =
  | StatusOf<K>
  | {
      by: (keyof F & string) | ((values: Values<F, H>, subject: SubjectOf<K>) => string)
      is: { [answer: string]: StatusOf<K> }
      otherwise?: StatusOf<K>
    }

/** All that an effect knows. */
export interface Act<K extends Kind, F extends Fields, H extends keyof F, G, R> {
  on: K
  subject: SubjectOf<K>
  values: Values<F, H>
  given: G
  reads: R
  actor: Actor
  now: Instant
  newId: () => string
}

/** What stands in the way of an action, by field, or sentences that say what it would do. */
export type Preview<F extends Fields> = { refused: Messages<F> } | { preview: readonly string[] }

/** What every form knows besides what its action asks for. */
export interface Always {
  today: Day
  actorIsOperator: boolean
  declarations?: DeclarationToMake[]
}

/** One verb, whole: what is asked, who may, from which status, to which, and what becomes of it. */
export interface Definition<K extends Kind, F extends Fields, H extends keyof F, G extends object, R> {
  name: string
  on: K
  title: string
  /** The text of the button, where it differs from the title. */
  label?: string
  description?: string
  /** The page that it leads to, with {columns} of the subject filled in, where it has no form. */
  navigatesTo?: string
  who: readonly Who[]
  /** It binds, or cannot be undone: what would come of it is shown before; what the button says, and in a sentence what can be taken back. */
  binds?: { verb: string; undone: string }
  /** In whose menus it is, where that is fewer than may run it. */
  menuOf?: readonly Who[]
  /** It moves credits or rights: a fresh code of the authenticator is asked for, where the installation says so. */
  stepUp?: true
  /**
   * Who approves it before it is done, where the market operator does it and the installation says so (decisions 0091, 0122):
   * another of its staff (`secondPerson`); the owner for whom it is done (`owner`); or the owner as long as it has people, else
   * another of the staff (`ownerIfAny`).
   */
  approval?: 'secondPerson' | 'owner' | 'ownerIfAny'
  /** When it needs approval, where that is not always; `round` is that of the subject. */
  approvalWhen?: (subject: SubjectOf<K>, actor: Actor, round: Round | undefined) => boolean
  /** Says that an approval is not needed after all, from facts beyond the subject. */
  approvalWaived?: (read: Read, subject: SubjectOf<K>) => Promise<boolean>
  /** Its subject is a proposal, and what that one froze is carried out with it. */
  carriesOut?: true
  from?: ByWho<StatusOf<K>>
  /** The statuses of the subject's round in which it is available. */
  during?: ByWho<RoundStatus>
  /** The registration window it belongs to: others need the round open and the day inside, the operator a round not yet bidding. */
  window?: (subject: SubjectOf<K>) => readonly WindowName[]
  when?: (subject: SubjectOf<K>, actor: Actor) => Verdict
  /** Published: what the form must know is sent to the browser. */
  given?: (read: Read, subject: SubjectOf<K>, actor: Actor, today: Day) => Promise<G>
  fields: F
  groups?: readonly FieldGroup<keyof F & string>[]
  initial?: (subject: SubjectOf<K>, given: G & Always) => Draft<F> | null
  show?: { [N in H]: (answers: Draft<F>, given: G & Always) => boolean }
  normalise?: (answers: Draft<F>, given: G & Always) => Draft<F>
  check?: (answers: Draft<F>, given: G & Always) => Messages<F>
  warn?: (answers: Draft<F>, subject: SubjectOf<K>, given: G & Always) => Messages<F>
  /** What an answer comes to, said beside it as one types. */
  beside?: (answers: Draft<F>, given: G & Always) => Messages<F, Beside>
  to?: To<K, F, H>
  moves?: readonly Move[]
  /** Secret: what the effect must know never leaves the server. */
  reads?: (read: Read, subject: SubjectOf<K>, values: Values<F, H>, given: G & Always) => Promise<R>
  /** Server only: what is wrong with what was read, by field. */
  refuse?: (act: Act<K, F, H, G & Always, R>) => Messages<F>
  /** Server only: what is wrong with what was read, else what would come of it, which is shown before it is done. */
  preview?: (act: Act<K, F, H, G & Always, R>) => Preview<F>
  effect?:
    | ((act: Act<K, F, H, G & Always, R>) => Change[])
    | Saveable<K, F, H>
    | { saveAs: SaveableAs<K, F, H> }
  /** Success message, or that by the answers; default "{title} succeeded". */
  done?: string | ((values: Answers) => string)
}

/** Questions asked under one heading, foldable. */
export interface FieldGroup<N extends string = string> {
  id: string
  label: string
  description?: string
  fieldIds: readonly N[]
  defaultOpen?: boolean
}

export type Answers = Record<string, unknown>
export type Facts = Record<string, unknown> & Always

/** What an effect knows, its types erased. */
export type AnyAct = Omit<Act<Kind, Fields, never, Facts, unknown>, 'subject' | 'values'> & {
  subject: object
  values: Answers
}

/** An action as everything generic sees it: the same properties, their types erased. */
export interface Action extends Omit<
  Definition<Kind, Fields, never, object, unknown>,
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
  | 'preview'
  | 'effect'
> {
  from?: ByWho<string>
  window?: (subject: object) => readonly WindowName[]
  when?: (subject: object, actor: Actor) => Verdict
  given?: (read: Read, subject: object, actor: Actor, today: Day) => Promise<object>
  initial?: (subject: object, given: Facts) => Answers | null
  show?: Record<string, (answers: Answers, given: Facts) => boolean>
  normalise?: (answers: Answers, given: Facts) => Answers
  check?: (answers: Answers, given: Facts) => Record<string, string | undefined>
  warn?: (answers: Answers, subject: object, given: Facts) => Record<string, string | undefined>
  beside?: (answers: Answers, given: Facts) => Record<string, Beside | undefined>
  to?:
    | string
    | {
        by: string | ((values: Answers, subject: object) => string)
        is: Record<string, string>
        otherwise?: string
      }
  reads?: (read: Read, subject: object, values: Answers, given: Facts) => Promise<unknown>
  refuse?: (act: AnyAct) => Record<string, string | undefined>
  preview?: (act: AnyAct) => Preview<Fields>
  effect?: ((act: AnyAct) => Change[]) | typeof save | { saveAs: string }
}

/** An action by its name and what it is run on. */
export type Named<N extends string, K extends Kind> = Action & { name: N; on: K }

/** Defines an action. The definition is pure: nothing in it reads a clock, a store or chance. */
export const action = <
  const N extends string,
  K extends Kind,
  const F extends Fields,
  H extends keyof F = never,
  G extends object = object,
  R = unknown,
>(
  definition: Definition<K, F, H, G, R> & { name: N },
): Named<N, K> => definition as unknown as Named<N, K>
