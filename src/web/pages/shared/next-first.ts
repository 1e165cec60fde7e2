import type { ActionName } from '#actions/index'
import type { NextStep, AvailableAction } from '#contract/kit/resource'

const JOINING = 'RegisterAsParticipant' satisfies ActionName<'round'>

/** Orders actions with the next ones first, so that the main button comes first; joining a round is last. */
export const sortNextFirst = (
  actions: readonly AvailableAction[],
  next: readonly NextStep[],
): AvailableAction[] => {
  const wanted = next.map(thing => thing.action)
  const rank = (action: AvailableAction) => {
    const at = wanted.indexOf(action.id)
    if (next[at]?.missing || (at < 0 && action.id === JOINING)) return Infinity
    return at < 0 ? wanted.length : at
  }
  return actions.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Number of actions that are buttons: two. Joining a round is one only if it is a next step; participants
 * find it in the menu.
 */
export const countActionButtons = (
  actions: readonly AvailableAction[],
  next: readonly NextStep[],
): number => {
  const isWanted = ({ id }: AvailableAction) => id !== JOINING || next.some(({ action }) => action === id)
  return Math.min(2, actions.filter(isWanted).length)
}

/** Returns true if a button on this very page does the step. The first such button is highlighted. */
export const isActionOnThisPage = ({ action, missing, link }: NextStep, page: string): boolean =>
  action !== null && missing === undefined && link === page

/**
 * Links the acceptance of a match to its review and not to the form, because no one should accept a match
 * unseen.
 */
export const linkAcceptanceToReview = (things: readonly NextStep[]): NextStep[] =>
  things.map(thing =>
    thing.action === ('AcceptMatch' satisfies ActionName<'round'>) ? { ...thing, action: null } : thing,
  )
