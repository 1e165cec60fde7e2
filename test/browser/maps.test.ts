import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations, setTheme } from './axe.ts'
import { tabToElement } from './keys.ts'
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

test('a list opens as a map by keyboard: a marker opens its subject, and a filter narrows map and table', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator', {
    viewport: { width: 390, height: 900 },
  })
  await openCompletePage(page, '/projects?status=Verified')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await tabToElement(page, page.getByRole('radio', { name: 'List' }))
  await page.keyboard.press('ArrowRight')
  const map = page.getByRole('application', { name: 'Projects on a map' })
  await map.waitFor()
  const marks = map.getByRole('group', { name: 'Marks, from the top' })
  await marks.getByRole('link').first().waitFor()
  await expect
    .poll(() => asked.filter(path => path.startsWith('/boundaries/')).toSorted())
    .toEqual([
      '/boundaries/catchments.topojson',
      '/boundaries/lpas.topojson',
      '/boundaries/national-parks.topojson',
    ])
  const table = page.getByRole('table', { name: 'In view on the map' })
  const rows = await table.getByRole('rowheader').allTextContents()
  const inView = async () => (await page.getByText(/ in view/).textContent())?.trim()
  expect(await inView()).toBe(`${rows.length} of ${rows.length} in view.`)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }

  await tabToElement(page, map)
  await page.keyboard.press('-')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  expect(await inView()).toBe(`${rows.length} of ${rows.length} in view.`)
  await page.keyboard.press('Tab')
  const focused = page.locator('.mark:focus')
  const single = async () => (await focused.getAttribute('href')) !== null
  for (let step = 0; step < rows.length && !(await single()); step += 1)
    await page.keyboard.press('ArrowRight')
  const name = (await focused.getAttribute('aria-label'))?.split(', ')[0] ?? ''
  expect(rows).toContain(name)
  expect(await focused.getAttribute('aria-label')).toMatch(/, project, Verified, /)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()

  await page.goBack()
  await map.waitFor()
  await page.getByRole('searchbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect.poll(inView).toBe('1 of 1 in view.')
  expect(await marks.getByRole('link').count()).toBe(1)
  expect(await table.getByRole('rowheader').allTextContents()).toEqual([name])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('areas of a round are chosen by pressing them on a map, and the list says the same', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator', {
    viewport: { width: 1440, height: 900 },
  })
  await openCompletePage(page, '/markets/MK-SOL/round/RD-SOL-2?action=Update')
  const listed = page
    .getByRole('group', { name: 'Local planning authorities' })
    .getByRole('checkbox', { name: 'Isle of Wight', exact: true })
  expect(await listed.isChecked()).toBe(true)
  await page.getByText('Choose on a map').first().click()
  const island = page
    .locator('.map-area-choice')
    .filter({ has: page.locator('title', { hasText: /^Isle of Wight$/ }) })
    .first()
  await island.dispatchEvent('click')
  expect(await listed.isChecked()).toBe(false)
  await island.dispatchEvent('click')
  expect(await listed.isChecked()).toBe(true)
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
