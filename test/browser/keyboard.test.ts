import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribePath } from '#server/mail/unsubscribe'
import { OTHER_STRONG_PASSWORD, STRONG_PASSWORD } from '../http/browser.ts'
import { findAxeViolations, setTheme } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { chooseFrom, waitForFocus, pressElement, tabToElement, fillFields } from './keys.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
})
afterAll(() => door?.close())

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

test('journey 1, sign up: an account is opened, used and left with the keyboard alone', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await tabToElement(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await at(page, '/signUp')
  await tabToElement(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: /^Participant/ }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, {
    Organisation: 'Otter Brook',
    'Your name': 'Olu Otter',
    Email: 'olu@otter.example',
    Phone: '+447700900124',
    Password: STRONG_PASSWORD,
    'Confirm password': STRONG_PASSWORD,
  })
  await page.keyboard.press('Enter')
  await at(page, '/confirmSignUp')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, { Code: await door.codeIn('olu@otter.example') })
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await fillFields(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()

  await chooseFrom(page, 'Olu Otter', 'Profile')
  await at(page, '/profile')
  await tabToElement(page, page.getByRole('button', { name: 'Set it up' }))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Password', exact: true }).waitFor()
  await chooseFrom(page, 'Olu Otter', 'Sign out')
  await at(page, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.context().close()
})

