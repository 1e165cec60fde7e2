import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { settled } from './pages.ts'
import { openBrowser, openCopyOfThatDay, signedIn } from './product.ts'

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

/** Between the widths in which every page is looked at, tables and crumbs stand closer. */
const WIDTHS = [390, 768, 1024, 1440]

test.each([
  ['larkhanger.su02', '/results/RD-SOM-0'],
  ['operator', '/results/RD-SOM-0'],
  ['operator', '/markets/MK-SOM/round/RD-SOM-1'],
  ['operator', '/markets/MK-SOM/round/RD-SOM-A/review'],
])(
  'what %s can press on %s is large enough, or far enough from the next, in every width',
  async (username, path) => {
    const { page } = await signedIn(browser, market.url, username, { viewport: { width: 1440, height: 900 } })
    await settled(page, path)
    const faults: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const fault of await faultsOf(page)) faults.push(`${width} pixels: ${fault}`)
    }
    expect(faults).toEqual([])
  },
)
