import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '#actions/kit/changes'
import { createEffectContext, SAMPLES } from '../store/samples.ts'
import { setMarketClock } from '../builders/market-clock.ts'
import { findAxeViolations } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { typeDate } from './keys.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock('127.0.0.1', { REQUIRE_STEP_UP: 'off', SECOND_PERSON: 'operator' })
})
afterAll(() => door?.close())

const ROUND = '/markets/levels/round/bidding'
const as = async (userId: string, path: string) => {
  const page = await door.visitor()
  const value = (await door.cookieOf(userId)).replace('session=', '')
  await page.context().addCookies([{ name: 'session', value, url: door.url }])
  await page.goto(path)
  return page
}
const reserve = async () => (await door.store.read.one('round', 'bidding'))?.hasReserve

test('a proposer gives a reason and sees who may approve, and a colleague approves after a preview', async () => {
  const olga = await as('olga', `${ROUND}?action=SetReserveInfo`)
  await olga.getByText('This needs two people.').waitFor()
  expect(await olga.getByText('No one else can approve this yet.').count()).toBe(1)
  expect(await olga.getByRole('link', { name: 'invite a colleague' }).getAttribute('href')).toBe(
    '/operators/operator',
  )
  const olaf = { ...SAMPLES.user, id: 'olaf', username: 'olaf', displayName: 'Olaf Otter' } as const
  const row = { ...olaf, email: 'olaf@x.example', groups: ['admin' as const], organisationId: 'operator' }
  await door.store.transaction(tx => tx.apply([create('user', row)], createEffectContext()))
  const before = await reserve()

  await olga.reload()
  await olga.getByText('Olaf Otter can approve it.').waitFor()
  await olga.getByRole('radio', { name: 'No', exact: true }).check()
  await olga.getByRole('checkbox', { name: 'Agreed with the Environmental Markets Board' }).check()
  await olga
    .getByRole('textbox', { name: 'Why are you proposing this?' })
    .fill('The board has agreed to none')
  expect(await findAxeViolations(olga)).toEqual([])
  await olga.getByRole('button', { name: /^Propose/ }).click()
  await olga.getByRole('link', { name: 'See the proposal' }).click()
  await olga.getByText('You proposed this, so a colleague must approve it: Olaf Otter.').waitFor()
  expect(await reserve()).toBe(before)
  expect(await olga.getByRole('link', { name: 'Approve', exact: true }).count()).toBe(0)

  const second = await as('olaf', '/')
  await second.getByRole('link', { name: /^Decide: Set credit reserve/ }).click()
  await second.getByText('The board has agreed to none').first().waitFor()
  expect(await findAxeViolations(second)).toEqual([])
  await second.goto('/proposals')
  await second.getByRole('checkbox', { name: /^Select Set credit reserve/ }).check()
  expect(await findAxeViolations(second)).toEqual([])
  await second.getByRole('link', { name: /^Set credit reserve/ }).click()
  await second.getByRole('link', { name: 'Approve', exact: true }).click()
  await second.getByRole('heading', { name: 'What will happen' }).waitFor()
  await second.getByRole('button', { name: 'Approve and do it' }).click()
  await second.getByRole('heading', { name: 'What was done' }).waitFor()
  expect(await reserve()).toBe(false)
})

test('bidding times are in London time, and an ambiguous time needs a choice', async () => {
  // Clocks in London go back that night: 01:30 comes at 00:30 and at 01:30 UTC.
  await setMarketClock(door.store.db, '2026-10-23T11:30:00Z')
  await door.store.db
    .updateTable('round')
    .set({ bidsClose: '2026-10-25T00:30:00.000Z' })
    .where('id', '=', 'bidding')
    .execute()
  const fay = await as('fay', '/markets')
  // The clock of the device does not matter.
  await fay.clock.setFixedTime('2031-01-01T00:00:00Z')
  await fay.goto(ROUND)
  await fay.getByText(/^1 day 1[23] hours to go$/).waitFor()
  await fay.getByText('Bids and offers close on Sunday 25 October 2026 at 01:30').first().waitFor()

  const olga = await as('olga', `${ROUND}?action=SetBiddingTimes`)
  const dialog = olga.getByRole('dialog')
  const which = dialog.getByRole('radiogroup', { name: 'Bids and offers close: which 01:30 do you mean?' })
  await which.waitFor()
  expect(await which.getByRole('radio', { name: 'The first one, in summer time' }).isChecked()).toBe(true)
  expect(await findAxeViolations(olga)).toEqual([])
  // In the last night of March clocks go forward, and skip that time.
  await typeDate(olga, dialog, 'Bids and offers close', '280320270130')
  await dialog
    .getByRole('textbox', { name: 'Reason' })
    .or(dialog.getByRole('heading').first())
    .first()
    .click()
  await dialog
    .getByText(/The clocks go forward on 28 Mar 2027, so 01:30 does not exist/)
    .first()
    .waitFor()
  expect(await which.count()).toBe(0)
})
