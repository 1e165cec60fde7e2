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

/**
 * What axe finds wrong with a page as it stands, or with one part of it (a selector), once nothing on it moves or fades in. What lies
 * behind a dialog is looked at where none is open.
 */
export const faultsOf = async (page: Page, part?: string): Promise<string[]> => {
  await page.evaluate(script)
  await atRest(page)
  return page.evaluate(async within => {
    // Of what is right one example would do, which saves axe much describing.
    const { violations } = await axe.run(within ?? document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`,
    )
  }, part)
}

/** Shows a page in this theme. */
export const inTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  await atRest(page)
}
