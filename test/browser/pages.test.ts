import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, inTheme } from './axe.ts'
import { openBrowser, openProduct, signedIn } from './product.ts'

let product: Awaited<ReturnType<typeof openProduct>>
let browser: Browser

beforeAll(async () => {
  product = await openProduct()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const round = '/markets/MK-SOM/round/RD-SOM-1'
const ROUND_TABS = [
  'participants',
  'projects',
  'requirements',
  'groups',
  'declarations',
  'reserve',
  'documents',
  'activity',
]

const VISITS: Record<string, readonly string[]> = {
  operator: [
    '/',
    '/markets',
    '/markets/MK-SOM',
    round,
    ...ROUND_TABS.map(tab => `${round}?tab=${tab}`),
    '/markets/MK-SOM/round/RD-SOM-0/review',
    '/markets/MK-SOL/round/RD-SOL-2',
    '/markets/MK-SOM/round/RD-SOM-1/participation/RD-SOM-1-SU01-Supplier',
    '/projects',
    '/projects?q=nothing-has-this-name',
    '/projects/P101',
    '/projects/P001',
    '/credit-requirements',
    '/credit-requirements/R120',
    '/participants',
    '/participants/SU01',
    '/agencies',
    '/agencies/AG01',
    '/lpas',
    '/operators',
    '/registry/credits',
    '/registry/reserve',
    '/settings',
    '/settings/refdata',
    '/settings/refdata/standards',
    '/settings/refdata/standards/BsiFlex704',
    '/settings/refdata/declarations?action=CreateDeclaration&on=declarations',
    '/settings/lpas',
    '/settings/operators',
    '/registry/projects',
    '/registry/credit-requirements',
    '/search',
    '/project-group/PG01',
    '/credit-requirement-group/RG01',
    '/projects/nowhere',
    '/nothing-here',
    '/search/meadow',
    // Dialogs: a side panel with fields, a confirmation, and a long form.
    `${round}?action=SetReserveInfo`,
    `${round}?action=Match`,
    '/markets/MK-SOL/round/RD-SOL-2?action=Update',
    '/participants/SU01?action=Update',
  ],
  'sedgewhistle.su01': ['/', '/projects/P101', '/markets/MK-SOM/round/RD-SOM-1'],
  'alba.bu01': ['/', '/credit-requirements/R001'],
  'kezia.bu11': ['/', '/credit-requirements/R206?action=Comment'],
  bram: ['/'],
  sysadmin: [
    '/profile',
    '/users/operator',
    '/users/operator?action=DisableUser',
    '/system?q=operator',
    ...['sessions', 'log', 'installation', 'reset'].map(tab => `/system?tab=${tab}`),
  ],
  'lpa.somerset': ['/', '/projects', '/credit-requirements'],
}

const FOR_VISITORS = [
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

const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  if (path.includes('action=')) await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** Each theme in one of the widths, and every night both in both: what a theme changes does not depend on the width. */
const themesAt = (width: number): readonly ('light' | 'dark')[] => {
  if (process.env.SOAK_PAGES) return ['light', 'dark']
  return width === 1280 ? ['light'] : ['dark']
}

/** What is wrong with a page as it stands: what axe finds in each theme, and what runs off the side. */
const wrongWith = async (page: Page, path: string, width: number): Promise<string[]> => {
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

// Both widths at once: one browser has work for both cores.
describe.concurrent.each([1280, 390])('%i pixels wide', width => {
  test.each(Object.entries(VISITS))(
    'axe finds nothing on any page of %s, and nothing runs off the side',
    async (username, paths) => {
      const { page, complaints } = await signedIn(browser, product.url, username, {
        viewport: { width, height: 900 },
      })
      const faults: string[] = []
      for (const path of paths) {
        await settled(page, path)
        faults.push(...(await wrongWith(page, path, width)))
        if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one heading of level 1`)
      }
      expect(faults).toEqual([])
      // A page that is not there is asked for on purpose.
      expect(complaints.filter(complaint => !complaint.includes('404'))).toEqual([])
      await page.context().close()
    },
    600_000,
  )

  test('axe finds nothing on the pages of visitors, and nothing runs off the side', async () => {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const faults: string[] = []
    for (const path of FOR_VISITORS) {
      await settled(page, path)
      // Forms are looked at with what is wrong in them.
      const show = page.getByRole('button', { name: /^Show (the|\d)/ })
      if (await show.count()) await show.click()
      faults.push(...(await wrongWith(page, path, width)))
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

test('visitors are sent to login and come back to where they wanted to go, never to another site', async () => {
  const context = await browser.newContext({ baseURL: product.url })
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
    const visit = await browser.newContext({ baseURL: product.url })
    const there = await visit.newPage()
    await there.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`)
    await there.getByLabel('User name').fill('operator')
    await there.getByLabel('Password', { exact: true }).fill('market-garden-2026')
    await there.keyboard.press('Enter')
    await there.waitForURL(address => address.pathname !== '/login')
    expect(new URL(there.url()).origin, elsewhere).toBe(product.url)
    await visit.close()
  }
})

test('an action can be run with the keyboard alone', async () => {
  const { page } = await signedIn(browser, product.url, 'operator')
  await settled(page, '/projects/P101')
  const button = page.getByRole('link', { name: 'Comment', exact: true }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().waitFor()
  await dialog.getByRole('textbox').first().focus()
  await page.keyboard.type('Spoke with the landholder today')
  await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => document.activeElement?.textContent === 'Save')))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/projects/P101?tab=comments')
  await page.getByText('Spoke with the landholder today').waitFor()
  await page.context().close()
})
