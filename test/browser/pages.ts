import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations, setTheme } from './axe.ts'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { WINDOW_SIZE, findThemesUnlikePictures } from './pictures.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

/** The widths in pixels in which pages are checked: desktop and phone, and every night a tablet. */
export const PAGE_WIDTHS: readonly number[] = process.env.SOAK_PAGES ? [1440, 1024, 390] : [1440, 390]

/**
 * The most that a page may be long, in pixels of its height by width: what its reader came for is there, the rest is folded or
 * on a page of its own (desks, section 3).
 */
const LONGEST: Readonly<Record<number, number>> = { 1440: 2500, 390: 4000 }

/** Says how much too long a page is in a width; nothing if it is not. */
const findExcessLength = async (page: Page, path: string, width: number): Promise<string[]> => {
  const most = LONGEST[width] ?? Infinity
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return height > most ? [`${path}: ${height} pixels long in a width of ${width}, more than ${most}`] : []
}

/**
 * Waits until a page that was just opened has loaded everything it asks for.
 *
 * On a busy machine Playwright sometimes misses the end of a request, and then waits for ever. So the page is loaded once
 * more; a request of the product that does not end is named the second time.
 */
const waitUntilLoaded = async (page: Page): Promise<void> => {
  const wait = () => page.waitForLoadState('networkidle', { timeout: 60_000 })
  try {
    await wait()
  } catch {
    const open = new Set<Request>()
    const end = (request: Request) => open.delete(request)
    page
      .on('request', request => open.add(request))
      .on('requestfinished', end)
      .on('requestfailed', end)
    await page.reload()
    await wait().catch((cause: unknown) => {
      throw new Error(`${page.url()} waits for ${[...open].map(request => request.url()).join(', ')}`, {
        cause,
      })
    })
  }
}

/** Opens a page and waits until it is complete, with its dialog if the address has one. */
export const openCompletePage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitUntilLoaded(page)
  if (!path.includes('action=')) return
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
  // What the action will do is calculated after the page has loaded.
  await page.getByRole('dialog').locator('.skeleton').waitFor({ state: 'detached' })
}

type Theme = 'light' | 'dark'

/**
 * The themes in which axe checks a page in a width: both every night. For a change it checks a page once, where it was
 * loaded: light on desktop, dark on a phone.
 */
export const themesForWidth = (width: number, isWhereItCame = true): readonly Theme[] => {
  if (process.env.SOAK_PAGES) return ['light', 'dark']
  if (!isWhereItCame) return []
  return width === 1440 ? ['light'] : ['dark']
}

/** The problems of a page as it is: axe violations in these themes, and content that overflows sideways. */
export const findPageProblems = async (
  page: Page,
  path: string,
  themes: readonly Theme[],
): Promise<string[]> => {
  const faults: string[] = []
  for (const theme of themes) {
    await setTheme(page, theme)
    for (const fault of await findAxeViolations(page)) faults.push(`${path} (${theme}): ${fault}`)
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [...faults, `${path}: ${overflow} pixels run off the side`] : faults
}

/** The largest layout shift of a loading page, as browsers count it (trust.md, section 7). */
const MOST_MOVED = 0.02

/** Runs in a page from the beginning: records shifts for `movedOn`. */
export const LAYOUT_SHIFT_OBSERVER_SCRIPT = `
  globalThis.shifts = []
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName).join(', ')])
  }).observe({ type: 'layout-shift', buffered: true })
`

/** The shifts of a loading page, if they were too large. */
const movedOn = async (page: Page, path: string): Promise<string[]> => {
  const shifts = await page.evaluate<[number, string][]>('globalThis.shifts')
  const sum = shifts.reduce((before, [value]) => before + value, 0)
  return sum < MOST_MOVED
    ? []
    : [`${path}: ${sum.toFixed(3)} of it moved: ${shifts.map(([, what]) => what).join('; ')}`]
}

/** The pages that a person visits: those with pictures, and others; of both, those whose length has a limit. */
interface Visits {
  kept: readonly string[]
  others?: readonly string[]
  short?: readonly string[]
}

/** The number of pages per test, so that two tests share the work. */
const AT_A_TIME = 10

/**
 * The problems of a page: layout shift while it loads, headings, axe violations, and in each width overflow and further
 * checks. The page loads in one width, every other page on a phone, and is then resized to the other; every night it
 * loads in both, and axe checks it in both widths and themes.
 */
export const findProblemsInEveryWidth = async (
  page: Page,
  path: string,
  nth: number,
  besides: (width: number, themes: readonly Theme[]) => Promise<readonly string[]> = async () => [],
): Promise<string[]> => {
  const faults: string[] = []
  for (const [turn, width] of (nth % 2 === 0 ? PAGE_WIDTHS : PAGE_WIDTHS.toReversed()).entries()) {
    await page.setViewportSize({ ...WINDOW_SIZE, width })
    if (turn === 0 || process.env.SOAK_PAGES) {
      // An address that differs in nothing, or in its fragment only, would not be loaded again.
      if (turn > 0) await page.goto('about:blank')
      await openCompletePage(page, path)
      faults.push(...(await movedOn(page, path)))
      if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one heading of level 1`)
    }
    const themes = themesForWidth(width, turn === 0)
    faults.push(...(await findPageProblems(page, path, themes)), ...(await besides(width, themes)))
  }
  return faults
}

/** Makes the tests of a file in which these people visit these pages about a subject. */
export const describePages = (subject: string, visits: Record<string, Visits>): void => {
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

  const walks = Object.entries(visits).flatMap(([username, { kept, others = [], short = [] }]) => {
    const paths = [...kept, ...others]
    return Array.from({ length: Math.ceil(paths.length / AT_A_TIME) }, (_, nth) => {
      const part = paths.slice(nth * AT_A_TIME, (nth + 1) * AT_A_TIME)
      return { username, first: part[0], paths: part, kept: new Set(kept), short: new Set(short) }
    })
  })
  test.concurrent.each(walks)(
    `the pages about ${subject} that $username sees from $first on have no axe violations, sideways scrolling or layout shift, match their pictures, and are not too long`,
    async ({ username, paths, kept, short }) => {
      const { page, complaints } = await openSignedInPage(browser, market.url, username, {
        viewport: WINDOW_SIZE,
      })
      await page.clock.setFixedTime(TEMPLATE_NOW)
      await page.addInitScript(LAYOUT_SHIFT_OBSERVER_SCRIPT)
      // The fonts are cached from the second page on.
      await openCompletePage(page, '/markets')
      const studio = await browser.newPage()
      const faults: string[] = []
      for (const [nth, path] of paths.entries())
        faults.push(
          ...(await findProblemsInEveryWidth(page, path, nth, async width => [
            ...(short.has(path) ? await findExcessLength(page, path, width) : []),
            ...(width === WINDOW_SIZE.width && kept.has(path)
              ? await findThemesUnlikePictures(page, studio, { username, path, nth })
              : []),
          ])),
        )
      expect(faults).toEqual([])
      // A missing page is requested on purpose.
      expect(complaints.filter(complaint => !complaint.includes('404'))).toEqual([])
      await studio.close()
      await page.context().close()
    },
  )
}
