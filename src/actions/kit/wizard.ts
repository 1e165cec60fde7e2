import type { Action } from './action.ts'

/** Ordinary actions walked in order; the next step is the first later one that is offered on the subject. */
export interface Wizard {
  name: string
  title: string
  steps: readonly Action[]
  /** Cancel becomes Close: what has been saved stays and can be resumed. */
  cannotCancel: boolean
}

/** Lists the steps of a wizard. */
export const wizard = (
  name: string,
  title: string,
  steps: readonly Action[],
  cannotCancel = false,
): Wizard => ({
  name,
  title,
  steps,
  cannotCancel,
})

/** The step after this one that is offered, if any. */
export const nextStep = (
  walk: Wizard,
  current: Action,
  isOffered: (step: Action) => boolean,
): Action | undefined => walk.steps.slice(walk.steps.indexOf(current) + 1).find(isOffered)

/** The step before this one that is offered, if any. */
export const previousStep = (
  walk: Wizard,
  current: Action,
  isOffered: (step: Action) => boolean,
): Action | undefined => walk.steps.slice(0, walk.steps.indexOf(current)).findLast(isOffered)
