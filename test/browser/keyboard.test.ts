import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribePath } from '#server/mail/unsubscribe'
import { BETTER, GOOD } from '../http/browser.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openDoorstep } from './doorstep.ts'
import { chooseFrom, isBackAt, press, tabTo, writeInto } from './keys.ts'

let door: Awaited<ReturnType<typeof openDoorstep>>
beforeAll(async () => {
  door = await openDoorstep()
})
afterAll(() => door?.close())

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

test('journey 1, sign up: an account is opened, used and left with the keyboard alone', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await at(page, '/signUp')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: /^Participant/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
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
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await faultsOf(page)).toEqual([])
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

test('journey 2, a second factor: set up by a code of the authenticator, and asked for at sign-in', async () => {
  const page = await door.visitor()
  await door.givePassword('amy')
  await page.goto('/login')
  await writeInto(page, { 'User name': 'amy', Password: GOOD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await chooseFrom(page, 'Person amy', 'Profile')
  await at(page, '/profile')
  await press(page, page.getByRole('button', { name: 'Set it up' }))
  await writeInto(page, { Password: GOOD })
  await page.keyboard.press('Enter')
  await page.locator('.secret-text').waitFor()
  const secret = ((await page.locator('.secret-text').textContent()) ?? '').replaceAll(' ', '')
  expect(await faultsOf(page)).toEqual([])
  await writeInto(page, { Code: door.codeOf(secret) })
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, page.getByRole('button', { name: 'I have kept them' }))
  await page.getByText('In use:').waitFor()
  await chooseFrom(page, 'Person amy', 'Sign out')
  await at(page, '/login')

  door.forward(1)
  await writeInto(page, { 'User name': 'amy', Password: GOOD })
  await page.keyboard.press('Enter')
  await at(page, '/checkTOTP')
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await writeInto(page, { Code: door.codeOf(secret) })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 3, a forgotten password: replaced with the mailed code', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: 'Forgotten your password?' }))
  await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await writeInto(page, { 'User name': 'fay' })
  await page.keyboard.press('Enter')
  await at(page, '/updatePassword')
  await page.getByRole('textbox', { name: 'New password' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await writeInto(page, {
    Code: await door.codeIn('fay@x.example'),
    'New password': BETTER,
    'Confirm password': BETTER,
  })
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await writeInto(page, { Password: BETTER })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('a menu folds at Escape and gives the focus back to its button', async () => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', GOOD)
  await at(page, '/')
  await page.goto('/participants/estate')
  const button = page.getByRole('button', { name: 'More actions' })
  await button.waitFor()
  await tabTo(page, button)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu', { name: 'More actions' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await isBackAt(button)
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
  await door.signIn(page, 'fay', BETTER)
  await at(page, '/')
  // While the page is put together a link may be drawn anew, and a key that is pressed on it meets nothing.
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await page.getByRole('link', { name: 'Inbox: 1 to do, 3 unread' }).press('Enter')
  await at(page, '/inbox')
  const items = page.getByRole('list', { name: 'What you were told' }).getByRole('listitem')
  await items.first().waitFor()
  expect(await items.count()).toBe(1)
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page), theme).toEqual([])
  }
  await tabTo(page, page.getByRole('link', { name: 'All', exact: true }))
  await page.keyboard.press('Enter')
  await items.nth(2).waitFor()
  for (const key of ['j', 'j', 'x', 'j', 'x', 'e']) await page.keyboard.press(key)
  await page.getByRole('link', { name: 'Inbox: 1 to do, 1 unread' }).waitFor()
  await items.getByRole('button', { name: 'Mark as unread' }).nth(1).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Inbox: 1 to do, 2 unread' }).waitFor()
  await tabTo(page, page.getByRole('link', { name: /^To do/ }))
  await page.keyboard.press('Enter')
  await items.nth(1).waitFor({ state: 'detached' })
  // The keys are those of the new list as soon as it is there.
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

test('letters of a kind end on a page that needs no signing in and asks first', async () => {
  const page = await door.visitor()
  await page.goto(unsubscribePath(door.secrets, { userId: 'fay', letter: 'certified' }) ?? '')
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page), theme).toEqual([])
  }
  await tabTo(page, page.getByRole('button', { name: 'Stop these letters' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'These letters have ended' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})
