import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the script brings into a page. */
declare const axe: typeof Axe

/** Brings to its end what moves or fades in, and stops what would go on for ever. */
const atRest = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
      else animation.finish()
  })

/** What axe finds wrong with a page as it stands, once nothing on it moves or fades in. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(script)
  await atRest(page)
  return page.evaluate(async () => {
    // Of what is right one example would do, which saves axe much describing.
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`,
    )
  })
}

/** Shows a page in this theme. */
export const inTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  await atRest(page)
}
