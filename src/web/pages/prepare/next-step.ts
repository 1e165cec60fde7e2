import type { Preparation, PreparationTask } from '#contract/project/preparation'
import { checkPageAddress, type PreparedKind } from '#contract/nouns/registration'
import type { AvailableAction } from '#contract/kit/resource'
import { englishDayOf } from '@credit-market/values/dates'
import { currentTime } from '../../api/clock.ts'

/** Tasks that must be done before registration. */
export const listRequiredTasks = ({ tasks }: Preparation): PreparationTask[] =>
  tasks.filter(({ state }) => state !== 'optional')

/** Tasks that are still to be done. */
export const listUnfinishedTasks = (preparation: Preparation): PreparationTask[] =>
  listRequiredTasks(preparation).filter(({ state }) => state !== 'done')

/** Returns true if it is too late to register in the round, so that no task is worth doing. */
export const isTooLateToRegister = ({ registering: { action, end } }: Preparation): boolean =>
  action === null && end !== null && end < englishDayOf(currentTime())

/** Label of the last step of preparation. */
export const CHECK_AND_REGISTER_LABEL = 'Check your answers and register'

/**
 * Next step of preparation, as the main button of the page: the first unfinished task, then checking all
 * answers; null if it is too late or someone else must act first.
 */
export const nextPreparationAction = (
  of: { kind: PreparedKind; id: string },
  preparation: Preparation,
  actions: readonly AvailableAction[],
): AvailableAction | undefined => {
  if (isTooLateToRegister(preparation)) return undefined
  const left = listUnfinishedTasks(preparation)
  const open = left.flatMap(({ action }) => actions.find(({ id }) => id === action) ?? [])
  if (left.length > 0) return open[0]
  const { action } = preparation.registering
  const check = {
    title: CHECK_AND_REGISTER_LABEL,
    label: CHECK_AND_REGISTER_LABEL,
    navigatesTo: checkPageAddress(of.kind, of),
  }
  return action === null ? undefined : { id: action, ...check }
}
