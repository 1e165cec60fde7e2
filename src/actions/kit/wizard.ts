import type { Action, Facts } from './action.ts'

/** A part of a wizard as people see it: of its actions only those are walked that are available. */
export interface Stage {
  /** What it is called; by what is known of the thing, where that decides which of its actions is asked. */
  title: string | ((subject: object, given: Facts) => string)
  steps: readonly Action[]
}

/** Ordinary actions walked in order; the next step is the first later one that is available on the subject. */
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
  steps: stages.flatMap(stage => stage.steps),
  cannotCancel,
})

/** The step after this one that is available, if any. */
export const nextStep = (
  walk: Wizard,
  current: Action,
  isAvailable: (step: Action) => boolean,
): Action | undefined => walk.steps.slice(walk.steps.indexOf(current) + 1).find(isAvailable)

/** The step before this one that is available, if any. */
export const previousStep = (
  walk: Wizard,
  current: Action,
  isAvailable: (step: Action) => boolean,
): Action | undefined => walk.steps.slice(0, walk.steps.indexOf(current)).findLast(isAvailable)
