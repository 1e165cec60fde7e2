import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The script’s global in the page. */
declare const axe: typeof Axe

/** Finishes transitions, and stops endless animations. */
const atRest = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
      else animation.finish()
  })

/**
 * Loads axe into a page that does not have it yet, by the debugger’s way: a browser compiles a text that comes so only
 * once for many pages.
 */
const loadAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => Object.hasOwn(globalThis, 'axe'))) return
  const session = await page.context().newCDPSession(page)
  // It stays attached: to detach would take a page's virtual passkeys away.
  await session.send('Runtime.evaluate', { expression: script })
}

const violationsOf = async (
  page: Page,
  part: string | undefined,
  options: Axe.RunOptions,
): Promise<string[]> => {
  await loadAxe(page)
  await atRest(page)
  return page.evaluate(
    async ([within, run]) => {
      const { violations } = await axe.run(within ?? document, {
        // One example per passed rule is enough, which saves axe much describing.
        resultTypes: ['violations'],
        // Only sounds and films: no rule that runs needs the style sheets taken apart.
        preload: { assets: ['media'] },
        ...run,
      })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`,
      )
    },
    [part, options] as const,
  )
}

/**
 * Returns the axe violations of a page or of one part (a selector) once nothing moves or fades in. Content behind a
 * dialog is checked while no dialog is open.
 */
export const findAxeViolations = (page: Page, part?: string): Promise<string[]> =>
  violationsOf(page, part, { rules: { 'target-size': { enabled: true } } })

/** Returns the controls of a page that axe finds too small and too close to the next. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  violationsOf(page, undefined, { runOnly: ['target-size'] })

/** Shows a page in this theme. */
export const setTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  await atRest(page)
}
