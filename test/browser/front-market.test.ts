import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCompletePage, themesForWidth, PAGE_WIDTHS, findPageProblems } from './pages.ts'
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

test('a visitor without scripts finds the rounds for nitrogen in the Solent and what units cost there', async () => {
  const context = await browser.newContext({ baseURL: market.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Rounds', exact: true }).first().click()
  await page.getByLabel('Credits').selectOption('Nitrogen credits')
  await page.getByLabel('Place').fill('Solent')
  await page.getByRole('button', { name: 'Show' }).click()
  const cards = page.locator('.round-card')
  expect(await cards.count()).toBe(1)
  expect(await cards.first().innerText()).toMatch(
    /Registered participants can make bids and offers now. Bids and offers close in 8 days, on .* at 12:00\./,
  )
  await page.getByRole('link', { name: /^Prices of Solent Nitrogen Market.*, Interim round/ }).click()
  expect(await page.locator('.price-now').first().innerText()).toBe('about £3,000')
  await page.getByRole('link', { name: 'All prices' }).click()
  await page.getByText('Filter by credits, market, area or year').click()
  await page.getByRole('combobox', { name: 'Market' }).selectOption('Solent Nitrogen Market (demonstration)')
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2025')
  await page.getByRole('button', { name: 'Show' }).click()
  expect(await page.locator('.price-now').first().innerText()).toBe('about £3,000')
  await page.goto('/feedback?about=registering')
  await page.getByLabel('Satisfied', { exact: true }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await context.close()
})

test.concurrent.each(PAGE_WIDTHS)('rounds and prices have no axe violations %i pixels wide', async width => {
  const context = await browser.newContext({ baseURL: market.url, viewport: { width, height: 900 } })
  const page = await context.newPage()
  const faults: string[] = []
  for (const path of ['/rounds', '/rounds/RD-SOL-1', '/prices', '/feedback']) {
    await openCompletePage(page, path)
    faults.push(...(await findPageProblems(page, path, themesForWidth(width))))
  }
  expect(faults).toEqual([])
  await context.close()
})

test('a calendar address is shown once, works without a session, and can be revoked', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'sedgewhistle.su01')
  await openCompletePage(page, '/profile')
  await page.getByRole('button', { name: 'Create a calendar address' }).click()
  const address = await page.getByText(/\/calendar\/[\w-]+\.ics$/).innerText()
  const stranger = await browser.newContext({ baseURL: market.url })
  const path = new URL(address).pathname
  expect(await (await stranger.request.get(path)).text()).toContain('BEGIN:VEVENT')
  await openCompletePage(page, '/profile')
  await page.getByRole('button', { name: 'Turn off the address' }).waitFor()
  expect(await page.getByText('.ics').count()).toBe(0)
  await page.getByRole('button', { name: 'Turn off the address' }).click()
  await page.getByRole('button', { name: 'Create a calendar address' }).waitFor()
  expect((await stranger.request.get(path)).status()).toBe(404)
  await stranger.close()
  await page.context().close()
})
