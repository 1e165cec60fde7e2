import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MOST_STOPS = 120
/** A timeout for busy machines. */
export const SLOW_TIMEOUT = { timeout: 20_000 }

/** A stop of the focus: whether it is the wanted one, and what a sighted keyboard user would miss. */
interface Stop {
  isThere: boolean
  wrong: string | null
}

// Runs in the page.
const stopAt = async (wanted: Element): Promise<Stop> => {
  // Scrolling to the focus happens in the next frame.
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const active = document.activeElement
  const isThere = active !== null && wanted.contains(active)
  // Nothing has the focus between the beginning of a page and its first stop.
  if (!(active instanceof HTMLElement) || active === document.body) return { isThere: false, wrong: null }
  // No key leads here: a script has focused the beginning of a page or message.
  if (active.tabIndex < 0) return { isThere, wrong: null }
  const name = `${active.outerHTML.slice(0, 120)} at ${location.pathname}${location.search}`
  // A control may be drawn by its label or surrounding group.
  const drawn = [active, ...[active.parentElement, active.parentElement?.parentElement].filter(one => one)]
  const isMarked = drawn.some(one => {
    const style = getComputedStyle(one as Element)
    return (
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) ||
      style.boxShadow !== 'none'
    )
  })
  const label = active.closest('label') ?? active
  // If the page has grown meanwhile, the element is out of view but can still be scrolled to.
  label.scrollIntoView({ block: 'nearest' })
  const { left, right, top, bottom } = label.getBoundingClientRect()
  const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)]
  const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const found = [0.5, 0.1, 0.9].flatMap(across =>
    [0.5, 0.1, 0.9].map(down => document.elementFromPoint(x0 + (x1 - x0) * across, y0 + (y1 - y0) * down)),
  )
  const isSeen = found.some(one => one !== null && (label.contains(one) || one.contains(label)))
  if (x1 <= x0 || y1 <= y0 || !isSeen)
    return { isThere, wrong: `Hidden: ${name} under ${found[0]?.outerHTML.slice(0, 120)}` }
  return { isThere, wrong: isMarked ? null : `Not marked: ${name}` }
}

/**
 * Presses a key until this element, or something in it, has the focus. At every stop the focus must be visible and
 * uncovered.
 */
export const focusByKey = async (
  page: Page,
  wanted: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown',
): Promise<void> => {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const { isThere, wrong } = await wanted.evaluate(stopAt)
    // A focus set by a script need not be visible; one reached by a key must be.
    if (stops > 0) expect(wrong).toBe(null)
    if (isThere) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${wanted.toString()}`)
}

export const tabToElement = (page: Page, wanted: Locator): Promise<void> => focusByKey(page, wanted, 'Tab')

/** Moves to an element and presses it. */
export const pressElement = async (page: Page, wanted: Locator, key = 'Enter'): Promise<void> => {
  await tabToElement(page, wanted)
  await page.keyboard.press(key)
}

/** Opens a menu and chooses from it. */
export const chooseFrom = async (page: Page, menu: string | Locator, item: string): Promise<void> => {
  await pressElement(page, typeof menu === 'string' ? page.getByRole('button', { name: menu }) : menu)
  await focusByKey(page, page.getByRole('menuitem', { name: item }).first(), 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Opens an act from the bar of a page, or from its menu. */
export const openAction = async (page: Page, label: string): Promise<void> => {
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: label, exact: true }).first()
  const menu = main.getByRole('button', { name: /^(More a|A)ctions$/, disabled: false }).first()
  await link.or(menu).first().waitFor()
  if ((await link.count()) > 0) await pressElement(page, link)
  else await chooseFrom(page, menu, label)
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** Opens a list and chooses the item that begins with this text. */
export const chooseFromList = async (page: Page, list: Locator, typed: string): Promise<void> => {
  await pressElement(page, list)
  await page.getByRole('listbox').waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Types into a searchable list, and takes the first hit. */
export const searchAndChoose = async (page: Page, list: Locator, typed: string): Promise<void> => {
  await replaceText(page, list, typed)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Moves into a radio group and chooses an option. */
export const chooseRadio = async (page: Page, group: Locator, answer: string): Promise<void> => {
  await tabToElement(page, group)
  await focusByKey(page, group.getByRole('radio', { name: answer }), 'ArrowDown')
  await page.keyboard.press('Space')
}

/** Replaces the text of a field. */
export const replaceText = async (page: Page, text: Locator, answer: string): Promise<void> => {
  await tabToElement(page, text)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(answer)
}

/** Fills the fields with these labels. */
export const fillFields = async (page: Page, answers: Record<string, string>): Promise<void> => {
  for (const [label, answer] of Object.entries(answers))
    await replaceText(page, page.getByRole('textbox', { name: label, exact: true }), answer)
}

/** Types a date in its three parts. */
export const typeDate = async (page: Page, dialog: Locator, label: string, digits: string): Promise<void> => {
  await tabToElement(page, dialog.getByRole('spinbutton', { name: new RegExp(`^day, ${label}`) }))
  await page.keyboard.type(digits)
}

const PDF = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }

/** Opens the system’s file dialog, and chooses a file: a PDF, or the given one. */
export const pickFile = async (
  page: Page,
  button: Locator,
  name: string,
  file: { mimeType: string; buffer: Buffer } = PDF,
): Promise<void> => {
  const window = page.waitForEvent('filechooser')
  await pressElement(page, button)
  await (await window).setFiles({ name, ...file })
}

/** Ticks every box within an element. */
export const tickAll = async (page: Page, within: Locator): Promise<void> => {
  for (const box of await within.getByRole('checkbox').all())
    if (!(await box.isChecked())) await pressElement(page, box, 'Space')
}

/** Waits until the focus is here by itself, as after a dialog. */
export const waitForFocus = (wanted: Locator): Promise<void> =>
  expect.poll(() => wanted.evaluate(element => element === document.activeElement), SLOW_TIMEOUT).toBe(true)
