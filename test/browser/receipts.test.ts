import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListOf } from '#contract/resource'
import type { ActivityItem } from '#contract/subject'
import { publishMatchOf } from '../builders/publishing.ts'
import { until } from '../builders/world.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openBrowser, openCopy, signedIn } from './product.ts'

let market: Awaited<ReturnType<typeof openCopy>>
let browser: Browser
let receipt: string
const folder = mkdtempSync(join(tmpdir(), 'credit-market-receipts-'))

beforeAll(async () => {
  market = await openCopy()
  await publishMatchOf(market.connection, 'RD-SOM-0')
  browser = await openBrowser()
  const { page } = await signedIn(browser, market.url, 'sedgewhistle.su01')
  const get = async (path: string) => (await page.request.get(path)).text()
  const { items } = JSON.parse(
    await get('/api/activity?subjectType=project&subjectId=P101'),
  ) as ListOf<ActivityItem>
  const { id } = items.find(({ action }) => action === 'SetOffer')!
  receipt = await until('a checkpoint covers the offer', async () => {
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

const PROVED = 'Proved: the log holds this entry as it stands in the receipt'

test('/verify proves a receipt, tells a changed one, completes one, and knows a checkpoint', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', request => sent.push(request.method()))
  await page.goto('/verify')
  await page
    .getByLabel(/A certificate \(PDF or JSON\), a receipt/)
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) })
  await page.getByRole('button', { name: 'Verify the file' }).click()
  await page.getByRole('heading', { level: 2, name: PROVED }).waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page)).toEqual([])
  }
  await paste(page, receipt.replace('Set offer', 'Set other'), 'This receipt does not hold')
  await page.getByText('The entry is not what its hash was made of').waitFor()
  const { proof: _, ...bare } = JSON.parse(receipt) as { proof: object }
  await paste(page, JSON.stringify(bare), PROVED)
  await page.getByRole('link', { name: 'Save the receipt with its proof' }).waitFor()
  const note = await (await page.request.get('/log/checkpoint')).text()
  await paste(page, `Dear all,\n\n${note}\n-- \nA market`, 'This checkpoint is signed by the market')
  expect(sent).not.toContain('POST')
  await context.close()
})

test('the page that is saved does so from a folder, without a network, and by other keys if they are told', async () => {
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
  await paste(page, receipt.replace('Set offer', 'Set other'), 'This receipt does not hold')
  await page.getByLabel('Keys of the log and of witnesses').fill('')
  await paste(page, receipt, 'This receipt does not hold')
  await page.getByText('No key of this market that is known here has signed the checkpoint').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a published match is checked in the browser, a receipt leads to its line, and the accepted match is not better than itself', async () => {
  const { page: owner } = await signedIn(browser, market.url, 'sedgewhistle.su01')
  const get = async (path: string) => (await owner.request.get(path)).text()
  const { items } = JSON.parse(
    await get('/api/activity?subjectType=project&subjectId=P001'),
  ) as ListOf<ActivityItem>
  const offered = items.find(({ action }) => action === 'SetOffer')!
  const own = await get(`/api/activity-item/${offered.id}/receipt`)
  await owner.context().close()

  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  await page.goto('/rounds/RD-SOM-0/match')
  await page.getByRole('link', { name: 'Check it in this browser' }).click()
  await page
    .getByLabel(/Choose your receipt/)
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(own) })
  await page.getByRole('heading', { level: 2, name: /^Your line is offer-\d+\. It won\.$/ }).waitFor()
  await page.getByText('The project won: it receives all it asked for').waitFor()
  await page.locator('#verdict[data-verdict="good"]').waitFor()
  // By the number that the entry has on every other page.
  const { seq } = JSON.parse(JSON.parse(own).entry) as { seq: number }
  await page.getByText(`It is entry ${seq.toLocaleString('en-GB')} of the log`).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const accepted = await (await page.request.get('/api/public/round/RD-SOM-0/instance/solution')).text()
  await page.goto('/rounds/RD-SOM-0/match')
  await page.getByLabel('The match, as JSON').fill(accepted)
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('heading', { level: 1, name: 'This is the accepted match' }).waitFor()
  await page.goBack()
  await page.getByLabel('The match, as JSON').fill('not a match')
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('It is no JSON with projects, requirements and flows').waitFor()
  await context.close()
})
