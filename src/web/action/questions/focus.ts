// The help next to a field does not take the focus.
const FOCUSABLE =
  'input:not([type=hidden]):not([hidden]), textarea, button:not(.hint-button), select, [contenteditable=true], [role=spinbutton]'

/** Element that takes the focus in a field; in a radio group the chosen option, as the keyboard would. */
const controlOf = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('input[type=radio]:checked') ?? field.querySelector<HTMLElement>(FOCUSABLE)

/** Focuses the first field with an error. */
export const focusFirstProblem = (root: HTMLElement, names: readonly string[]) => {
  const wrong = [...root.querySelectorAll<HTMLElement>('[data-field]')].find(field =>
    names.includes(field.dataset.field ?? ''),
  )
  const goal =
    wrong?.querySelector<HTMLElement>('[aria-invalid=true]') ?? wrong?.querySelector<HTMLElement>(FOCUSABLE)
  goal?.focus()
  wrong?.scrollIntoView({ block: 'center' })
}

/**
 * Focuses the first field. Large controls are loaded later, on a slow connection much later: it waits for
 * them unless the user has begun to answer. Returns a function that stops waiting.
 */
export const focusFirstQuestion = (root: HTMLElement): (() => void) => {
  /** Returns true if there is nothing more to wait for. */
  const tryIt = (): boolean => {
    if (root.contains(document.activeElement)) return true
    const field = root.querySelector<HTMLElement>('[data-field]:not([data-readonly])')
    const control = field && controlOf(field)
    control?.focus({ preventScroll: true })
    return !field || Boolean(control)
  }
  const waiting = new MutationObserver(() => {
    if (tryIt()) waiting.disconnect()
  })
  if (!tryIt()) waiting.observe(root, { childList: true, subtree: true })
  return () => waiting.disconnect()
}

/** Focuses an answer that a button filled in, because the button may disappear and take the focus with it. */
export const focusAnswer = (pressed: HTMLElement, name: string) => {
  const form = pressed.closest('form')
  requestAnimationFrame(() =>
    form?.querySelector(`[data-field="${name}"]`)?.querySelector<HTMLElement>(FOCUSABLE)?.focus(),
  )
}
