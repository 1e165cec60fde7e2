import type { ActionName } from '#actions/index'
import type { NextThing, AvailableAction } from '#contract/resource'

const JOINING = 'RegisterAsParticipant' satisfies ActionName<'round'>

/** The actions with those that are to be done next in front, so that the button to press stands out; joining a round last. */
export const nextFirst = (
  actions: readonly AvailableAction[],
  next: readonly NextThing[],
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
 * How many of the actions stand as buttons: two. Joining a round does so only where it is what to do next: whoever takes
 * part finds it in the menu.
 */
export const buttonsOf = (actions: readonly AvailableAction[], next: readonly NextThing[]): number => {
  const isWanted = ({ id }: AvailableAction) => id !== JOINING || next.some(({ action }) => action === id)
  return Math.min(2, actions.filter(isWanted).length)
}

/** Is it done by a button on this very page? The first of those is to stand out. */
export const isDoneHere = ({ action, missing, link }: NextThing, page: string): boolean =>
  action !== null && missing === undefined && link === page

/** Nobody should accept a match before having looked at it: its link leads to the review, not into the form. */
export const lookFirst = (things: readonly NextThing[]): NextThing[] =>
  things.map(thing =>
    thing.action === ('AcceptMatch' satisfies ActionName<'round'>) ? { ...thing, action: null } : thing,
  )
