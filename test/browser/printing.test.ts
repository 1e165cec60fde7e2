import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openCopyOfThatDay, signedIn } from './product.ts'
import { settled } from './pages.ts'

let market: Awaited<ReturnType<typeof openCopyOfThatDay>>
let browser: Browser
beforeAll(async () => {
  market = await openCopyOfThatDay()
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
])('what %s sees in tables of %s is on paper too', async (username, path) => {
  const { page } = await signedIn(browser, market.url, username, { viewport: { width: 1440, height: 900 } })
  await settled(page, path)
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
  expect(await seen()).toEqual(onScreen)
})
