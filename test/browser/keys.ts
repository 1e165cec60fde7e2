import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MOST_STOPS = 120
/** What a busy machine may take. */
export const PATIENCE = { timeout: 20_000 }

/** Where the focus is: whether that is what was wanted, and what somebody who follows it by eye would miss. */
interface Stop {
  isThere: boolean
  wrong: string | null
}

// Runs in the page.
const stopAt = async (wanted: Element): Promise<Stop> => {
  // What moves into sight at the focus does so with the next frame.
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const active = document.activeElement
  const isThere = active !== null && wanted.contains(active)
  // From a page's beginning to its first stop nothing has the focus.
  if (!(active instanceof HTMLElement) || active === document.body) return { isThere: false, wrong: null }
  // No key leads here: a script has put the focus where a page or a message begins.
  if (active.tabIndex < 0) return { isThere, wrong: null }
  const name = `${active.outerHTML.slice(0, 120)} at ${location.pathname}${location.search}`
  // A control may be drawn by the label or the group around it.
  const drawn = [active, ...[active.parentElement, active.parentElement?.parentElement].filter(one => one)]
  const isMarked = drawn.some(one => {
    const style = getComputedStyle(one as Element)
    return (
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) ||
      style.boxShadow !== 'none'
    )
  })
  const label = active.closest('label') ?? active
  // A page that grew meanwhile has moved it out of sight, where it could be scrolled to.
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

/** Presses a key until this, or something in it, has the focus. At every stop the focus is seen, and lies under nothing. */
export const moveTo = async (
  page: Page,
  wanted: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown',
): Promise<void> => {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const { isThere, wrong } = await wanted.evaluate(stopAt)
    // Where a script has put the focus it need not be marked: that is asked of what a key has led to.
    if (stops > 0) expect(wrong).toBe(null)
    if (isThere) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${wanted.toString()}`)
}

export const tabTo = (page: Page, wanted: Locator): Promise<void> => moveTo(page, wanted, 'Tab')

/** Goes to something and presses it. */
export const press = async (page: Page, wanted: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Unfolds a menu and chooses from it. */
export const chooseFrom = async (page: Page, menu: string | Locator, item: string): Promise<void> => {
  await press(page, typeof menu === 'string' ? page.getByRole('button', { name: menu }) : menu)
  await moveTo(page, page.getByRole('menuitem', { name: item }).first(), 'ArrowDown')
  await page.keyboard.press('Enter')
}

/** Opens an act from the bar of a page, or from the menu beside it. */
export const openAct = async (page: Page, label: string): Promise<void> => {
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: label, exact: true }).first()
  const menu = main.getByRole('button', { name: /^(More a|A)ctions$/, disabled: false }).first()
  await link.or(menu).first().waitFor()
  if ((await link.count()) > 0) await press(page, link)
  else await chooseFrom(page, menu, label)
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** Unfolds a list and chooses what begins with these letters. */
export const choose = async (page: Page, list: Locator, typed: string): Promise<void> => {
  await press(page, list)
  await page.getByRole('listbox').waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Types into a list that is searched by typing, and takes the first that is found. */
export const searchIn = async (page: Page, list: Locator, typed: string): Promise<void> => {
  await write(page, list, typed)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

/** Goes into a group of which one is to be chosen, and chooses that one. */
export const answerIn = async (page: Page, group: Locator, answer: string): Promise<void> => {
  await tabTo(page, group)
  await moveTo(page, group.getByRole('radio', { name: answer }), 'ArrowDown')
  await page.keyboard.press('Space')
}

/** Writes over what stands in a text. */
export const write = async (page: Page, text: Locator, answer: string): Promise<void> => {
  await tabTo(page, text)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(answer)
}

/** Writes into the texts of these labels. */
export const writeInto = async (page: Page, answers: Record<string, string>): Promise<void> => {
  for (const [label, answer] of Object.entries(answers))
    await write(page, page.getByRole('textbox', { name: label, exact: true }), answer)
}

/** Types a day in its three parts. */
export const writeDay = async (page: Page, dialog: Locator, label: string, digits: string): Promise<void> => {
  await tabTo(page, dialog.getByRole('spinbutton', { name: new RegExp(`^day, ${label}`) }))
  await page.keyboard.type(digits)
}

const PDF = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }

/** Opens the system's window for choosing a file, and chooses one there: a PDF, or what is given. */
export const pickFile = async (
  page: Page,
  button: Locator,
  name: string,
  file: { mimeType: string; buffer: Buffer } = PDF,
): Promise<void> => {
  const window = page.waitForEvent('filechooser')
  await press(page, button)
  await (await window).setFiles({ name, ...file })
}

/** Ticks all that is to be ticked. */
export const tickAll = async (page: Page, within: Locator): Promise<void> => {
  for (const box of await within.getByRole('checkbox').all())
    if (!(await box.isChecked())) await press(page, box, 'Space')
}

/** The focus is here by itself, as after a dialog. */
export const isBackAt = (wanted: Locator): Promise<void> =>
  expect.poll(() => wanted.evaluate(element => element === document.activeElement), PATIENCE).toBe(true)
