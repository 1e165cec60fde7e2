import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MatchAudit } from '@credit-market/matching/audit'
import { solveWithAudit } from '@credit-market/matching/solve'
import { webBuildDir } from '#server/process/places'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { findAxeViolations, setTheme } from './axe.ts'
import { openBrowser, openDemonstration } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
let audit: MatchAudit
beforeAll(async () => {
  market = await openDemonstration()
  browser = await openBrowser()
  audit = (await solveWithAudit(TIED_ROUND)).audit
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

const choose = async (page: Page, name: string, file: unknown): Promise<void> => {
  const buffer = Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
  await page.getByLabel('Choose an audit file').setInputFiles({ name, mimeType: 'application/json', buffer })
}

const opened = async (address: string) => {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } })
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(address)
  return { page, complaints }
}

it.each([
  ['as visitors get it from the product', () => `${market.url}/verify/match`],
  ['opened from a folder', () => pathToFileURL(join(webBuildDir, 'verify/match/index.html')).href],
])(
  'the page that checks a match, %s, accepts a valid file and rejects a damaged one',
  async (_where, address) => {
    const { page, complaints } = await opened(address())
    await choose(page, 'good.json', audit)
    await page.getByRole('heading', { name: 'Nothing wrong was found; 1 thing not checked.' }).waitFor()
    await page.getByText(`look there for the problem ${audit.hash}`).waitFor()
    await page.getByLabel('Hash in the public log').fill('abc')
    await page.getByLabel('Hash in the public log').blur()
    await page.getByText('The hash must have 64 digits').waitFor()
    await page.getByLabel('Hash in the public log').fill(audit.hash)
    await page.getByLabel('Hash in the public log').blur()
    await page.getByRole('heading', { name: 'Nothing wrong was found.' }).waitFor()
    await page.getByText('The problem is the one that the public log names.').waitFor()
    await page.getByText('The second solver recalculated 20 of 20 coalition values.').waitFor()
    expect(await page.getByRole('heading', { name: 'What was not checked' }).isVisible()).toBe(false)
    const engine = { ...audit.solution.engine, seed: 7777 }
    await choose(page, 'spoilt.json', { ...audit, solution: { ...audit.solution, engine } })
    await page.getByRole('heading', { name: '1 fault found' }).waitFor()
    await page.getByText('The seed of the file differs from that of its result').waitFor()
    await choose(page, 'other.json', 'no JSON at all')
    await page.getByText('The file is not JSON.').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  },
)

it('a file dropped on the page is checked, and the page has no axe violations', async () => {
  const { page } = await opened(`${market.url}/verify/match/`)
  const dropped = await page.evaluateHandle(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.json'))
    return data
  }, JSON.stringify(audit))
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: dropped })
  await page.getByRole('heading', { name: 'Nothing wrong was found; 1 thing not checked.' }).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
  await page.close()
})
