// The help beside a question is not what somebody is led to.
const FOCUSABLE =
  'input:not([type=hidden]):not([hidden]), textarea, button:not(.hint-button), select, [contenteditable=true], [role=spinbutton]'

/** Where a question is answered: of alternatives the chosen one, as the keyboard would lead there. */
const controlOf = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('input[type=radio]:checked') ?? field.querySelector<HTMLElement>(FOCUSABLE)

/** Puts the reader on the first question with something wrong in it. */
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
 * Puts the reader on the first question. Heavy controls are fetched and arrive later, on a slow line much later: they are
 * waited for, unless somebody has begun to answer meanwhile. Answers how to wait no longer.
 */
export const focusFirstQuestion = (root: HTMLElement): (() => void) => {
  /** Is there nothing more to wait for? */
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

/** Puts the reader on an answer that was filled in by a button, which may be gone with that and would take the focus along. */
export const focusAnswer = (pressed: HTMLElement, name: string) => {
  const form = pressed.closest('form')
  requestAnimationFrame(() =>
    form?.querySelector(`[data-field="${name}"]`)?.querySelector<HTMLElement>(FOCUSABLE)?.focus(),
  )
}
