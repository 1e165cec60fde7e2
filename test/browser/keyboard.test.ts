import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOOD } from '../http/browser.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openDoorstep } from './doorstep.ts'

let door: Awaited<ReturnType<typeof openDoorstep>>
beforeAll(async () => {
  door = await openDoorstep()
})
afterAll(() => door?.close())

const MOST_STOPS = 80

/** Presses a key until this has the focus, as somebody without a pointer does. */
const moveTo = async (page: Page, wanted: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> => {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await wanted.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${wanted.toString()}`)
}

const tabTo = (page: Page, wanted: Locator) => moveTo(page, wanted, 'Tab')

/** Unfolds a menu and chooses from it. */
const chooseFrom = async (page: Page, menu: string, item: string): Promise<void> => {
  await tabTo(page, page.getByRole('button', { name: menu }))
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByRole('menuitem', { name: item }), 'ArrowDown')
  await page.keyboard.press('Enter')
}

const writeInto = async (page: Page, answers: Record<string, string>): Promise<void> => {
  for (const [label, answer] of Object.entries(answers)) {
    await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(answer)
  }
}

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

test('an account is opened, used and left with the keyboard alone', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await at(page, '/signUp')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: /^Participant/ }).waitFor()
  await writeInto(page, {
    Organisation: 'Otter Brook',
    'Your name': 'Olu Otter',
    Email: 'olu@otter.example',
    Phone: '+447700900124',
    Password: GOOD,
    'Confirm password': GOOD,
  })
  await page.keyboard.press('Enter')
  await at(page, '/confirmSignUp')
  await writeInto(page, { Code: await door.codeIn('olu@otter.example') })
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await writeInto(page, { Password: GOOD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()

  await chooseFrom(page, 'Olu Otter', 'Profile')
  await at(page, '/profile')
  await tabTo(page, page.getByRole('button', { name: 'Set it up' }))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Password', exact: true }).waitFor()
  await chooseFrom(page, 'Olu Otter', 'Sign out')
  await at(page, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.context().close()
})

test('a menu folds at Escape and gives the focus back to its button', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', GOOD)
  await at(page, '/')
  await page.goto('/participants/estate')
  // What unfolds it is fetched after the page is shown; until then the button says that it is busy.
  const button = page.getByRole('button', { name: 'More actions', disabled: false })
  await button.waitFor()
  await tabTo(page, button)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu', { name: 'More actions' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  await page.context().close()
})

test('tabs are walked with the arrow keys, and the address names the one that is open', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', GOOD)
  await at(page, '/')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/participants/estate?tab=activity')
  const open = (name: string) => page.getByRole('tab', { name, selected: true })
  await open('Activity').waitFor()
  // What lies beyond the edge of a narrow screen is brought into sight.
  await expect
    .poll(() => open('Activity').evaluate(tab => tab.getBoundingClientRect().right))
    .toBeLessThan(391)
  await tabTo(page, open('Activity'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(address => address.search === '')
  await tabTo(page, open('Overview'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(address => address.search === '?tab=rounds')
  await page.getByRole('tabpanel', { name: 'Market rounds' }).waitFor()
  await page.keyboard.press('End')
  await page.waitForURL(address => address.search === '?tab=activity')
  await page.keyboard.press('Home')
  await page.waitForURL(address => address.search === '')
  await page.context().close()
})

test('an action is run with the keyboard alone', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', GOOD)
  await at(page, '/')
  await page.goto('/projects/reed')
  await tabTo(page, page.getByRole('link', { name: 'Comment', exact: true }).first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('textbox').first())
  await page.keyboard.type('Spoke with the landholder today')
  await tabTo(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/projects/reed?tab=comments')
  await page.getByText('Spoke with the landholder today').waitFor()
  await page.context().close()
})

test('the palette finds by key what an authority searches for, and leads others to pages and to what they may do', async () => {
  await door.givePassword('sue')
  const page = await door.visitor()
  await door.signIn(page, 'sue', GOOD)
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  const text = page.getByRole('combobox', { name: 'Search, or go to a page' })
  await text.waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page), theme).toEqual([])
  }
  await page.keyboard.type('sedge')
  const hit = page
    .getByRole('group', { name: 'Found' })
    .getByRole('option', { name: /^Sedge/ })
    .first()
  await hit.waitFor()
  expect(await hit.getAttribute('aria-selected')).toBe('true')
  expect(await text.getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'))
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('All that is found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await at(page, '/projects/sedge')
  await page.getByRole('heading', { level: 1, name: 'Sedge' }).waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('group', { name: 'Recent' }).waitFor()
  await page.keyboard.press('Escape')
  await text.waitFor({ state: 'detached' })

  const eve = await door.visitor()
  await door.signIn(eve, 'eve', GOOD)
  await at(eve, '/')
  await eve.getByRole('heading', { level: 1 }).waitFor()
  await eve.keyboard.press('ControlOrMeta+K')
  await eve.getByRole('combobox', { name: 'Go to a page, or do something' }).fill('invite')
  await eve.getByRole('group', { name: 'Actions' }).getByRole('option').first().waitFor()
  expect(await eve.getByRole('group', { name: 'Found' }).count()).toBe(0)
  await eve.keyboard.press('Enter')
  await eve
    .getByRole('dialog')
    .getByRole('heading', { name: /invite/i })
    .waitFor()
})
