import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, inTheme } from './axe.ts'
import { NOW } from '../builders/templates.ts'
import { SIZE, unlikeKept } from './pictures.ts'
import { openBrowser, openCopyOfThatDay, signedIn } from './product.ts'

/** How many pixels wide the pages are looked at: on a desk and on a phone. */
export const WIDTHS = [1440, 390] as const

/** Goes to a page and waits until it is whole, with its dialog where the address asks for one. */
export const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  if (path.includes('action=')) await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

type Theme = 'light' | 'dark'

/**
 * The themes in which axe looks at a page in a width: every night in both. At a change it looks at a page once, where it
 * came: in light on a desk, in dark on a phone.
 */
export const themesAt = (width: number, isWhereItCame = true): readonly Theme[] => {
  if (process.env.SOAK_PAGES) return ['light', 'dark']
  if (!isWhereItCame) return []
  return width === 1440 ? ['light'] : ['dark']
}

/** What is wrong with a page as it stands: what axe finds in these themes, and what runs off the side. */
export const wrongWith = async (page: Page, path: string, themes: readonly Theme[]): Promise<string[]> => {
  const faults: string[] = []
  for (const theme of themes) {
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
const movedOn = async (page: Page, path: string): Promise<string[]> => {
  const shifts = await page.evaluate<[number, string][]>('globalThis.shifts')
  const sum = shifts.reduce((before, [value]) => before + value, 0)
  return sum < MOST_MOVED
    ? []
    : [`${path}: ${sum.toFixed(3)} of it moved: ${shifts.map(([, what]) => what).join('; ')}`]
}

/** The pages that somebody looks at: those of which pictures are kept, and others. */
interface Visits {
  kept: readonly string[]
  others?: readonly string[]
}

/** How many pages one walk goes through, so that two walks share the work. */
const AT_A_TIME = 10

/**
 * What is wrong with a page: with what moves while it comes, with its one heading and with what axe finds, and in each
 * width with what runs off the side and what else is looked at. It comes in one width, every other page on a phone, and is
 * then made as wide as the other; every night it comes in both, and axe looks at it in both and in both themes.
 */
export const inEveryWidth = async (
  page: Page,
  path: string,
  nth: number,
  besides: (width: number, themes: readonly Theme[]) => Promise<readonly string[]> = async () => [],
): Promise<string[]> => {
  const faults: string[] = []
  for (const [turn, width] of (nth % 2 === 0 ? WIDTHS : WIDTHS.toReversed()).entries()) {
    await page.setViewportSize({ ...SIZE, width })
    if (turn === 0 || process.env.SOAK_PAGES) {
      await settled(page, path)
      faults.push(...(await movedOn(page, path)))
      if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one heading of level 1`)
    }
    const themes = themesAt(width, turn === 0)
    faults.push(...(await wrongWith(page, path, themes)), ...(await besides(width, themes)))
  }
  return faults
}

/**
 * Makes the tests of a file in which these people look at these pages about a subject.
 */
export const lookAt = (subject: string, visits: Record<string, Visits>): void => {
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

  const walks = Object.entries(visits).flatMap(([username, { kept, others = [] }]) => {
    const paths = [...kept, ...others]
    return Array.from({ length: Math.ceil(paths.length / AT_A_TIME) }, (_, nth) => {
      const part = paths.slice(nth * AT_A_TIME, (nth + 1) * AT_A_TIME)
      return { username, first: part[0], paths: part, kept: new Set(kept) }
    })
  })
  test.concurrent.each(walks)(
    `axe finds nothing on the pages about ${subject} that $username sees from $first on, nothing runs off the side or moves while it comes, and they look as they did`,
    async ({ username, paths, kept }) => {
      const { page, complaints } = await signedIn(browser, market.url, username, { viewport: SIZE })
      await page.clock.setFixedTime(NOW)
      await page.addInitScript(WATCH_SHIFTS)
      // The faces of letters are there from the second page on.
      await settled(page, '/markets')
      const studio = await browser.newPage()
      const faults: string[] = []
      for (const [nth, path] of paths.entries())
        faults.push(
          ...(await inEveryWidth(page, path, nth, async width =>
            width === SIZE.width && kept.has(path) ? unlikeKept(page, studio, { username, path, nth }) : [],
          )),
        )
      expect(faults).toEqual([])
      // A page that is not there is asked for on purpose.
      expect(complaints.filter(complaint => !complaint.includes('404'))).toEqual([])
      await studio.close()
      await page.context().close()
    },
  )
}
