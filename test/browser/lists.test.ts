import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations, setTheme } from './axe.ts'
import { openCompletePage } from './pages.ts'
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

const headings = async (page: Page): Promise<string[]> => {
  const all = await page.getByRole('columnheader').allTextContents()
  return all.map(text => text.trim())
}
const wordIn = (page: Page, word: string) => new URL(page.url()).searchParams.get(word)

test('columns are chosen and ordered by keyboard, kept in the address, and saved as the list’s default view', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/projects?status=Offered')
  const columns = page.getByRole('button', { name: 'Columns' })
  await columns.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Supplier' }).press('Space')
  await page.getByRole('checkbox', { name: 'Type' }).press('Space')
  await page.getByRole('button', { name: 'Move Round before' }).press('Enter')
  await page.getByRole('button', { name: 'Move Round before' }).press('Enter')
  const shown = ['Project', 'Round', 'Status', 'Place', 'Supplies', 'Offer', 'Receives', 'Type']
  await expect.poll(() => headings(page)).toEqual(['Select all on this page', ...shown])
  expect(wordIn(page, 'columns')).toBe('round,status,place,credits,offer,receives,type')
  expect(await findAxeViolations(page)).toEqual([])
  await setTheme(page, 'dark')
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await columns.evaluate(button => button === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByLabel('Save this view as').fill('Offers by round')
  await page.getByLabel('Always open the list with this view').press('Space')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'View: Offers by round' }).waitFor()

  await page.goto('/projects')
  await page.waitForURL(/columns=round/)
  expect(wordIn(page, 'status')).toBe('Offered')
  await page.getByRole('button', { name: 'View: Offers by round' }).press('Enter')
  await page.getByRole('link', { name: 'Standard view' }).press('Enter')
  await page.waitForURL(url => url.pathname === '/projects' && url.search === '')
  expect(complaints).toEqual([])
  await page.context().close()
}, 120_000)

test('rows are selected one by one, as a range and a page at once, and the selection is downloaded', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/credit-requirements?status=Bid')
  const box = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox')
  await box(2).press('Space')
  await box(4).click({ modifiers: ['Shift'] })
  const selected = page.getByRole('group', { name: 'Selected rows' })
  await selected.getByText('3 selected').waitFor()
  const download = page.waitForEvent('download')
  await selected.getByRole('link', { name: 'CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  const names = await page.getByRole('rowheader').allTextContents()
  expect(lines.slice(1).map(line => line.replace(/^"?([^",]*).*$/s, '$1'))).toEqual(
    names.slice(1, 4).map(name => name.split(',')[0]),
  )
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await selected.getByText(`${names.length} selected`).waitFor()
  await selected.getByRole('button', { name: 'Clear selection' }).press('Enter')
  expect(await selected.textContent()).toBe('')
  expect(complaints).toEqual([])
  await page.context().close()
}, 120_000)

test('at 390 pixels rows are cards with name, status and amount visible, without sideways scrolling', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator', {
    viewport: { width: 390, height: 844 },
  })
  for (const path of ['/projects?status=Offered', '/credit-requirements?status=Bid', '/registry/credits']) {
    await openCompletePage(page, path)
    const card = page
      .locator('.table-cards tbody tr')
      .filter({ has: page.locator('.card-status') })
      .first()
    for (const part of ['.cell-main', '.card-status', '.card-amount']) {
      const place = await card.locator(part).boundingBox()
      expect(place, `${part} of ${path}`).not.toBeNull()
      expect(place!.x).toBeGreaterThanOrEqual(0)
      expect(place!.x + place!.width).toBeLessThanOrEqual(390)
    }
    const overflow = await page
      .locator('.table-scroll:has(.table-cards)')
      .first()
      .evaluate(box => box.scrollWidth - box.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await page.context().close()
}, 120_000)
