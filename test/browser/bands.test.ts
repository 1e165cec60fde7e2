import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BalanceSheet } from '#contract/kit/balance'
import { findAxeViolations } from './axe.ts'
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

const NAME = 'Biodiversity units'
const band = (page: Page) => page.getByRole('region', { name: NAME, exact: true })
const slider = (page: Page) => page.getByRole('slider', { name: /^Date of the figures/ })

/** The figures of the legend by holding, with the total below. */
const legendOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await band(page)
      .locator('.band-legend tr')
      .evaluateAll(rows =>
        rows.map(row => [
          row.querySelector('th')?.textContent ?? '',
          row.querySelector('td')?.textContent ?? '',
        ]),
      ),
  )

/** The columns of the table next to the drawing: the heading of each with its figures by holding. */
const tableOf = async (page: Page): Promise<Record<string, Record<string, string>>> =>
  band(page)
    .locator('.band-table table')
    .evaluate(table => {
      const cells = [...table.querySelectorAll('tr')].map(row =>
        [...row.children].map(cell => cell.textContent),
      )
      const [head = [], ...rows] = cells
      return Object.fromEntries(
        head
          .slice(1)
          .map((title, at) => [
            title,
            Object.fromEntries(rows.map(row => [row[0] ?? '', row[at + 1] ?? ''])),
          ]),
      )
    })

const dayText = (page: Page) =>
  page.getByRole('group', { name: 'Date of the figures' }).locator('strong').textContent()
const dayIn = (page: Page) => new URL(page.url()).searchParams.get('on')

test('the keyboard moves the date between the dates of change, and address, legend, table and rows agree', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/registry/credits')
  const { types } = (await (
    await page.request.get('/api/credits/balance?registry=true')
  ).json()) as BalanceSheet
  const periods = types.find(({ creditType }) => creditType === 'Biodiversity')?.periods ?? []
  await expect.poll(() => dayText(page)).toMatch(/^As at /)
  expect(dayIn(page)).toBe(null)

  await slider(page).focus()
  await page.keyboard.press('Home')
  const first = types.flatMap(type => type.periods.map(({ start }) => start)).toSorted()[0] ?? ''
  await expect.poll(() => dayIn(page)).toBe(first)
  await expect.poll(() => dayText(page)).toContain('as things stand today')
  await band(page).getByText('Over time, as a table').click()
  const table = await tableOf(page)
  expect(Object.keys(table)).toHaveLength(periods.length)

  // At each change the legend equals the column of the table, and the total is the certified amount.
  for (const { start: day } of periods) {
    await page.getByLabel('or any date').fill(day)
    await expect.poll(() => dayIn(page)).toBe(day)
    const at = periods.findLastIndex(({ start }) => start <= day)
    await expect.poll(() => legendOf(page)).toEqual(Object.values(table)[at])
    const legend = await legendOf(page)
    expect(Number(legend.Total)).toBeCloseTo(periods[at]?.total ?? 0, 2)
  }

  await slider(page).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => dayIn(page)).toBe(first)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dayIn(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect.poll(() => dayIn(page)).toBe(null)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('an address with a date and a holding shows the rows of that holding, and their units add up to its line', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/registry/credits?on=2026-01-01&creditType=Biodiversity')
  await expect.poll(() => dayText(page)).toBe('On 1 Jan 2026, as things stand today')
  await band(page).getByRole('button', { name: 'Unsold' }).click()
  await page.waitForURL(address => address.searchParams.get('holding') === 'unsold')
  expect(dayIn(page)).toBe('2026-01-01')
  const rows = page.getByRole('region', { name: 'Registry of credits' })
  // Each figure is rounded to hundredths by itself.
  await expect
    .poll(async () => {
      const cells = await rows.locator('tbody tr td:last-child > .num').allTextContents()
      const sum = cells.reduce((units, cell) => units + Number(cell.replaceAll(',', '')), 0)
      const shown = Number((await legendOf(page)).Unsold)
      const isEqual = cells.length > 0 && Math.abs(sum - shown) <= 0.005 * (cells.length + 1)
      return isEqual ? 'equal' : `rows ${sum}, legend ${shown}`
    })
    .toBe('equal')
  // The band shows all holdings even with a filter, and the filter can be removed where it was set.
  expect(Object.keys(await legendOf(page))).toContain('Issued')
  await band(page).getByRole('button', { name: 'Unsold', pressed: true }).click()
  await page.waitForURL(address => !address.searchParams.has('holding'))
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('a form opens on the chosen date and leaves it unchanged', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/projects/P001?on=2026-01-01')
  await expect.poll(() => dayText(page)).toBe('On 1 Jan 2026, as things stand today')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Comment' }).click()
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
  expect(dayIn(page)).toBe('2026-01-01')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(dayIn(page)).toBe('2026-01-01')
  await page.context().close()
})

test('a term shows its explanation to keyboard and pointer', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator')
  await openCompletePage(page, '/projects/P001')
  const word = page.getByRole('button', { name: 'Longstop delivery start', disabled: false })
  const tip = page.getByRole('tooltip').filter({ hasText: 'latest day on which delivery' })
  // A pointer that rests before the handler is attached, or from which the page scrolls away, enters again.
  await expect
    .poll(async () => {
      await page.mouse.move(5, 5)
      await word.hover()
      return tip.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  for (let stops = 0; stops < 80; stops += 1) {
    if (await word.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await tip.waitFor()
  await page.context().close()
})
