import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_STORAGE_KEYS } from '#contract/people/theme'
import { FOOTER_LINKS, HEADER_LINKS } from '#contract/public/public-pages'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

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

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme')
const themeAt = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return themeOf(page)
}
/** Name and address of every link of the footer, which is hidden until the page has its content. */
const footOf = async (page: Page) => {
  const footer = page.getByRole('contentinfo')
  await footer.waitFor()
  const links = footer.getByRole('link')
  return links.evaluateAll(all => all.map(link => [link.textContent, link.getAttribute('href')]))
}

test('public pages, sign-in and signed-in pages share one footer, and reach every public page', async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'harestow.su17')
  await page.goto('/prices')
  const foot = await footOf(page)
  expect(foot).toHaveLength(FOOTER_LINKS.length + 1)
  await page.goto('/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  expect(await footOf(page)).toEqual(foot)
  for (const { to, label } of HEADER_LINKS) {
    await page.goto('/')
    await page.getByRole('button', { name: 'Public pages' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await page.waitForURL(address => address.pathname === to)
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).waitFor()
  }
  for (const { to } of FOOTER_LINKS) expect((await page.goto(to))?.status(), to).toBe(200)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()

  const stranger = await (await browser.newContext({ baseURL: market.url })).newPage()
  await stranger.goto('/login')
  await stranger.getByRole('textbox', { name: 'User name' }).waitFor()
  expect(await footOf(stranger)).toEqual(foot)
  for (const { label } of HEADER_LINKS)
    expect(await stranger.getByRole('banner').getByRole('link', { name: label }).count(), label).toBe(1)
  await stranger.goto('/prices')
  expect(await stranger.getByRole('banner').getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true)
  await stranger.context().close()
})

test('light and dark follow one rule before and after signing in', async () => {
  const stranger = await (await browser.newContext({ baseURL: market.url, colorScheme: 'light' })).newPage()
  expect(await themeAt(stranger, '/prices')).toBe('dark')
  expect(await themeAt(stranger, '/login')).toBe('dark')
  await stranger.goto('/prices')
  await stranger.getByRole('button', { name: 'Light or dark' }).click()
  expect(await themeAt(stranger, '/login')).toBe('light')
  await stranger.context().close()

  const { page } = await openSignedInPage(browser, market.url, 'operator')
  expect(await themeAt(page, '/')).toBe('light')
  // Public pages know a reader from what the program has stored once it ran, and this one signed in without it.
  await page.waitForFunction(key => localStorage.getItem(key) !== null, BROWSER_STORAGE_KEYS.signedIn)
  expect(await themeAt(page, '/prices')).toBe('light')
  await page.goto('/')
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  expect(await themeAt(page, '/prices')).toBe('dark')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  expect(await themeAt(page, '/')).toBe('light')
  await page.context().close()
})

test('public pages are those of a visitor again after signing out', async () => {
  const { page } = await openSignedInPage(browser, market.url, 'operator')
  await page.goto('/')
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(address => address.pathname === '/login')
  await expect.poll(() => themeOf(page)).toBe('dark')
  expect(await themeAt(page, '/prices')).toBe('dark')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  await page.context().close()
})
