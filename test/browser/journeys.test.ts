import type { Browser, Locator, Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectView } from '#contract/project'
import type { RequirementView } from '#contract/requirement'
import { faultsOf } from './axe.ts'
import {
  answerIn,
  choose,
  isBackAt,
  moveTo,
  openAct,
  PATIENCE,
  pickFile,
  press,
  tabTo,
  tickAll,
  write,
  writeDay,
} from './keys.ts'
import { openBrowser, openCopy, signedIn } from './product.ts'

let market: Awaited<ReturnType<typeof openCopy>>
let browser: Browser
beforeAll(async () => {
  market = await openCopy()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

const as = async (username: string, path: string): Promise<Page> => {
  const { page } = await signedIn(browser, market.url, username)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const read = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(path)).json()) as T

const dialogOn = (page: Page): Locator => page.getByRole('dialog')

/** What axe finds in a dialog; each page is looked at without one. */
const faultsInDialog = (page: Page): Promise<string[]> => faultsOf(page, '[role=dialog]')

/** What a form is sent with, once it is known what would come of it. */
const send = async (page: Page): Promise<void> => {
  const button = dialogOn(page).locator('button[type=submit]')
  await tabTo(page, button)
  await expect.poll(() => button.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  expect(await faultsInDialog(page)).toEqual([])
  await page.keyboard.press('Enter')
}

/** Puts away what stays after an act that binds; the focus is then somewhere on the page again. */
const putAway = async (page: Page): Promise<void> => {
  const dialog = dialogOn(page)
  await dialog.getByText(/^Entry \d+ of the activity log$/).waitFor(PATIENCE)
  expect(await faultsInDialog(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isBackAt(page.locator(':focus:not(body)'))
}

/** Does an act of a round that binds. */
const confirm = async (page: Page, label: string): Promise<void> => {
  await openAct(page, label)
  await tickAll(page, dialogOn(page))
  await send(page)
  await putAway(page)
}

test('journey 8, a bid: made by its buyer, and its receipt put away', async () => {
  const page = await as('mina.bu13', '/credit-requirements/R203')
  await openAct(page, 'Set bid')
  await write(page, dialogOn(page).getByRole('textbox', { name: 'Bid', exact: true }), '123456')
  await tickAll(page, dialogOn(page))
  await send(page)
  await putAway(page)
  expect((await read<RequirementView>(page, '/api/requirement/R203')).bid).toBe(123_456)
  await page.context().close()
})

test('journey 9, a group: two projects of which only one is to win', async () => {
  const page = await as('fallowmarten.su22', '/participants/SU22')
  const dialog = dialogOn(page)
  await openAct(page, 'Add project group')
  await write(page, dialog.getByRole('textbox', { name: 'Name' }), 'One of the two')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Type/ }), 'O')
  const round = dialog.getByRole('button', { name: /^(?!Help).*Market round/ })
  await choose(page, round, 'Sol')
  await tickAll(page, dialog)
  expect(await faultsOf(page)).toEqual([])
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  expect((await read<ProjectView>(page, '/api/project/P207')).group).toMatchObject({ name: 'One of the two' })
  await isBackAt(page.locator(':focus:not(body)'))
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 10, an authority: given to an agent by its client, and approved by the operator', async () => {
  const page = await as('mina.bu13', '/participants/BU13')
  const dialog = dialogOn(page)
  await openAct(page, 'Provide agent authority')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Market round/ }), 'Sol')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Agent/ }), 'Thistle')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'authority.pdf')
  expect(await faultsOf(page)).toEqual([])
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await isBackAt(page.locator(':focus:not(body)'))
  await page.context().close()

  const operator = await as('operator', '/')
  await press(operator, operator.getByRole('link', { name: /Solent.*agent authorit.* for approval/ }))
  await operator.waitForURL(/tab=agents&status=Pending$/)
  await press(
    operator,
    operator.getByRole('row', { name: /Thistledrove.*Nightjar/ }).getByRole('button', { name: 'Actions' }),
  )
  await moveTo(operator, operator.getByRole('menuitem', { name: 'Set approval' }), 'ArrowDown')
  await operator.keyboard.press('Enter')
  await answerIn(operator, dialogOn(operator).getByRole('radiogroup'), 'Yes')
  await press(operator, dialogOn(operator).getByRole('checkbox').first(), 'Space')
  await send(operator)
  await putAway(operator)
  await operator.context().close()
})

