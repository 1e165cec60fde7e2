import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLES } from '#practice/model/examples'
import { encodeSetting } from '#practice/model/link'
import { findAxeViolations } from './axe.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  market = await openDemonstration()
  browser = await openBrowser()
  context = await browser.newContext({ baseURL: market.url, viewport: { width: 1440, height: 1000 } })
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

/** The result that a reader sees: the summary, and who pays or receives what. */
const resultOn = async (page: Page) => ({
  headline: await page.locator('[data-practice="headline"]').textContent(),
  money: await page.getByRole('table', { name: 'Who wins, and what everyone pays' }).innerText(),
})

const watched = `
  globalThis.moved = 0
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value
  }).observe({ type: 'layout-shift', buffered: true })
`

it('a slider moved by keyboard changes winners and payments without layout shift, and the link restores it', async () => {
  const page = await context.newPage()
  const complaints: string[] = []
  const asked: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => asked.push(request.url()))
  await page.addInitScript(watched)
  await page.goto('/practice')
  const before = await resultOn(page)
  expect(before.headline).toContain('3 of 4 offers and 3 of 4 bids win')
  expect(asked.some(url => url.endsWith('.wasm'))).toBe(false)
  const slider = page.getByRole('slider', { name: 'Lowest price of Upper Marsh' })
  await slider.focus()
  await page.keyboard.press('End')
  await page.getByText('2 of 4 offers and 2 of 4 bids win').waitFor()
  const after = await resultOn(page)
  expect(after.money).not.toBe(before.money)
  expect(await slider.getAttribute('aria-valuetext')).toBe('400000 £')
  expect(await page.getByRole('spinbutton', { name: 'Lowest price of Upper Marsh' }).inputValue()).toBe(
    '400000',
  )
  await page.waitForURL(/#1\.0\./)
  expect(await page.evaluate<number>('globalThis.moved')).toBeLessThan(0.02)
  expect(asked.filter(url => url.includes('/api/'))).toEqual([])
  const again = await context.newPage()
  await again.goto(page.url())
  await again.getByText('2 of 4 offers and 2 of 4 bids win').waitFor()
  expect(await resultOn(again)).toEqual(after)
  expect(await again.getByRole('spinbutton', { name: 'Lowest price of Upper Marsh' }).inputValue()).toBe(
    '400000',
  )
  expect(complaints).toEqual([])
  await page.close()
  await again.close()
})

it('a link to another market shows that market, and an invalid one shows the example with an explanation', async () => {
  const page = await context.newPage()
  await page.goto(`/practice#${encodeSetting(EXAMPLES.get('habitat')!.setting)}`)
  await page.getByText('3 of 3 offers and 3 of 3 bids win').waitFor()
  await page.getByRole('group', { name: 'Hill Pasture' }).waitFor()
  await page.goto('/how-it-works#example')
  await page.getByRole('slider', { name: 'Lowest price of Upper Marsh' }).focus()
  await page.keyboard.press('End')
  await page.getByText('2 of 4 offers and 2 of 4 bids win').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'How prices are set' }).click()
  expect((await resultOn(page)).headline).toContain('2 of 4 offers and 2 of 4 bids win')
  expect(await page.getByText('We could not read the settings in this link').count()).toBe(0)
  await page.goto('about:blank')
  await page.goto('/practice#nonsense')
  await page.getByText('We could not read the settings in this link').waitFor()
  expect((await resultOn(page)).headline).toContain('3 of 4 offers')
  await page.close()
})

it('a group, a reserve and an invalid figure are answered immediately', async () => {
  const page = await context.newPage()
  await page.goto('/practice?example=either-or')
  await page.getByLabel('Birch Estate: Upper Marsh and Lower Marsh').selectOption('none')
  await page.getByText('3 of 4 offers and 4 of 4 bids win').waitFor()
  await page.getByLabel('Keep a reserve on top of each need').check()
  await page.getByRole('slider', { name: 'Reserve of all needs' }).waitFor()
  await page.getByText('3 of 4 offers and 3 of 4 bids win').waitFor()
  await page.getByRole('spinbutton', { name: 'Needs of North Lane' }).fill('900')
  await page.getByText('enter a number from 0.5 to 20, with no more than one decimal place').waitFor()
  await page.getByRole('button', { name: 'Back to the example' }).click()
  await page.getByText('2 of 4 offers and 3 of 4 bids win').waitFor()
  await page.close()
})

it('a signed-in person puts a bid into a copy of the last round, and visitors are led to sign in', async () => {
  const stranger = await context.newPage()
  await stranger.goto('/practice/last-round')
  await stranger.getByRole('button', { name: 'Load the copy' }).click()
  await stranger.getByRole('status').getByRole('link', { name: 'sign in' }).waitFor()
  await stranger.close()
  const { page, complaints } = await openSignedInPage(browser, market.url, 'bram')
  await page.goto('/practice/last-round')
  await page.getByRole('button', { name: 'Load the copy' }).click()
  await page.getByText('Your bid wins. You pay').waitFor()
  // More than the total supply.
  await page.getByLabel('How much you need, in').fill('9000')
  await page.getByText('Your bid does not win.').waitFor()
  await page.getByRole('row', { name: 'Project 6' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
