import type { Action } from '#actions/kit/action'
import { kindAt } from '#contract/nouns'

/** All definitions, fetched when the first form is opened. */
const definitions = () => import('#actions/index')

/** The definition of an action on a subject at this path, such as `project/17`. */
export const definitionOf = async (on: string, name: string): Promise<Action> => {
  const kind = kindAt(on)
  const action = kind && (await definitions()).findAction(kind, name)
  if (!action) throw new Error(`There is no action ${name} here`)
  return action
}

/** The walk of several steps that begins with this action, by name. */
export const walkBegunBy = async (action: Action): Promise<string | null> =>
  (await definitions()).wizards.find(walk => walk.steps[0] === action)?.name ?? null
