import type { Done } from '#contract/form'

/** What was done last in a list of work, by which action. */
export interface JustDone {
  /** What it says of itself. */
  message: string
  action: string
  context: Done['context']
}

let last: JustDone | null = null
const listeners = new Set<() => void>()

/** What was done last, for `useSyncExternalStore`: it stays until it is put away or the next is done. */
export const justDoneStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => last,
}

/** Puts down what was just done, or puts it away. */
export const setJustDone = (done: JustDone | null): void => {
  last = done
  for (const listener of listeners) listener()
}
