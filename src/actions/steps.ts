import { STEP_CARDS } from '#contract/steps/index'
import { type AnyStepCard, STEPPED_KINDS, type KindWithSteps } from '#contract/steps/step'
import { type ActionName, findAction } from './index.ts'
import { operatorEntries } from './kit/available.ts'

/** A step card together with what follows from its action. */
export interface ActionStep extends AnyStepCard {
  kind: KindWithSteps
  action: string
  /** The title of the action, or the text that leads to it: Close registration rather than Close. */
  title: string
  /** Whose turn it is: the owner takes its own steps, the market operator all others. */
  turn: 'operator' | 'owner'
  /**
   * The statuses in which this step comes next: all in which its actor may take it, apart from those that the
   * card excludes.
   */
  statuses: readonly string[]
  /** It takes the thing on to another status. */
  moves: boolean
}

/** Step cards of a kind of thing, as far as there is such an action: a card that names another does not compile. */
export type StepDefinitionsByName<K extends KindWithSteps, C> = {
  readonly [A in keyof C]: A extends ActionName<K> ? AnyStepCard : never
}
const CARDS: { readonly [K in KindWithSteps]: StepDefinitionsByName<K, (typeof STEP_CARDS)[K]> } = STEP_CARDS

const OWNERS: readonly string[] = ['owner', 'participant']

const stepOf = (kind: KindWithSteps, name: string, card: AnyStepCard): ActionStep => {
  const { title = name, label = title, who = [], from = [], to } = findAction(kind, name) ?? {}
  const turn = who.some(one => OWNERS.includes(one.name)) ? 'owner' : 'operator'
  const possible = turn === 'owner' && 'others' in from ? from.others : operatorEntries(from)
  const statuses = possible.filter(status => card.notIn?.[status] === undefined)
  return { ...card, kind, action: name, title: label, turn, statuses, moves: to !== undefined }
}

/** Every step, kind by kind, in the order in which pages name them. */
export const STEPS: readonly ActionStep[] = STEPPED_KINDS.flatMap(kind =>
  Object.entries<AnyStepCard>(CARDS[kind]).map(([name, card]) => stepOf(kind, name, card)),
)

/** The step that an action takes; undefined if it takes none. */
export const findStep = (kind: string, action: string | null): ActionStep | undefined =>
  STEPS.find(step => step.kind === kind && step.action === action)

/** The steps that come next for a thing of this kind and status, in order. */
export const nextSteps = (kind: string, status: string): readonly ActionStep[] =>
  STEPS.filter(step => step.kind === kind && step.statuses.includes(status))

/** Has the step been taken in this status, so that it can be taken again and nothing waits for it? */
export const isStepTaken = (step: ActionStep | undefined, status: string): boolean =>
  step?.again?.[status] !== undefined

/** Is there anything left to do by a step on this thing, of which all columns are known? */
export const isStepToDo = ({ when, fills }: ActionStep, subject: object): boolean =>
  (fills === undefined || Reflect.get(subject, fills) === null) && (when?.(subject as never) ?? true)

/**
 * The step that a thing of this kind and status waits for: the first that takes it on; nothing where it has come to
 * rest.
 */
export const awaitedStep = (kind: string, status: string): ActionStep | undefined =>
  nextSteps(kind, status).find(step => step.moves && !step.optional && !isStepTaken(step, status))
