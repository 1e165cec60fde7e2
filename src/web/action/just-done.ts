import type { ActionResult } from '#contract/kit/form'

/** Last action done in a list of work. */
export interface LastAction {
  /** Message of the action about itself. */
  message: string
  action: string
  context: ActionResult['context']
}

let last: LastAction | null = null
const listeners = new Set<() => void>()

/**
 * Store with the last action done, for `useSyncExternalStore`. It stays until it is dismissed or the next
 * action is done.
 */
export const lastActionStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => last,
}

/** Sets the last action done, or dismisses it with null. */
export const setLastAction = (done: LastAction | null): void => {
  last = done
  for (const listener of listeners) listener()
}
