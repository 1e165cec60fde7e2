import { isPaletteKey } from './shell/palette-key.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const KINDS = ['click', 'submit', 'keydown']
const PRESSED = 'data-pressed'
const PALETTE_ASKED = 'data-palette-asked'
const TAKEN_OVER = 'taken-over'

/**
 * Keeps what is pressed last in a page that came drawn, the key of the palette too, until the program is there and does
 * it (`repeatActs`). Links need no program.
 */
export const keepActs = (): void => {
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

/** What stood in a field as the page came. */
const firstOf = (field: Field): string => {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(option => option.defaultSelected) ?? options[0])?.value ?? ''
}

/** Gives a field a value as a reader's hand would, which the program hears of. */
const enter = (field: Field, value: string): void => {
  const tell = () =>
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  // At the first word of a part of the page the program takes that part over, with what stands in it.
  tell()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  tell()
}

/** Each in a turn of its own: what is pressed knows what was entered before. */
const doOneByOne = async (acts: readonly (() => void)[]): Promise<void> => {
  for (const act of acts) {
    await new Promise(resolve => {
      setTimeout(resolve)
    })
    act()
  }
}

/**
 * What was entered and pressed in a page that came drawn, before the program was there to hear of it: undoes it, since
 * the program finds the page as it was drawn, and returns what does it once more, for when the program has taken over.
 */
export const repeatActs = (root: HTMLElement): (() => void) => {
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
