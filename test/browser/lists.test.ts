import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, inTheme } from './axe.ts'
import { settled } from './pages.ts'
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

const headings = async (page: Page): Promise<string[]> => {
  const all = await page.getByRole('columnheader').allTextContents()
  return all.map(text => text.trim())
}
const wordIn = (page: Page, word: string) => new URL(page.url()).searchParams.get(word)

test('columns are chosen and put in order by key, stand in the address, and are kept as a view that the list opens with', async () => {
  const { page, complaints } = await signedIn(browser, market.url, 'operator')
  await settled(page, '/projects?status=Offered')
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
  expect(await faultsOf(page)).toEqual([])
  await inTheme(page, 'dark')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await columns.evaluate(button => button === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByLabel('Keep what is shown now as').fill('Offers by round')
  await page.getByLabel('Open the list with it').press('Space')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'View: Offers by round' }).waitFor()

  await page.goto('/projects')
  await page.waitForURL(/columns=round/)
  expect(wordIn(page, 'status')).toBe('Offered')
  await page.getByRole('button', { name: 'View: Offers by round' }).press('Enter')
  await page.getByRole('link', { name: 'The list as it comes' }).press('Enter')
  await page.waitForURL(url => url.pathname === '/projects' && url.search === '')
  expect(complaints).toEqual([])
  await page.context().close()
}, 120_000)

test('rows are selected one by one, as a range and a page at once, and what is selected is downloaded', async () => {
  const { page, complaints } = await signedIn(browser, market.url, 'operator')
  await settled(page, '/credit-requirements?status=Bid')
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

test('at 390 pixels rows are cards with name, status and amount in sight, and nothing scrolls sideways', async () => {
  const { page } = await signedIn(browser, market.url, 'operator', { viewport: { width: 390, height: 844 } })
  for (const path of ['/projects?status=Offered', '/credit-requirements?status=Bid', '/registry/credits']) {
    await settled(page, path)
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
