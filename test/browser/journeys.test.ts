import type { Browser, Locator, Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectView } from '#contract/project/project'
import type { RequirementView } from '#contract/requirement/requirement'
import { findAxeViolations } from './axe.ts'
import {
  chooseRadio,
  chooseFromList,
  waitForFocus,
  focusByKey,
  openAction,
  SLOW_TIMEOUT,
  pickFile,
  pressElement,
  tabToElement,
  tickAll,
  replaceText,
  typeDate,
} from './keys.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDemonstration()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

const as = async (username: string, path: string): Promise<Page> => {
  const { page } = await openSignedInPage(browser, market.url, username)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const read = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(path)).json()) as T

const dialogOn = (page: Page): Locator => page.getByRole('dialog')

/** The axe violations in a dialog; each page is checked without one. */
const faultsInDialog = (page: Page): Promise<string[]> => findAxeViolations(page, '[role=dialog]')

/** Submits a form once its preview is there. */
const send = async (page: Page): Promise<void> => {
  const button = dialogOn(page).locator('button[type=submit]')
  await tabToElement(page, button)
  await expect.poll(() => button.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  expect(await faultsInDialog(page)).toEqual([])
  await page.keyboard.press('Enter')
}

/** Dismisses the panel that stays after a binding act; the focus is then on the page again. */
const putAway = async (page: Page): Promise<void> => {
  const dialog = dialogOn(page)
  await dialog.getByText(/^Entry \d+ of the activity log$/).waitFor(SLOW_TIMEOUT)
  expect(await faultsInDialog(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page.locator(':focus:not(body)'))
}

/** Confirms a binding act of a round. */
const confirm = async (page: Page, label: string): Promise<void> => {
  await openAction(page, label)
  await tickAll(page, dialogOn(page))
  await send(page)
  await putAway(page)
}

test('journey 8, a bid: a buyer makes it and dismisses its receipt', async () => {
  const page = await as('mina.bu13', '/credit-requirements/R203')
  await openAction(page, 'Set bid')
  await replaceText(page, dialogOn(page).getByRole('textbox', { name: 'Bid', exact: true }), '123456')
  await tickAll(page, dialogOn(page))
  await send(page)
  await putAway(page)
  expect((await read<RequirementView>(page, '/api/requirement/R203')).bid).toBe(123_456)
  await page.context().close()
})

test('journey 9, a group: only one of two projects is to win', async () => {
  const page = await as('fallowmarten.su22', '/participants/SU22')
  const dialog = dialogOn(page)
  await openAction(page, 'Add project group')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Name' }), 'One of the two')
  await chooseFromList(page, dialog.getByRole('button', { name: /^(?!Help).*Type/ }), 'O')
  const round = dialog.getByRole('button', { name: /^(?!Help).*Market round/ })
  await chooseFromList(page, round, 'Sol')
  await tickAll(page, dialog)
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  expect((await read<ProjectView>(page, '/api/project/P207')).group).toMatchObject({ name: 'One of the two' })
  await waitForFocus(page.locator(':focus:not(body)'))
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 10, an authority: a client gives it to an agent, and the operator approves it', async () => {
  const page = await as('mina.bu13', '/participants/BU13')
  const dialog = dialogOn(page)
  await openAction(page, 'Provide agent authority')
  await chooseFromList(page, dialog.getByRole('button', { name: /^(?!Help).*Market round/ }), 'Sol')
  await chooseFromList(page, dialog.getByRole('button', { name: /^(?!Help).*Agent/ }), 'Thistle')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'authority.pdf')
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page.locator(':focus:not(body)'))
  await page.context().close()

  const operator = await as('operator', '/')
  await pressElement(operator, operator.getByRole('link', { name: /Solent.*agent authorit.* to approve/ }))
  await operator.waitForURL(/tab=agents&status=Pending$/)
  await pressElement(
    operator,
    operator.getByRole('row', { name: /Thistledrove.*Nightjar/ }).getByRole('button', { name: 'Actions' }),
  )
  await focusByKey(operator, operator.getByRole('menuitem', { name: 'Set approval' }), 'ArrowDown')
  await operator.keyboard.press('Enter')
  await chooseRadio(operator, dialogOn(operator).getByRole('radiogroup'), 'Yes')
  await pressElement(operator, dialogOn(operator).getByRole('checkbox').first(), 'Space')
  await send(operator)
  await putAway(operator)
  await operator.context().close()
})

