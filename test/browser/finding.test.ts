import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations, setTheme } from './axe.ts'
import { openBrowser, openDemonstration } from './product.ts'

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

const visit = async (path: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: market.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const expectNoViolations = async (page: Page): Promise<void> => {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
}

test('the register finds while someone types, with few requests, and shows its content again', async () => {
  const page = await visit('/register')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).search))
  const field = page.getByRole('searchbox', { name: 'Search the register' })
  await field.pressSequentially('Larkhanger')
  const found = page.getByRole('region', { name: 'Projects' }).getByRole('link')
  await found.filter({ hasText: 'Larkhanger' }).first().waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /result.* for “Larkhanger”/ })
    .waitFor({ state: 'attached' })
  expect(asked.at(-1)).toBe('?q=Larkhanger')
  expect(asked.length).toBeLessThan('Larkhanger'.length)
  expect(new URL(page.url()).search).toBe('?q=Larkhanger')
  await expectNoViolations(page)
  await field.fill('')
  await page.getByRole('heading', { name: 'Newest entries' }).waitFor()
  await page.context().close()
})

test('a click on the map of the land desk answers where the land is', async () => {
  const page = await visit('/desk/land')
  const place = page.getByLabel('Where is the land?')
  await page.getByText('Choose the place on a map').click()
  const map = page.getByRole('img', { name: 'Map of the planning authorities of England' })
  await map.waitFor()
  const status = page.locator('[data-place-status]')
  await status.filter({ hasText: 'Select where your land is' }).waitFor()
  // The sea is no place for land.
  await map.click({ position: { x: 4, y: 4 } })
  await status.filter({ hasText: 'outside England' }).waitFor()
  expect(await place.inputValue()).toBe('')
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {}
  await map.click({ position: { x: 0.47 * width, y: 0.86 * height } })
  await status.filter({ hasText: ', in ' }).waitFor()
  expect(await place.inputValue()).toMatch(/^5\d\.\d{4}, -?\d\.\d{4}$/)
  const [, authority = ''] = /, in (.*)\.$/.exec((await status.textContent()) ?? '') ?? []
  await expectNoViolations(page)
  // The map came closer, and goes back.
  await page.getByRole('button', { name: 'Zoom out' }).click()
  expect(await page.getByRole('button', { name: 'Zoom out' }).isDisabled()).toBe(true)
  await page.getByLabel('Area, hectares').fill('6')
  await page.getByLabel('What is there now?').fill('Cereal crops')
  await page.getByRole('button', { name: 'Estimate the income' }).click()
  await page.getByRole('heading', { name: 'Your estimate' }).waitFor()
  await page.getByText(authority).first().waitFor()
  await page.context().close()
})

test('without scripts the land desk says to enter the place instead', async () => {
  const context = await browser.newContext({ baseURL: market.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/desk/land')
  await page.getByText('Choose the place on a map').click()
  await page.getByText('Enter the place above instead').waitFor()
  await context.close()
})
