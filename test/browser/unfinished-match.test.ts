import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { EQUAL_BIDS, openUnfinishedRound } from '../builders/unfinished.ts'
import { findAxeViolations } from './axe.ts'
import { findProblemsInEveryWidth, LAYOUT_SHIFT_OBSERVER_SCRIPT, openCompletePage } from './pages.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

const ROUND = '/markets/MK-SOM/round/RD-SOM-1'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDemonstration(openUnfinishedRound)
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
  await openCompletePage(page, '/markets')
  return { page, complaints }
}

test('the pages about a match that ran out of time fit every width and have no axe violations', async () => {
  const { page, complaints } = await asOperator()
  const faults: string[] = []
  for (const [nth, path] of [ROUND, '/queue', `${ROUND}?action=AskOwnersOfHardBids`].entries())
    faults.push(...(await findProblemsInEveryWidth(page, path, nth)))
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('the operator finds the round at the head of the queue, sees what is open, and asks the owners of the hard bids', async () => {
  const { page } = await asOperator()
  await openCompletePage(page, '/queue')
  await page.getByRole('link', { name: 'Decide how to go on' }).click()
  const match = page.getByRole('region', { name: 'Match that ran out of time' })
  await match.getByText('Open: a better match may exist').waitFor()
  await match.getByText(/it is at most £[\d,]+\.\d\d \(.+%\) below the best possible/).waitFor()
  await match.getByText(new RegExp(`^${EQUAL_BIDS} bids of .+ are equal`)).click()
  expect(await match.getByRole('link', { name: /, plot \d+$/ }).count()).toBe(EQUAL_BIDS - 1)
  expect(await findAxeViolations(page)).toEqual([])
  await match.getByRole('link', { name: 'Ask owners of hard bids' }).click()
  const form = page.getByRole('dialog')
  await form.getByText(/and their agents get your message/).waitFor()
  await form.getByRole('button', { name: 'Send the message' }).click()
  await match.getByText(/You asked the owners of these bids on/).waitFor()
  await openCompletePage(page, `${ROUND}?action=Match`)
  expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Time limit' }).inputValue()).toBe('120')
})
