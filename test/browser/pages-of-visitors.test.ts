import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishMatchOf } from '../builders/publishing.ts'
import { pressElement, tabToElement } from './keys.ts'
import {
  findProblemsInEveryWidth,
  openCompletePage,
  LAYOUT_SHIFT_OBSERVER_SCRIPT,
  PAGE_WIDTHS,
  findPageProblems,
} from './pages.ts'
import { WINDOW_SIZE } from './pictures.ts'
import { openBrowser, openDemonstration } from './product.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

const PATHS = [
  '/login',
  '/signUp',
  '/confirmSignUp',
  '/resetPassword',
  '/updatePassword',
  '/newPassword',
  '/checkTOTP',
  '/invitation#of-yesterday',
  '/completeInvitation',
]

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDemonstration()
  await publishMatchOf(market.connection, 'RD-SOM-0')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

const visitor = async () => {
  const context = await browser.newContext({ baseURL: market.url, viewport: WINDOW_SIZE })
  const page = await context.newPage()
  await page.addInitScript(LAYOUT_SHIFT_OBSERVER_SCRIPT)
  return { context, page }
}

test.concurrent('pages for visitors have no axe violations, sideways scrolling or layout shift', async () => {
  const { context, page } = await visitor()
  const faults: string[] = []
  for (const [nth, path] of PATHS.entries())
    faults.push(
      ...(await findProblemsInEveryWidth(page, path, nth, async (_width, themes) => {
        // Forms are checked with their errors, which appear on the first attempt to submit.
        const barred = page.locator('button[type=submit][aria-disabled=true]')
        if ((await barred.count()) === 0) return []
        await barred.press('Enter')
        await page.locator('.error-summary').waitFor()
        return findPageProblems(page, path, themes)
      })),
    )
  expect(faults).toEqual([])
  await context.close()
})

test.concurrent('public pages have no axe violations, sideways scrolling, layout shift or browser errors', async () => {
  const { context, page } = await visitor()
  const faults: string[] = []
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', error => faults.push(error.message))
  for (const [nth, path] of PUBLIC_PAGES.entries())
    faults.push(...(await findProblemsInEveryWidth(page, path, nth)))
  expect(faults).toEqual([])
  await context.close()
})

test.concurrent('public pages have their content and links without scripts', async () => {
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: { width: 390, height: 900 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  for (const path of PUBLIC_PAGES) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect(await page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true)
    await page.getByText('Menu', { exact: true }).click()
    expect(await page.getByRole('link', { name: 'How it works' }).first().isVisible(), path).toBe(true)
  }
  await context.close()
})

test('visitors are sent to login and return to the requested page, never to another site', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  await page.goto('/projects/P101')
  await page.waitForURL(/\/login\?redirect=%2Fprojects%2FP101/)
  await context.close()
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const visit = await browser.newContext({ baseURL: market.url })
    const there = await visit.newPage()
    await there.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`)
    await there.getByLabel('User name').fill('operator')
    await there.getByLabel('Password', { exact: true }).fill('market-garden-2026')
    await there.keyboard.press('Enter')
    await there.waitForURL(address => address.pathname !== '/login')
    expect(new URL(there.url()).origin, elsewhere).toBe(market.url)
    await visit.close()
  }
})

test.concurrent.each(PAGE_WIDTHS)(
  'signed out, by keyboard and without scripts, %i pixels wide: the holder of a serial, its history, the rest of its project, and the files',
  async width => {
    const context = await browser.newContext({
      baseURL: market.url,
      viewport: { width, height: 900 },
      acceptDownloads: true,
    })
    await context.route(/\.js$/, script => script.abort())
    const page = await context.newPage()
    const registry = await context.request.get('/api/public/registry/credits?holding=redeemed&limit=1')
    const { items } = (await registry.json()) as {
      items: { serials: string[]; requirement: { name: string }; project: { name: string } }[]
    }
    const { serials, requirement, project } = items[0]!
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto('/')
    if (width < 600) await pressElement(page, page.getByText('Menu', { exact: true }))
    await pressElement(page, page.getByRole('link', { name: 'Register', exact: true }).first())
    await heading('Projects')
    await tabToElement(page, page.getByRole('searchbox', { name: 'Search the register' }))
    await page.keyboard.type(serials[0]!)
    await page.keyboard.press('Enter')
    await pressElement(page, page.getByRole('link', { name: serials[0]!, exact: true }))
    await heading(serials[0]!)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: requirement.name }).waitFor()
    for (const happened of ['Certified', 'Rights allocated', 'Redeemed'])
      await main.getByRole('cell', { name: happened }).first().waitFor()
    await pressElement(page, main.getByRole('link', { name: project.name }).first())
    await heading(project.name)
    await main.getByText('still available').first().waitFor()
    await tabToElement(page, main.getByRole('region', { name: 'Balance sheet' }))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      pressElement(page, main.getByRole('link', { name: 'GeoJSON' })),
    ])
    expect(file.suggestedFilename()).toBe('credits.geojson')
    await context.close()
  },
)

test.concurrent('the register’s pages of a project, a requirement and a serial have no axe violations', async () => {
  const { context, page } = await visitor()
  await openCompletePage(page, '/register/credits')
  const of = (part: string) =>
    page.locator(`main td a[href^="/register/${part}/"], main th a[href^="/register/${part}/"]`)
  const paths = await Promise.all(
    ['projects', 'requirements', 'credits'].map(part => of(part).first().getAttribute('href')),
  )
  const faults: string[] = []
  for (const [nth, path] of paths.entries())
    faults.push(...(await findProblemsInEveryWidth(page, path!, nth)))
  expect(faults).toEqual([])
  await context.close()
})

test.each(PAGE_WIDTHS)(
  'unfolded, %i pixels wide, the rules of matching have no axe violations',
  async width => {
    const { context, page } = await visitor()
    await page.setViewportSize({ width, height: 900 })
    await openCompletePage(page, '/how-it-works')
    await page.locator('details.rule').evaluateAll(rules => {
      for (const rule of rules) rule.setAttribute('open', '')
    })
    await page.getByRole('table', { name: 'Who can see each figure, and from when' }).waitFor()
    expect(await findPageProblems(page, '/how-it-works', ['light', 'dark'])).toEqual([])
    await context.close()
  },
)
