import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/process/places'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { setTheme } from './axe.ts'
import { openCompletePage } from './pages.ts'
import {
  isRenewingPictures,
  MOST_PERCENT,
  percentOfDifferentBlocks,
  takePicture,
  WINDOW_SIZE,
} from './pictures.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

const FOLDER = join(projectRoot, 'docs/pictures')
/** How often a page is loaded until it looks like its picture. */
const MOST_LOADS = 5

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
  const studio = await browser.newPage()
  const file = join(FOLDER, `${name}.jpg`)
  const takeAgain = async () => {
    await openCompletePage(page, path)
    await setTheme(page, 'light')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    return takePicture(page, 'jpeg')
  }
  // A page is drawn without the product’s fonts where they arrive late: at the first load, and later on a busy machine.
  await takeAgain()
  if (isRenewingPictures) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, await takeAgain())
  }
  const picture = readFileSync(file)
  let percent = 100
  for (let load = 0; load < MOST_LOADS && percent > MOST_PERCENT; load += 1)
    percent = await percentOfDifferentBlocks(studio, picture, await takeAgain())
  expect(percent, 'percentage of different blocks').toBeLessThanOrEqual(MOST_PERCENT)
  await page.context().close()
})
