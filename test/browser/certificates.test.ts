import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListOf } from '#contract/resource'
import type { RequirementRow, RequirementView } from '#contract/requirement'
import { settled, themesAt, WIDTHS, wrongWith } from './pages.ts'
import { openBrowser, openCopy, signedIn } from './product.ts'

let market: Awaited<ReturnType<typeof openCopy>>
let browser: Browser
let number: string
beforeAll(async () => {
  market = await openCopy()
  browser = await openBrowser()
  const { page } = await signedIn(browser, market.url, 'operator')
  const get = async <T>(path: string): Promise<T> => (await page.request.get(`${market.url}${path}`)).json()
  const { items } = await get<ListOf<RequirementRow>>('/api/requirements?status=CreditsIssued')
  const { certificates } = await get<RequirementView>(`/api/requirement/${items[0]!.id}`)
  number = certificates.find(({ kind }) => kind === 'issue')!.number
  await page.goto(`/credit-requirements/${items[0]!.id}`)
  await page.getByRole('link', { name: 'Certificate of issue', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Certificate of issue' }).waitFor()
  await page.context().close()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

test.concurrent.each(WIDTHS)(
  'axe finds nothing on certificates and on what verifies them %i pixels wide, and nothing runs off the side',
  async width => {
    const context = await browser.newContext({ baseURL: market.url, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const faults: string[] = []
    for (const path of [
      ...['/verify', '/verify?number=ABC', '/verify?trouble=large', `/verify/${number}`],
      ...[`/certificates/${number}`, `/verify/file?sha256=${'0'.repeat(64)}&number=${number}`],
    ]) {
      await settled(page, path)
      faults.push(...(await wrongWith(page, path, themesAt(width))))
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each([
  ['hashes it where it is, and sends no file', true],
  ['sends it to be looked at and forgotten where there are no scripts', false],
])('whoever chooses the file of a certificate %s', async (_what, javaScriptEnabled) => {
  const context = await browser.newContext({ baseURL: market.url, javaScriptEnabled })
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', request => sent.push(request.method()))
  const pdf = await (await page.request.get(`/certificates/${number}.pdf`)).body()
  const judge = async (buffer: Buffer) => {
    await page.goto('/verify')
    await page
      .getByLabel(/A certificate \(PDF or JSON\)/)
      .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })
    await page.getByRole('button', { name: 'Verify the file' }).click()
  }
  await judge(pdf)
  await page.getByRole('heading', { name: 'This certificate holds' }).waitFor()
  await page.getByText(`byte for byte, what the market handed out as ${number}`).waitFor()
  const changed = Buffer.from(pdf)
  changed[changed.length - 40] = (changed[changed.length - 40] ?? 0) ^ 1
  await judge(changed)
  await page.getByRole('heading', { name: 'This file has been changed' }).waitFor()
  expect(sent.includes('POST')).toBe(!javaScriptEnabled)
  await context.close()
})

test('whoever has the number types it, and is told what is wrong with it', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  await page.goto('/verify')
  const field = page.getByLabel('Number of the certificate')
  await field.fill(number.slice(0, -1))
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('is not the number of a certificate').waitFor()
  await page.getByLabel('Number of the certificate').fill(number.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This certificate holds' }).waitFor()
  await context.close()
})
