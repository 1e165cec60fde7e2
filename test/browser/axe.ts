import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page as it stands. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
    ).axe.run()
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`,
    )
  })
}

/** Shows a page in this theme. */
export const inTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  await page.waitForFunction(() => document.getAnimations().length === 0)
}
