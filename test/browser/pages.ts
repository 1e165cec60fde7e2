import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, inTheme } from './axe.ts'
import { openBrowser, openCopy, signedIn } from './product.ts'

/** How many pixels wide the pages are looked at: on a desk and on a phone. */
export const WIDTHS = [1440, 390] as const

/** Goes to a page and waits until it is whole, with its dialog where the address asks for one. */
export const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  if (path.includes('action=')) await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** Each theme in one of the widths, and every night both in both: what a theme changes does not depend on the width. */
const themesAt = (width: number): readonly ('light' | 'dark')[] => {
  if (process.env.SOAK_PAGES) return ['light', 'dark']
  return width === 1440 ? ['light'] : ['dark']
}

/** What is wrong with a page as it stands: what axe finds in each theme, and what runs off the side. */
export const wrongWith = async (page: Page, path: string, width: number): Promise<string[]> => {
  const faults: string[] = []
  for (const theme of themesAt(width)) {
    await inTheme(page, theme)
    for (const fault of await faultsOf(page)) faults.push(`${path} (${theme}): ${fault}`)
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [...faults, `${path}: ${overflow} pixels run off the side`] : faults
}

/** How much of a page may move while it comes, as browsers count it (trust.md, section 7). */
const MOST_MOVED = 0.02

/** Runs in a page, from its beginning: what moves is noted for `movedOn`. */
export const WATCH_SHIFTS = `
  globalThis.shifts = []
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName).join(', ')])
  }).observe({ type: 'layout-shift', buffered: true })
`

/** What moved while a page came, where that was too much. */
export const movedOn = async (page: Page, path: string): Promise<string[]> => {
  const shifts = await page.evaluate<[number, string][]>('globalThis.shifts')
  const sum = shifts.reduce((before, [value]) => before + value, 0)
  return sum < MOST_MOVED
    ? []
    : [`${path}: ${sum.toFixed(3)} of it moved: ${shifts.map(([, what]) => what).join('; ')}`]
}

/** Makes the tests of a file in which these people look at these pages about a subject, in every width. */
export const lookAt = (subject: string, visits: Record<string, readonly string[]>): void => {
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

  const cases = WIDTHS.flatMap(width =>
    Object.entries(visits).map(([username, paths]) => [username, width, paths] as const),
  )
  test.concurrent.each(cases)(
    `axe finds nothing on the pages about ${subject} that %s sees %i pixels wide, nothing runs off the side or moves while it comes`,
    async (username, width, paths) => {
      const { page, complaints } = await signedIn(browser, market.url, username, {
        viewport: { width, height: 900 },
      })
      await page.addInitScript(WATCH_SHIFTS)
      const faults: string[] = []
      for (const path of paths) {
        await settled(page, path)
        faults.push(...(await movedOn(page, path)))
        faults.push(...(await wrongWith(page, path, width)))
        if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one heading of level 1`)
      }
      expect(faults).toEqual([])
      // A page that is not there is asked for on purpose.
      expect(complaints.filter(complaint => !complaint.includes('404'))).toEqual([])
      await page.context().close()
    },
  )
}
