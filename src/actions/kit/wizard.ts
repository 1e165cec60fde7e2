import type { Action, ActionFacts } from './action.ts'

/** A stage of a wizard on screen: one of its mutually exclusive actions is taken. */
export interface WizardStage {
  /** Its title, or a function of known facts if these decide which of its actions is asked. */
  title: string | ((subject: object, given: ActionFacts) => string)
  steps: readonly Action[]
}

/** Ordinary actions, stage by stage; the next step is the first one of a later stage that is available on the subject. */
export interface Wizard {
  name: string
  title: string
  stages: readonly WizardStage[]
  steps: readonly Action[]
  /** Cancel becomes Close: saved answers stay, and people can resume. */
  cannotCancel: boolean
}

/** Lists the stages of a wizard. */
export const defineWizard = (
  name: string,
  title: string,
  stages: readonly WizardStage[],
  cannotCancel = false,
): Wizard => ({
  name,
  title,
  stages,
  steps: stepsIn(stages),
  cannotCancel,
})

type Neighbour = (walk: Wizard, current: Action, isAvailable: (step: Action) => boolean) => Action | undefined

/** Next step: the available step of the first later stage that has one. */
export const nextWizardStep: Neighbour = ({ stages }, current, isAvailable) =>
  stepsIn(stages.slice(stageOf(stages, current) + 1)).find(isAvailable)

/** Previous step: the available step of the last earlier stage that has one. */
export const previousWizardStep: Neighbour = ({ stages }, current, isAvailable) =>
  stepsIn(stages.slice(0, stageOf(stages, current))).findLast(isAvailable)

const stepsIn = (stages: readonly WizardStage[]): Action[] => stages.flatMap(({ steps }) => steps)

const stageOf = (stages: readonly WizardStage[], step: Action): number =>
  stages.findIndex(({ steps }) => steps.includes(step))
