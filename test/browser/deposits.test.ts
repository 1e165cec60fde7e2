import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { findAxeViolations } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock('127.0.0.1', { REQUIRE_STEP_UP: 'off' })
  const { db } = door.store
  await sql`alter table payment_terms disable trigger payment_terms_are_final`.execute(db)
  await sql`update payment_terms set deposit = 250000 where round_id = 'bidding'`.execute(db)
  await sql`alter table payment_terms enable always trigger payment_terms_are_final`.execute(db)
  await sql`update round set bids_close = '2031-10-25T12:00:00Z' where id = 'bidding'`.execute(db)
  await sql`update requirement set status = 'Bid', bid_at = now() where id = 'homes'`.execute(db)
})
afterAll(() => door?.close())

const open = async (path: string) => {
  const page = await door.visitor()
  const value = (await door.cookieOf('bob')).replace('session=', '')
  await page.context().addCookies([{ name: 'session', value, url: door.url }])
  await page.goto(path)
  return page
}

test('the form of a bid says which deposit the round asks for and when to pay it', async () => {
  const page = await open('/credit-requirements/homes?action=SetBid')
  await page
    .getByText('This round asks for a deposit of £2,500.00 for each bid.', { exact: false })
    .filter({ hasText: 'Pay it by 25 Oct 2031.' })
    .waitFor()
  expect(await findAxeViolations(page)).toEqual([])
})

test('the page of the requirement shows the request, and its document names a bidder', async () => {
  await settleAllDeposits.run({ runtime: door.runtime, files: door.files })
  const page = await open('/credit-requirements/homes')
  const section = page.getByRole('region', { name: 'Deposit' })
  await section.getByText('To be paid').waitFor()
  await section.getByRole('link', { name: /^DEP-/ }).click()
  await page.getByText('The deposit is security for a bid').waitFor()
  await page.getByText('Bidder', { exact: true }).waitFor()
  expect(await page.getByText(/^Late by/).count()).toBe(0)
})
