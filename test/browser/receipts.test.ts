import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListPage } from '#contract/kit/resource'
import type { ActivityItem } from '#contract/subject/subject'
import { publishMatchOf } from '../builders/publishing.ts'
import { waitUntil } from '../builders/world.ts'
import { findAxeViolations, setTheme } from './axe.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
let receipt: string
const folder = mkdtempSync(join(tmpdir(), 'credit-market-receipts-'))

beforeAll(async () => {
  market = await openDemonstration()
  await publishMatchOf(market.connection, 'RD-SOM-0')
  browser = await openBrowser()
  const { page } = await openSignedInPage(browser, market.url, 'sedgewhistle.su01')
  const get = async (path: string) => (await page.request.get(path)).text()
  const { items } = JSON.parse(
    await get('/api/activity?subjectType=project&subjectId=P101'),
  ) as ListPage<ActivityItem>
  const { id } = items.find(({ action }) => action === 'SetOffer')!
  receipt = await waitUntil('a checkpoint covers the offer', async () => {
    const text = await get(`/api/activity-item/${id}/receipt`)
    return !text.includes('"proof":null') && text
  })
  await page.context().close()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await browser?.close()
  await market?.close()
})

const paste = async (page: Page, text: string, title: string): Promise<void> => {
  await page.getByLabel(/Or paste the text/).fill(text)
  await page.getByRole('button', { name: 'Check the text' }).click()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
}

const PROVED = 'Proved: the log contains this entry as it is in the receipt'

test('/verify proves a receipt, detects a changed one, completes one, and recognises a checkpoint', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', request => sent.push(request.method()))
  await page.goto('/verify')
  await page
    .getByLabel(/Choose a certificate \(PDF or JSON\), a receipt/)
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) })
  await page.getByRole('button', { name: 'Verify the file' }).click()
  await page.getByRole('heading', { level: 2, name: PROVED }).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
  await paste(page, receipt.replace('Set offer', 'Set other'), 'This receipt is not valid')
  await page.getByText('The entry does not match its hash').waitFor()
  const { proof: _, ...bare } = JSON.parse(receipt) as { proof: object }
  await paste(page, JSON.stringify(bare), PROVED)
  await page.getByRole('link', { name: 'Save the receipt with its proof' }).waitFor()
  const note = await (await page.request.get('/log/checkpoint')).text()
  await paste(page, `Dear all,\n\n${note}\n-- \nA market`, 'This checkpoint is signed by the market')
  expect(sent).not.toContain('POST')
  await context.close()
})

test('the saved verification page works from a folder, without a network, and with other keys if they are given', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const saved = await context.request.get('/verify/offline.html')
  expect(saved.headers()['content-disposition']).toContain('check-receipts.html')
  const path = join(folder, 'check-receipts.html')
  writeFileSync(path, await saved.body())
  await context.setOffline(true)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(pathToFileURL(path).href)
  await page
    .getByLabel(/Choose the file/)
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) })
  await page.getByRole('heading', { level: 2, name: PROVED }).waitFor()
  await paste(page, receipt.replace('Set offer', 'Set other'), 'This receipt is not valid')
  await page.getByLabel('Keys of the log and its witnesses').fill('')
  await paste(page, receipt, 'This receipt is not valid')
  await page
    .getByText('The checkpoint was not signed with a key of this market that this page knows')
    .waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a published match is checked in the browser, a receipt leads to its line, and the accepted match is not better than itself', async () => {
  const { page: owner } = await openSignedInPage(browser, market.url, 'sedgewhistle.su01')
  const get = async (path: string) => (await owner.request.get(path)).text()
  const { items } = JSON.parse(
    await get('/api/activity?subjectType=project&subjectId=P001'),
  ) as ListPage<ActivityItem>
  const offered = items.find(({ action }) => action === 'SetOffer')!
  const own = await get(`/api/activity-item/${offered.id}/receipt`)
  await owner.context().close()

  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  await page.goto('/rounds/RD-SOM-0/match')
  await page.getByRole('link', { name: 'Check it in your browser' }).click()
  await page
    .getByLabel(/Choose your receipt/)
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(own) })
  await page.getByRole('heading', { level: 2, name: /^Your line is offer-\d+\. It won\.$/ }).waitFor()
  await page.getByText('The project won: it receives all it asked for').waitFor()
  // Without a hash from the log, the page does not know whether this is the match of the round.
  await page.locator('#verdict[data-verdict="open"]').waitFor()
  await page.getByRole('heading', { name: /^Nothing wrong was found/ }).waitFor()
  // By the number that every other page shows for the entry.
  const { seq } = JSON.parse(JSON.parse(own).entry) as { seq: number }
  await page.getByText(`Your receipt is for entry ${seq.toLocaleString('en-GB')} of the log`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  const accepted = await (await page.request.get('/api/public/round/RD-SOM-0/instance/solution')).text()
  await page.goto('/rounds/RD-SOM-0/match')
  await page.getByLabel('Match, as JSON').fill(accepted)
  await page.getByRole('button', { name: 'Check this match' }).click()
  await page.getByRole('heading', { level: 1, name: 'This is the accepted match' }).waitFor()
  await page.goBack()
  await page.getByLabel('Match, as JSON').fill('not a match')
  await page.getByRole('button', { name: 'Check this match' }).click()
  await page.getByText('The match must be JSON with projects, requirements and flows').waitFor()
  await context.close()
})
