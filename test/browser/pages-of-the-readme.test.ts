import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/process/places'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { setTheme } from './axe.ts'
import { openCompletePage } from './pages.ts'
import { isRenewingPictures, doPicturesLookAlike, takePicture, WINDOW_SIZE } from './pictures.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

const FOLDER = join(projectRoot, 'docs/pictures')

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
  ['landholder', 'sedgewhistle.su01', '/results/RD-SOM-0'],
  ['operator', 'operator', '/markets/MK-SOM/round/RD-SOM-0/review'],
  ['public', undefined, '/register'],
])('the picture of the %s view in the README is current', async (name, username, path) => {
  const options = { baseURL: market.url, viewport: WINDOW_SIZE, reducedMotion: 'reduce' } as const
  const page = username
    ? (await openSignedInPage(browser, market.url, username, options)).page
    : await (await browser.newContext(options)).newPage()
  await page.clock.setFixedTime(TEMPLATE_NOW)
  // The first load of a page does not have the product’s fonts yet, the second does.
  for (const visit of [path, path]) await openCompletePage(page, visit)
  await setTheme(page, 'light')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const now = await takePicture(page, 'jpeg')
  const file = join(FOLDER, `${name}.jpg`)
  if (isRenewingPictures) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, now)
  }
  const studio = await browser.newPage()
  expect(await doPicturesLookAlike(studio, readFileSync(file), now)).toBe(true)
  await page.context().close()
})