test('journey 2, a second factor: it is set up with an authenticator code, and required at sign-in', async () => {
  const page = await door.visitor()
  await door.givePassword('amy')
  await page.goto('/login')
  await fillFields(page, { 'User name': 'amy', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await chooseFrom(page, 'Person amy', 'Profile')
  await at(page, '/profile')
  await pressElement(page, page.getByRole('button', { name: 'Set it up' }))
  await fillFields(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await page.locator('.secret-text').waitFor()
  const secret = ((await page.locator('.secret-text').textContent()) ?? '').replaceAll(' ', '')
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, { Code: door.codeOf(secret) })
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, page.getByRole('button', { name: 'I have saved them' }))
  await page.getByText('On: you sign in').waitFor()
  await chooseFrom(page, 'Person amy', 'Sign out')
  await at(page, '/login')

  door.forward(1)
  await fillFields(page, { 'User name': 'amy', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/checkTOTP')
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, { Code: door.codeOf(secret) })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 3, a forgotten password: it is replaced with the emailed code', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await pressElement(page, page.getByRole('link', { name: 'Forgotten your password?' }))
  await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, { 'User name': 'fay' })
  await page.keyboard.press('Enter')
  await at(page, '/updatePassword')
  await page.getByRole('textbox', { name: 'New password' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await fillFields(page, {
    Code: await door.codeIn('fay@x.example'),
    'New password': OTHER_STRONG_PASSWORD,
    'Confirm password': OTHER_STRONG_PASSWORD,
  })
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await fillFields(page, { Password: OTHER_STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('Escape closes a menu and returns the focus to its button', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', STRONG_PASSWORD)
  await at(page, '/')
  await page.goto('/participants/estate')
  const button = page.getByRole('button', { name: 'More actions' })
  await button.waitFor()
  await tabToElement(page, button)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu', { name: 'More actions' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await waitForFocus(button)
  await page.context().close()
})

test('arrow keys move between tabs, and the address names the open one', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', STRONG_PASSWORD)
  await at(page, '/')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/participants/estate?tab=activity')
  const open = (name: string) => page.getByRole('tab', { name, selected: true })
  await open('Activity').waitFor()
  // Scrolls to content beyond the edge of a narrow screen.
  await expect
    .poll(() => open('Activity').evaluate(tab => tab.getBoundingClientRect().right))
    .toBeLessThan(391)
  await tabToElement(page, open('Activity'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(address => address.search === '')
  await tabToElement(page, open('Overview'))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(address => address.search === '?tab=rounds')
  await page.getByRole('tabpanel', { name: 'Market rounds' }).waitFor()
  await page.keyboard.press('End')
  await page.waitForURL(address => address.search === '?tab=activity')
  await page.keyboard.press('Home')
  await page.waitForURL(address => address.search === '')
  await page.context().close()
})

test('an action works with the keyboard alone', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', STRONG_PASSWORD)
  await at(page, '/')
  await page.goto('/projects/reed')
  await tabToElement(page, page.getByRole('link', { name: 'Comment', exact: true }).first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabToElement(page, dialog.getByRole('textbox').first())
  await page.keyboard.type('Spoke with the landholder today')
  await tabToElement(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/projects/reed?tab=comments')
  await page.getByText('Spoke with the landholder today').waitFor()
  await page.context().close()
})

test('the palette lets authorities search by keyboard, and leads others to pages and to their actions', async () => {
  await door.givePassword('sue')
  const page = await door.visitor()
  await door.signIn(page, 'sue', STRONG_PASSWORD)
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  const text = page.getByRole('combobox', { name: 'Search, or go to a page' })
  await text.waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page), theme).toEqual([])
  }
  await page.keyboard.type('sedge')
  const hit = page
    .getByRole('group', { name: 'Results' })
    .getByRole('option', { name: /^Sedge/ })
    .first()
  await hit.waitFor()
  expect(await hit.getAttribute('aria-selected')).toBe('true')
  expect(await text.getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'))
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('All results')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await at(page, '/projects/sedge')
  await page.getByRole('heading', { level: 1, name: 'Sedge' }).waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('group', { name: 'Recent' }).waitFor()
  await page.keyboard.press('Escape')
  await text.waitFor({ state: 'detached' })

  const eve = await door.visitor()
  await door.signIn(eve, 'eve', STRONG_PASSWORD)
  await at(eve, '/')
  await eve.getByRole('heading', { level: 1 }).waitFor()
  await eve.keyboard.press('ControlOrMeta+K')
  await eve.getByRole('combobox', { name: 'Go to a page, or start an action' }).fill('invite')
  await eve.getByRole('group', { name: 'Actions' }).getByRole('option').first().waitFor()
  expect(await eve.getByRole('group', { name: 'Results' }).count()).toBe(0)
  await eve.keyboard.press('Enter')
  await eve
    .getByRole('dialog')
    .getByRole('heading', { name: /invite/i })
    .waitFor()
})

test('the inbox is read, marked and answered with the keyboard alone', async () => {
  const told = (id: string, more: object) => ({
    ...{ id, userId: 'fay', kind: 'certified', subjectKind: 'project' as const, subjectId: 'sedge' },
    ...{ roundId: 'bidding', organisationId: 'farm', createdAt: door.clock.now, readAt: null, endedAt: null },
    ...{
      letterId: null,
      facts: JSON.stringify({ where: 'Levels, Round 1', thing: id, page: '/projects/sedge' }),
    },
    ...more,
  })
  await door.store.db
    .insertInto('inboxItem')
    .values([told('Sedge', { waitsFor: ['SetOffer'] }), told('Reed', {}), told('Moss', {})])
    .execute()
  const page = await door.visitor()
  await door.signIn(page, 'fay', OTHER_STRONG_PASSWORD)
  await at(page, '/')
  // While the page is being built a link may be replaced, which would lose a key press.
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await page.getByRole('link', { name: 'Inbox: 1 to do, 3 unread' }).press('Enter')
  await at(page, '/inbox')
  const items = page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem')
  await items.first().waitFor()
  expect(await items.count()).toBe(1)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page), theme).toEqual([])
  }
  await tabToElement(page, page.getByRole('link', { name: 'All', exact: true }))
  await page.keyboard.press('Enter')
  await items.nth(2).waitFor()
  for (const key of ['j', 'j', 'x', 'j', 'x', 'e']) await page.keyboard.press(key)
  await page.getByRole('link', { name: 'Inbox: 1 to do, 1 unread' }).waitFor()
  await items.getByRole('button', { name: 'Mark as unread' }).nth(1).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Inbox: 1 to do, 2 unread' }).waitFor()
  await tabToElement(page, page.getByRole('link', { name: /^To do/ }))
  await page.keyboard.press('Enter')
  await items.nth(1).waitFor({ state: 'detached' })
  // The keys apply to the new list as soon as it is there.
  const box = items.first().getByRole('checkbox')
  await expect
    .poll(async () => {
      await page.keyboard.press('j')
      return box.evaluate(one => one === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { name: 'Set offer' }).waitFor()
  await page.context().close()
})

test('unsubscribing leads to a page that needs no sign-in and asks first', async () => {
  const page = await door.visitor()
  await page.goto(unsubscribePath(door.secrets, { userId: 'fay', letter: 'certified' }) ?? '')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page), theme).toEqual([])
  }
  await tabToElement(page, page.getByRole('button', { name: 'Stop these emails' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'We have stopped these emails' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})