/** Removes the announced closing time of a round, so that it is closed by hand. */
const unannounced = async (id: string): Promise<void> => {
  const client = new pg.Client(market.connection)
  await client.connect()
  await client.query('update round set bids_close = null where id = $1', [id])
  await client.end()
}

test('journey 11, a round: it is opened and closed for registration, opened and closed for bids, and matched', async () => {
  const page = await as('operator', '/markets/MK-SOL/round/RD-SOL-2')
  await confirm(page, 'Open registration')
  await confirm(page, 'Close registration')
  await unannounced('RD-SOL-1')
  await page.goto('/markets/MK-SOL/round/RD-SOL-1')
  await confirm(page, 'Close bids and offers')
  await confirm(page, 'Open bids and offers')
  await confirm(page, 'Close bids and offers')
  // Confirmations are now missing there, so another round is matched.
  await page.goto('/markets/MK-SOM/round/RD-SOM-1')
  await confirm(page, 'Match offers and bids')
  await page.getByRole('link', { name: 'Review matches' }).first().waitFor({ timeout: 120_000 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 12, a match: it is reviewed and accepted', async () => {
  const page = await as('operator', '/markets/MK-SOM/round/RD-SOM-1')
  await pressElement(page, page.getByRole('link', { name: 'Review matches' }).first())
  await page.getByRole('heading', { level: 1, name: 'Review matches' }).waitFor()
  await page.getByRole('link', { name: 'Accept match' }).first().waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await confirm(page, 'Accept match')
  expect((await read<{ status: string }>(page, '/api/round/RD-SOM-1')).status).toBe('Settled')
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 13, credits: they are issued, then redeemed with a notice', async () => {
  const page = await as('operator', '/credit-requirements/R003')
  await confirm(page, 'Issue credits')
  await openAction(page, 'Redeem credits')
  await pickFile(page, dialogOn(page).getByRole('button', { name: /^Choose/ }), 'notice.pdf')
  // The file is sent for the preview first.
  await send(page)
  await dialogOn(page).getByText('Organisations', { exact: true }).waitFor(SLOW_TIMEOUT)
  await send(page)
  await putAway(page)
  expect((await read<RequirementView>(page, '/api/requirement/R003')).status).toBe('CreditsRedeemed')
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 14, compliance: a failed check is recorded, and its planning authority finds and reads it', async () => {
  const page = await as('operator', '/projects/P505')
  const dialog = dialogOn(page)
  await openAction(page, 'Add compliance check')
  await typeDate(page, dialog, 'Date', '01052026')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Name' }), 'Ines Inspector')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Organisation' }), 'Moor Surveys')
  await chooseRadio(page, dialog.getByRole('radiogroup', { name: /compliant/ }), 'No')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Reason for failure' }), 'The fence is down')
  await chooseFromList(
    page,
    dialog.getByRole('button', { name: /^(?!Help|Choose a date).*Next action/ }),
    'L',
  )
  await typeDate(page, dialog, 'Next action by', '01122027')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose:/ }), 'report.pdf')
  await send(page)
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page.locator(':focus:not(body)'))
  await page.context().close()

  const authority = await as('lpa.somerset', '/')
  await authority.getByRole('link', { name: /^Hobbleford Scrub Bank: not compliant/ }).waitFor()
  expect(await findAxeViolations(authority)).toEqual([])
  await authority.keyboard.press('ControlOrMeta+K')
  await authority.getByRole('combobox', { name: 'Search, or go to a page' }).waitFor()
  // Enter comes before the results: those of its beginning are still there, and lead elsewhere.
  let answerSearch = () => {}
  const isAnswered = new Promise<void>(resolve => (answerSearch = resolve))
  await authority.route(/api\/search\/Hobbleford/, async route => {
    await isAnswered
    await route.continue()
  })
  await authority.keyboard.type('Hob')
  await authority
    .getByRole('option', { name: /^Hobbleford Mill/ })
    .first()
    .waitFor()
  await authority.keyboard.type('bleford Scrub')
  await authority.keyboard.press('Enter')
  answerSearch()
  await authority.waitForURL(address => address.pathname === '/projects/P505')
  await authority.getByText('Not compliant:').first().waitFor()
  await tabToElement(authority, authority.getByRole('main').getByRole('link').nth(1))
  expect(await findAxeViolations(authority)).toEqual([])
  await authority.goto('/queue')
  await authority.getByText('is only for the market operator’s staff').waitFor()
  await authority.waitForURL(address => address.pathname === '/')
  expect(await findAxeViolations(authority)).toEqual([])
  await authority.context().close()
})
