import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListPage } from '#contract/kit/resource'
import type { MatchReview } from '#contract/round/match'
import type { CreditRow } from '#contract/credit/credit'
import type { ProjectRow, ProjectView } from '#contract/project/project'
import type { RequirementRow } from '#contract/requirement/requirement'
import type { ProposalRow } from '#contract/desk/proposal'
import type { QueueView } from '#contract/desk/queue'
import type { ResultView } from '#contract/round/result'
import { showMoney } from '@credit-market/values/money'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { findAxeViolations } from './axe.ts'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

const PATIENCE = { timeout: 20_000 }

const ROUND = '/markets/MK-SOM/round/RD-SOM-1'

let product: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser

beforeAll(async () => {
  product = await openDemonstration()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const get = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(path)).json()) as T

/** Confirms a binding act after its preview; the result stays until it is dismissed. */
const confirmIn = async (
  page: Page,
  button: string,
  { verb, says, done, next }: { verb: string; says: RegExp; done: string; next: string },
): Promise<void> => {
  await page.getByRole('link', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(says).waitFor(PATIENCE)
  expect(await dialog.getByText('Correct the errors').count()).toBe(0)
  await dialog.getByRole('checkbox').check({ force: true })
  await dialog.getByRole('button', { name: verb }).click()
  await dialog.getByRole('heading', { name: done }).waitFor(PATIENCE)
  await dialog.getByText(/^Entry \d+ of the activity log$/).waitFor(PATIENCE)
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: next }).waitFor()
  // A finished task is not offered again.
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await dialog.count()).toBe(0)
}

test('an operator matches, reviews and settles the Somerset round of the demonstration', async () => {
  const { page, complaints } = await openSignedInPage(browser, product.url, 'operator')
  await page.goto('/')
  await page.getByRole('link', { name: 'Markets', exact: true }).first().click()
  // The home page, while it is still shown, has links that begin alike.
  const market = { name: 'Somerset Levels Nature Market (demonstration)', exact: true }
  await page.getByRole('link', market).first().click()
  await page
    .getByRole('heading', { level: 1, name: 'Somerset Levels Nature Market (demonstration)' })
    .waitFor()
  await page.getByRole('link', { name: 'Round 1' }).first().click()
  await page.waitForURL(address => address.pathname === ROUND)
  await page.getByRole('heading', { level: 1, name: 'Round 1' }).waitFor()
  await page.getByText('Closed for bids and offers').first().waitFor()
  const projects = await get<ListPage<ProjectRow>>(
    page,
    '/api/projects?marketRoundId=RD-SOM-1&status=Offered&limit=200',
  )
  const requirements = await get<ListPage<RequirementRow>>(
    page,
    '/api/requirements?marketRoundId=RD-SOM-1&status=Bid&limit=200',
  )
  expect([projects.total, requirements.total]).toEqual([21, 27])

  await confirmIn(page, 'Match offers and bids', {
    verb: 'Start matching',
    says: /^21 offers and 27 bids go into the match$/,
    done: 'Matching has started',
    next: 'Review the match when it is ready',
  })
  // The progress, unless the match is already done.
  const found = page.getByRole('link', { name: 'Review matches' }).first()
  await page.getByRole('progressbar').or(found).first().waitFor()
  await found.waitFor({ timeout: 170_000 })

  await page.goto(`${ROUND}/review`)
  await page.getByRole('heading', { level: 1, name: 'Review matches' }).waitFor()
  const review = await get<MatchReview>(page, '/api/round/RD-SOM-1/match-review')
  expect(review.match.proven).toBe(true)
  const pence = (pounds: number) => Math.round(pounds * 100)
  expect(review.match.organisations.reduce((sum, { payment }) => sum + pence(payment), 0)).toBe(0)
  expect(review.match.organisations.reduce((sum, { share }) => sum + pence(share), 0)).toBe(
    pence(review.match.surplus),
  )
  for (const item of review.requirements.filter(({ won }) => won))
    expect(pence(item.payment), item.name).toBeLessThanOrEqual(pence(item.amount))
  for (const item of review.projects.filter(({ won }) => won))
    expect(-pence(item.payment), item.name).toBeGreaterThanOrEqual(pence(item.amount) + pence(item.costs))
  const aWinner = review.projects.find(({ won }) => won)
  if (!aWinner) throw new Error('No one won')
  await page.getByRole('link', { name: aWinner.name }).first().waitFor()

  const payers = review.requirements.filter(({ won }) => won)
  const paid = showMoney(
    payers.reduce((sum, { payment }) => sum + pence(payment), 0),
    true,
  )
  const receivers = review.projects.filter(({ won }) => won)
  await confirmIn(page, 'Accept match', {
    verb: 'Accept and settle',
    says: new RegExp(
      `^${payers.length} credit requirements pay ${paid} to ${receivers.length} projects, and \\d+ emails are sent$`,
    ),
    done: 'The match has been accepted, and the round is settled',
    next: 'Open the work queue',
  })
  await expect
    .poll(async () => (await get<{ status: string }>(page, '/api/round/RD-SOM-1')).status, PATIENCE)
    .toBe('Settled')
  await page.goto(ROUND)
  await page.getByText('Settled').first().waitFor()

  await page.goto(`/projects/${aWinner.id}`)
  await page.getByRole('heading', { level: 1, name: aWinner.name }).waitFor()
  const project = await get<ProjectView>(page, `/api/project/${aWinner.id}`)
  expect(project.status).toBe('Matched')
  expect(project.result?.payment).toBe(aWinner.payment)
  for (const service of project.services) {
    const credits = project.settled.filter(credit => credit.creditType === service.creditType)
    expect(credits.length, service.creditType).toBeGreaterThan(0)
  }
  const statuses = new Set(
    (await get<ListPage<CreditRow>>(page, '/api/credits?marketRoundId=RD-SOM-1&limit=200')).items.map(
      ({ status }) => status,
    ),
  )
  // A losing service keeps its credits as before the offer; one that was never certified has draft credits.
  expect([...statuses].toSorted()).toEqual(['Draft', 'None', 'RightsCreated', 'Unused'])
  const won = review.requirements.filter(item => item.won).map(item => item.id)
  const settled = await get<ListPage<RequirementRow>>(
    page,
    '/api/requirements?marketRoundId=RD-SOM-1&limit=200',
  )
  for (const { id, status } of settled.items.filter(item =>
    requirements.items.some(bid => bid.id === item.id),
  ))
    expect(status, id).toBe(won.includes(id) ? 'RightsCreated' : 'Unmatched')
  expect(complaints).toEqual([])
})

