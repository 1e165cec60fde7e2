import type { Preparation, Task } from '#contract/preparation'
import { checkAddress, type Prepared } from '#contract/registration'
import type { AvailableAction } from '#contract/resource'
import { marketDayOf } from '#domain/dates'

/** What must be done before a thing can be registered. */
export const neededTasks = ({ tasks }: Preparation): Task[] =>
  tasks.filter(({ state }) => state !== 'optional')

/** Those that are still to be done. */
export const tasksLeft = (preparation: Preparation): Task[] =>
  neededTasks(preparation).filter(({ state }) => state !== 'done')

/** Is it too late to register it in its round? Then no task is worth doing now. */
export const isTooLate = ({ registering: { action, end } }: Preparation): boolean =>
  action === null && end !== null && end < marketDayOf(new Date().toISOString())

/** How the last step of preparing a thing is called. */
export const CHECKING = 'Check your answers and register'

/**
 * The next step of preparing a thing, as the main button of its page: the first task left, then checking all answers; none
 * where it is too late or somebody else must act first.
 */
export const nextStep = (
  of: { kind: Prepared; id: string },
  preparation: Preparation,
  actions: readonly AvailableAction[],
): AvailableAction | undefined => {
  if (isTooLate(preparation)) return undefined
  const left = tasksLeft(preparation)
  const open = left.flatMap(({ action }) => actions.find(({ id }) => id === action) ?? [])
  if (left.length > 0) return open[0]
  const { action } = preparation.registering
  const check = { title: CHECKING, label: CHECKING, navigatesTo: checkAddress(of.kind, of) }
  return action === null ? undefined : { id: action, ...check }
}
