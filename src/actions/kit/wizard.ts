import type { Action, Facts } from './action.ts'

/** A part of a wizard as people see it: of its actions, which exclude each other, one is walked. */
export interface Stage {
  /** What it is called; by what is known of the thing, where that decides which of its actions is asked. */
  title: string | ((subject: object, given: Facts) => string)
  steps: readonly Action[]
}

/** Ordinary actions walked stage by stage; the next step is the first one of a later stage that is available on the subject. */
export interface Wizard {
  name: string
  title: string
  stages: readonly Stage[]
  steps: readonly Action[]
  /** Cancel becomes Close: what has been saved stays and can be resumed. */
  cannotCancel: boolean
}

/** Lists the stages of a wizard. */
export const wizard = (
  name: string,
  title: string,
  stages: readonly Stage[],
  cannotCancel = false,
): Wizard => ({
  name,
  title,
  stages,
  steps: stepsIn(stages),
  cannotCancel,
})

type Neighbour = (walk: Wizard, current: Action, isAvailable: (step: Action) => boolean) => Action | undefined

/** The available step of the first stage after that of this step that has one, if any. */
export const nextStep: Neighbour = ({ stages }, current, isAvailable) =>
  stepsIn(stages.slice(stageOf(stages, current) + 1)).find(isAvailable)

/** The available step of the last stage before that of this step that has one, if any. */
export const previousStep: Neighbour = ({ stages }, current, isAvailable) =>
  stepsIn(stages.slice(0, stageOf(stages, current))).findLast(isAvailable)

const stepsIn = (stages: readonly Stage[]): Action[] => stages.flatMap(({ steps }) => steps)

const stageOf = (stages: readonly Stage[], step: Action): number =>
  stages.findIndex(({ steps }) => steps.includes(step))
