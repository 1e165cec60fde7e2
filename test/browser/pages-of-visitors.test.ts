import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled, WIDTHS, wrongWith } from './pages.ts'
import { openBrowser, openCopy } from './product.ts'

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
  '/privacy',
]

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

test.concurrent.each(WIDTHS)(
  'axe finds nothing on the pages that visitors see %i pixels wide, and nothing runs off the side',
  async width => {
    const context = await browser.newContext({ baseURL: market.url, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const faults: string[] = []
    for (const path of PATHS) {
      await settled(page, path)
      // Forms are looked at with what is wrong in them.
      const show = page.getByRole('button', { name: /^Show (the|\d)/ })
      if (await show.count()) await show.click()
      faults.push(...(await wrongWith(page, path, width)))
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test('visitors are sent to login and come back to where they wanted to go, never to another site', async () => {
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