test('an offer is made after its preview, and its receipt stays visible', async () => {
  const { page, complaints } = await openSignedInPage(browser, product.url, 'fallowmarten.su22')
  await page.goto('/projects/P207?action=SetOffer')
  const dialog = page.getByRole('dialog')
  const offer = dialog.getByRole('textbox', { name: 'Offer' })
  const make = dialog.getByRole('button', { name: 'Make this offer' })
  const sheet = dialog.getByRole('region', { name: 'What will happen' })
  await offer.fill('65000')
  for (const box of await dialog.getByRole('checkbox').all()) await box.check({ force: true })
  await sheet.getByText('£65,000').waitFor(PATIENCE)
  await sheet.getByText(/^Your offer is binding\./).waitFor()
  await offer.focus()
  await offer.fill('66000')
  // A preview for another amount is outdated: it is requested again.
  expect(await make.getAttribute('aria-disabled')).toBe('true')
  await sheet.getByText('£66,000').waitFor(PATIENCE)
  await sheet.getByText(/^£[\d.]+ per unit$/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await make.click()
  await dialog.getByRole('region', { name: 'What was done' }).getByText('£66,000').waitFor(PATIENCE)
  await dialog.getByRole('link', { name: /^Save receipt [0-9a-f]{8}$/ }).waitFor(PATIENCE)
  expect((await get<ProjectView>(page, '/api/project/P207')).offer).toBe(66_000)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('an operator works through the queue: by keyboard, one after the other, and many at once with a folder of files', async () => {
  const { page, complaints } = await openSignedInPage(browser, product.url, 'operator')
  // The operator’s proposal waits for approval until it is withdrawn.
  const { items: proposals } = await get<ListPage<ProposalRow>>(page, '/api/proposals?status=Waiting')
  for (const { id } of proposals)
    await page.request.post(`/api/proposal/${id}/action/WithdrawProposal`, {
      data: { values: { confirmed: true } },
    })
  await page.goto('/')
  await page.getByRole('link', { name: /projects wait to be contracted/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Work queue' }).waitFor()
  await page.goto('/queue?act=requirement.AllocateRights')
  const boxes = page.locator('.queue-row input')
  await boxes.first().waitFor()
  for (const key of ['j', 'x', 'j', 'Shift+X']) await page.keyboard.press(key)
  expect(await boxes.evaluateAll(all => all.filter(box => (box as HTMLInputElement).checked).length)).toBe(2)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')

  const dialog = page.getByRole('dialog')
  const title = async () => (await dialog.getByRole('heading').first().innerText()).trim()
  await boxes.first().focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox').waitFor()
  const first = await title()
  await dialog.getByRole('checkbox').check({ force: true })
  await dialog.locator('button[type=submit]').click()
  await expect.poll(async () => (await dialog.count()) === 1 && title(), PATIENCE).not.toBe(first)
  expect(await title()).toMatch(/^Allocate rights: /)
  await dialog.getByText(/^Entry \d+ of the activity log$/).waitFor(PATIENCE)
  await dialog.getByRole('link', { name: first.replace('Allocate rights: ', '') }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  const act = 'project.SetNatureBasedAgreement'
  const { items } = await get<QueueView>(page, `/api/queue?act=${act}&marketRoundId=RD-SOM-1`)
  const paper = (name: string) => ({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: demonstrationDocumentFor(name).bytes,
  })
  await page.goto(`/queue?act=${act}&marketRoundId=RD-SOM-1`)
  await page.getByRole('button', { name: 'Do all that can be done' }).click()
  const [left, ...placed] = items
  await dialog
    .locator('[data-files=many]')
    .setInputFiles([
      ...placed.map(({ id, name }, at) => paper(at % 2 ? `${id} signed` : name)),
      paper('holiday'),
    ])
  await dialog.getByText(`${placed.length} of ${items.length} have a file; 1 file is not matched`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  // Files without a match are assigned by hand.
  await dialog.getByRole('combobox', { name: left?.name }).selectOption('holiday.pdf')
  await dialog.getByRole('button', { name: `Set nature-based agreement: ${items.length} projects` }).click()
  await page.getByText(`All ${items.length} are done`).waitFor(PATIENCE)
  expect(await findAxeViolations(page)).toEqual([])

  // Impossible items are listed with the reason.
  await page.goto('/queue?act=project.Contract&marketRoundId=RD-SOM-1')
  await page.getByRole('button', { name: 'Do all that can be done' }).click()
  await dialog.getByRole('checkbox').check({ force: true })
  // The act is binding: it needs a preview first.
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Nothing has been done yet.').waitFor(PATIENCE)
  await dialog.getByRole('button', { name: /^Contract: / }).click()
  await page.getByText(/ of \d+ done, \d+ not done/).waitFor(PATIENCE)
  await page
    .getByText('Give the reference of the section 106 agreement or covenant, or file the deed')
    .first()
    .waitFor()
  await page.getByRole('link', { name: /^Continue with Set section 106 agreement/ }).waitFor()
  expect(complaints).toEqual([])
})

test('after settlement a supplier sees only its own result', async () => {
  const { page } = await openSignedInPage(browser, product.url, 'larkhanger.su02')
  const mine = await get<ListPage<ProjectRow>>(page, '/api/projects?marketRoundId=RD-SOM-1')
  expect(mine.items.map(({ supplier }) => supplier.name)).toEqual(mine.items.map(() => 'Larkhanger Estate'))
  await page.goto('/projects/P103')
  await page.getByRole('heading', { level: 1, name: 'Larkhanger Arable Reversion' }).waitFor()
  await page.getByText('share of the surplus').first().waitFor()
  expect((await page.request.get('/api/project/P101')).status()).toBe(404)
  expect((await page.request.get('/api/round/RD-SOM-1/match-review')).status()).toBe(404)
})

test.each([
  ['a supplier', 'larkhanger.su02', 'SU02', 'You receive', 'To receive'],
  ['a buyer', 'alba.bu01', 'BU01', 'You pay', 'To pay'],
])(
  'after settlement %s finds what it won, and the total to the penny, one click from signing in',
  async (_, username, organisationId, said, total) => {
    const { page, complaints } = await openSignedInPage(browser, product.url, username)
    await page.goto('/')
    const card = page.getByRole('listitem').filter({ hasText: 'Round 1, accepted' })
    await card.getByRole('link', { name: 'See your result' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your result' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/results/RD-SOM-1')
    const result = await get<ResultView>(page, '/api/round/RD-SOM-1/result')
    expect(result.organisation.id).toBe(organisationId)
    expect(result.items.some(({ won }) => won)).toBe(true)
    const amount = showMoney(Math.round(Math.abs(result.payment) * 100), true)
    await page.getByText(new RegExp(`${said} ${amount.replaceAll('.', '\\.')}[.:]`)).waitFor()
    expect(await page.getByRole('row', { name: total }).getByRole('cell').innerText()).toBe(amount)
    const statement = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    expect((await statement).suggestedFilename()).toMatch(/^result-.*\.html$/)
    await page.goto('/')
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await card.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)