/** As if nobody had announced when a round closes: it is closed by hand. */
const unannounced = async (id: string): Promise<void> => {
  const client = new pg.Client(market.connection)
  await client.connect()
  await client.query('update round set bids_close = null where id = $1', [id])
  await client.end()
}

test('journey 11, a round: opened and closed for registration, opened and closed for bids, and matched', async () => {
  const page = await as('operator', '/markets/MK-SOL/round/RD-SOL-2')
  await confirm(page, 'Open registration')
  await confirm(page, 'Close registration')
  await unannounced('RD-SOL-1')
  await page.goto('/markets/MK-SOL/round/RD-SOL-1')
  await confirm(page, 'Close bids and offers')
  await confirm(page, 'Open bids and offers')
  await confirm(page, 'Close bids and offers')
  // What was to be confirmed since is not, so another round is matched.
  await page.goto('/markets/MK-SOM/round/RD-SOM-1')
  await confirm(page, 'Match offers and bids')
  await page.getByRole('link', { name: 'Review matches' }).first().waitFor({ timeout: 120_000 })
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 12, a match: reviewed and accepted', async () => {
  const page = await as('operator', '/markets/MK-SOM/round/RD-SOM-1')
  await press(page, page.getByRole('link', { name: 'Review matches' }).first())
  await page.getByRole('heading', { level: 1, name: 'Review matches' }).waitFor()
  await page.getByRole('link', { name: 'Accept match' }).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await confirm(page, 'Accept match')
  expect((await read<{ status: string }>(page, '/api/round/RD-SOM-1')).status).toBe('Settled')
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 13, credits: issued, then redeemed with the notice of it', async () => {
  const page = await as('operator', '/credit-requirements/R003')
  await confirm(page, 'Issue credits')
  await openAct(page, 'Redeem credits')
  await pickFile(page, dialogOn(page).getByRole('button', { name: /^Choose/ }), 'notice.pdf')
  // A file is sent to be looked at first.
  await send(page)
  await dialogOn(page).getByText('Whose', { exact: true }).waitFor(PATIENCE)
  await send(page)
  await putAway(page)
  expect((await read<RequirementView>(page, '/api/requirement/R003')).status).toBe('CreditsRedeemed')
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 14, compliance: a check that failed is recorded, and its planning authority finds and reads it', async () => {
  const page = await as('operator', '/projects/P505')
  const dialog = dialogOn(page)
  await openAct(page, 'Add compliance check')
  await writeDay(page, dialog, 'Date', '01112026')
  await write(page, dialog.getByRole('textbox', { name: 'Name' }), 'Ines Inspector')
  await write(page, dialog.getByRole('textbox', { name: 'Organisation' }), 'Moor Surveys')
  await answerIn(page, dialog.getByRole('radiogroup', { name: /compliant/ }), 'No')
  await write(page, dialog.getByRole('textbox', { name: 'Reason for failure' }), 'The fence is down')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help|Pick).*Next action/ }), 'L')
  await writeDay(page, dialog, 'Next action by', '01122027')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'report.pdf')
  await send(page)
  await dialog.waitFor({ state: 'detached' })
  await isBackAt(page.locator(':focus:not(body)'))
  await page.context().close()

  const authority = await as('lpa.somerset', '/')
  await authority.getByRole('link', { name: /^Hobbleford Scrub Bank: not compliant/ }).waitFor()
  expect(await faultsOf(authority)).toEqual([])
  await authority.keyboard.press('ControlOrMeta+K')
  await authority.getByRole('combobox', { name: 'Search, or go to a page' }).waitFor()
  await authority.keyboard.type('Hobbleford Scrub')
  await authority
    .getByRole('option', { name: /^Hobbleford Scrub Bank/ })
    .first()
    .waitFor()
  await authority.keyboard.press('Enter')
  await authority.waitForURL(address => address.pathname === '/projects/P505')
  await authority.getByText('Not compliant:').first().waitFor()
  await tabTo(authority, authority.getByRole('main').getByRole('link').nth(1))
  expect(await faultsOf(authority)).toEqual([])
  await authority.goto('/queue')
  await authority.getByText('is for the market operator’s staff').waitFor()
  await authority.waitForURL(address => address.pathname === '/')
  expect(await faultsOf(authority)).toEqual([])
  await authority.context().close()
})
