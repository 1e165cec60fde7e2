import { isPaletteKey } from './shell/palette-key.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const KINDS = ['click', 'submit', 'keydown']
const PRESSED = 'data-pressed'
const PALETTE_ASKED = 'data-palette-asked'
const TAKEN_OVER = 'taken-over'

/**
 * Records the last press in a page rendered by the server, and the palette's shortcut, until the application
 * is hydrated and `replayActionsAfterHydration` replays it. Links work without scripts.
 */
export const recordActionsBeforeHydration = (): void => {
  const keep = (event: Event) => {
    const { target } = event
    if (event instanceof KeyboardEvent) {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      document.documentElement.toggleAttribute(PALETTE_ASKED)
      return
    }
    if (!(target instanceof Element)) return
    const pressed = target.closest(
      event.type === 'submit' ? 'form' : 'button[type=button]:not([aria-disabled=true])',
    )
    if (!pressed) return
    event.preventDefault()
    document.querySelector(`[${PRESSED}]`)?.removeAttribute(PRESSED)
    pressed.setAttribute(PRESSED, '')
  }
  for (const kind of KINDS) addEventListener(kind, keep, true)
  const end = () => {
    for (const kind of KINDS) removeEventListener(kind, keep, true)
  }
  addEventListener(TAKEN_OVER, end, { once: true })
}

const isTick = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** Initial value of a field in the server's HTML. */
const firstOf = (field: Field): string => {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(option => option.defaultSelected) ?? options[0])?.value ?? ''
}

/** Sets a field's value as a user would, so that React notices. */
const enter = (field: Field, value: string): void => {
  const tell = () =>
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  // The first event in a part of the page makes React hydrate that part, with its current content; the second enters
  // the value.
  tell()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell()
}

/** Runs each action in its own task, so that a press sees the values entered before. */
const doOneByOne = async (acts: readonly (() => void)[]): Promise<void> => {
  for (const act of acts) {
    await new Promise(resolve => {
      setTimeout(resolve)
    })
    act()
  }
}

/**
 * Collects what was entered and pressed in a page rendered by the server before hydration. Undoes it, because
 * hydration expects the page as it was rendered, and returns a function that does it again afterwards.
 */
export const replayActionsAfterHydration = (root: HTMLElement): (() => void) => {
  dispatchEvent(new Event(TAKEN_OVER))
  const acts = [...root.querySelectorAll<Field>('input, select, textarea')].flatMap(field => {
    if (isTick(field)) {
      if (field.checked === field.defaultChecked) return []
      field.checked = field.defaultChecked
      return [() => field.click()]
    }
    const { value } = field
    const first = firstOf(field)
    if (value === first) return []
    field.value = first
    return [() => enter(field, value)]
  })
  const pressed = root.querySelector<HTMLElement>(`[${PRESSED}]`)
  pressed?.removeAttribute(PRESSED)
  if (pressed)
    acts.push(() => (pressed instanceof HTMLFormElement ? pressed.requestSubmit() : pressed.click()))
  const { documentElement } = document
  if (documentElement.hasAttribute(PALETTE_ASKED))
    acts.push(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  documentElement.removeAttribute(PALETTE_ASKED)
  return () => void doOneByOne(acts)
}
