import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { findAxeViolations } from './axe.ts'
import { findProblemsInEveryWidth, LAYOUT_SHIFT_OBSERVER_SCRIPT, openCompletePage } from './pages.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDemonstration(demonstration)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

const asOperator = async () => {
  const { page, complaints } = await openSignedInPage(browser, market.url, 'operator')
  await page.clock.setFixedTime(TEMPLATE_NOW)
  await page.addInitScript(LAYOUT_SHIFT_OBSERVER_SCRIPT)
  await openCompletePage(page, '/cases')
  return { page, complaints }
}

const CASE = /^Delivery failure: /

test('the pages of cases fit every width and have no axe violations', async () => {
  const { page, complaints } = await asOperator()
  await page.getByRole('link', { name: CASE }).first().click()
  await page.getByRole('heading', { name: 'Which units, and who relies on them' }).waitFor()
  const { pathname } = new URL(page.url())
  const faults: string[] = []
  for (const [nth, path] of [
    '/cases',
    pathname,
    `${pathname}?action=Confirm`,
    `${pathname}?action=Close`,
  ].entries())
    faults.push(...(await findProblemsInEveryWidth(page, path, nth)))
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('the operator confirms a case, and sees before and afterwards whose units fail', async () => {
  const { page } = await asOperator()
  await openCompletePage(page, '/')
  await page.getByRole('link', { name: CASE }).first().click()
  await page.getByText('The units below are in doubt while the case is open.').waitFor()
  const { pathname } = new URL(page.url())
  await openCompletePage(page, `${pathname}?action=Confirm`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'What did you find?' }).fill('The outlet is broken for good')
  await form.getByRole('textbox', { name: 'Units that are still delivered' }).fill('20')
  await form
    .getByText(/units held for .+ fail/)
    .first()
    .waitFor()
  await form.getByRole('button', { name: 'Confirm the case' }).click()
  await page
    .getByText(/units failed since/)
    .first()
    .waitFor()
  expect(await findAxeViolations(page)).toEqual([])
})
