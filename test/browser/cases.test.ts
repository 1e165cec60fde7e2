import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { findAxeViolations } from './axe.ts'
import { findProblemsInEveryWidth, LAYOUT_SHIFT_OBSERVER_SCRIPT, openCompletePage } from './pages.ts'
import { openBrowser, openDatedDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDatedDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDatedDemonstration(demonstration)
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

const SHOTS = process.env.CASE_SHOTS
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

test('the operator opens a case from the home page, confirms it, and sees whose units have failed', async () => {
  const { page } = await asOperator()
  await openCompletePage(page, '/')
  await page.getByRole('link', { name: CASE }).first().click()
  await page.getByText('The units below are in doubt while the case is open.').waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}-doubt.png`, fullPage: true })
  await page.getByRole('link', { name: 'Confirm', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'What did you find?' }).fill('The outlet is broken for good')
  for (const left of await form.getByRole('textbox', { name: 'Units that are still delivered' }).all())
    await left.fill('20')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}-form.png` })
  await form.getByRole('button', { name: 'Continue' }).click()
  await form
    .getByText(/units held for .+ fail/)
    .first()
    .waitFor()
  if (SHOTS) await page.screenshot({ path: `${SHOTS}-consequences.png` })
  await form.getByRole('button', { name: 'Confirm the case' }).click()
  await page
    .getByText(/units failed since/)
    .first()
    .waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  if (SHOTS) {
    await page.screenshot({ path: `${SHOTS}-failed.png`, fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${SHOTS}-failed-390.png`, fullPage: true })
  }
})
