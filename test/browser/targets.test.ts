import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSmallTargets } from './axe.ts'
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

/** Between the usual widths, tables and breadcrumbs are tighter. */
const WIDTHS = [390, 768, 1024, 1440]

test.each([
  ['larkhanger.su02', '/results/RD-SOM-0'],
  ['operator', '/results/RD-SOM-0'],
  ['operator', '/markets/MK-SOM/round/RD-SOM-1'],
  ['operator', '/markets/MK-SOM/round/RD-SOM-A/review'],
])('targets for %s on %s are large enough, or far enough apart, in every width', async (username, path) => {
  const { page } = await openSignedInPage(browser, market.url, username, {
    viewport: { width: 1440, height: 900 },
  })
  await openCompletePage(page, path)
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const fault of await findSmallTargets(page)) faults.push(`${width} pixels: ${fault}`)
  }
  expect(faults).toEqual([])
})
