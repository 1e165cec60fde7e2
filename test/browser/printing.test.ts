import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'
import { openCompletePage } from './pages.ts'

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

test.each([
  ['alba.bu01', '/results/RD-SOM-0'],
  ['larkhanger.su02', '/'],
  ['operator', '/markets/MK-SOM/round/RD-SOM-A/review'],
])('tables that %s sees on %s are complete on paper', async (username, path) => {
  const { page } = await openSignedInPage(browser, market.url, username, {
    viewport: { width: 1440, height: 900 },
  })
  await openCompletePage(page, path)
  const seen = () =>
    page
      .locator('main')
      .locator('table')
      .evaluateAll(tables =>
        tables
          .filter(table => table.checkVisibility())
          .map(table => table.querySelector('caption')?.textContent ?? table.textContent.slice(0, 40)),
      )
  const onScreen = await seen()
  expect(onScreen.length).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  // Folded tables are printed as well.
  expect(await seen()).toEqual(expect.arrayContaining(onScreen))
})

test('expanded content of list cells is printed, and the control that expands it is not', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator', {
    viewport: { width: 1440, height: 900 },
  })
  await openCompletePage(page, '/projects?status=Monitoring')
  const visible = () =>
    page
      .locator('.cell-more')
      .first()
      .evaluate(cell =>
        [...cell.children].map(part => [
          part.localName,
          part.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
        ]),
      )
  const expectSeen = async (control: boolean, content: boolean) => {
    const [first, ...others] = await visible()
    expect(first).toEqual(['summary', control])
    expect(new Set(others.map(([, isSeen]) => isSeen))).toEqual(new Set([content]))
  }
  await expectSeen(true, false)
  await page.emulateMedia({ media: 'print' })
  await expectSeen(false, true)
})
