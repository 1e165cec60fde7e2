// The help beside a question is not what somebody is led to.
const FOCUSABLE =
  'input:not([type=hidden]):not([hidden]), textarea, button:not(.hint-button), select, [contenteditable=true], [role=spinbutton]'

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

/** Puts the reader on the first question; heavy controls arrive a moment later and are waited for. */
export const focusFirstQuestion = (root: HTMLElement, frames = 60) => {
  const field = root.querySelector<HTMLElement>('[data-field]')
  const control = field?.querySelector<HTMLElement>(FOCUSABLE)
  if (control) control.focus({ preventScroll: true })
  else if (field && frames > 0)
    requestAnimationFrame(() => {
      // Whoever has begun to answer meanwhile is not taken away from it.
      if (!root.contains(document.activeElement)) focusFirstQuestion(root, frames - 1)
    })
}
