/** Short message in the corner of the screen. */
export interface Toast {
  /** Time at which the toast was created. */
  id: number
  type: 'success' | 'error'
  message: string
}

let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

const show = (toasts: readonly Toast[]) => {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Toasts on screen, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => shown,
}

/** Shows a toast. */
export const toast = (type: Toast['type'], message: string) => {
  const id = Math.max(Date.now(), (shown.at(-1)?.id ?? 0) + 1)
  show([...shown, { id, type, message }])
}

/** Removes a toast. */
export const dismissToast = (id: number) => show(shown.filter(one => one.id !== id))
