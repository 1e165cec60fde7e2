import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListPage } from '#contract/kit/resource'
import type { RequirementRow, RequirementView } from '#contract/requirement/requirement'
import { openCompletePage, themesForWidth, PAGE_WIDTHS, findPageProblems } from './pages.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
let number: string
beforeAll(async () => {
  market = await openDemonstration()
  browser = await openBrowser()
  const { page } = await openSignedInPage(browser, market.url, 'operator')
  const get = async <T>(path: string): Promise<T> => (await page.request.get(`${market.url}${path}`)).json()
  const { items } = await get<ListPage<RequirementRow>>('/api/requirements?status=CreditsIssued')
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

test.concurrent.each(PAGE_WIDTHS)(
  'certificates and their verification pages have no axe violations or sideways scrolling %i pixels wide',
  async width => {
    const context = await browser.newContext({ baseURL: market.url, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const faults: string[] = []
    for (const path of [
      ...['/verify', '/verify?number=ABC', '/verify?trouble=large', `/verify/${number}`],
      ...[`/certificates/${number}`, `/verify/file?sha256=${'0'.repeat(64)}&number=${number}`],
    ]) {
      await openCompletePage(page, path)
      faults.push(...(await findPageProblems(page, path, themesForWidth(width))))
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each([
  ['hashes it in the browser, and sends no file', true],
  ['uploads it without storing it when there are no scripts', false],
])('picking a certificate file %s', async (_what, javaScriptEnabled) => {
  const context = await browser.newContext({ baseURL: market.url, javaScriptEnabled })
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', request => sent.push(request.method()))
  const pdf = await (await page.request.get(`/certificates/${number}.pdf`)).body()
  const judge = async (buffer: Buffer) => {
    await page.goto('/verify')
    await page
      .getByLabel(/Choose a certificate \(PDF or JSON\)/)
      .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })
    await page.getByRole('button', { name: 'Verify the file' }).click()
  }
  await judge(pdf)
  await page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
  await page.getByText(`exactly the one that the market issued as ${number}`).waitFor()
  const changed = Buffer.from(pdf)
  changed[changed.length - 40] = (changed[changed.length - 40] ?? 0) ^ 1
  await judge(changed)
  await page.getByRole('heading', { name: 'This file has been changed' }).waitFor()
  expect(sent.includes('POST')).toBe(!javaScriptEnabled)
  await context.close()
})

test('a typed certificate number is checked, and an error explained', async () => {
  const context = await browser.newContext({ baseURL: market.url })
  const page = await context.newPage()
  await page.goto('/verify')
  const field = page.getByLabel('Certificate number')
  await field.fill(number.slice(0, -1))
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('is not a certificate number').waitFor()
  await page.getByLabel('Certificate number').fill(number.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
  await context.close()
})
