import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { sql } from 'kysely'
import { BOOKABLE_ACCOUNTS, type BookableAccount } from '#domain/money/bookings/account-booking'
import { camtOf, type TestEntry, uploadStatement } from '../http/camt.ts'
import { act, OWN_ACCOUNT } from '../http/paying.ts'
import type { World } from '../http/world.ts'

const lineIdOf = async ({ store }: World, reference: string): Promise<string> => {
  const { rows } = await sql<{
    id: string
  }>`select id from bank_line where bank_reference = ${reference}`.execute(store.db)
  return rows[0]!.id
}

/**
 * Posts drawn bank lines to every account, in both directions, some of them in two parts, takes some bookings back, and posts some of
 * these again. Olga uploads, and Otto posts. Returns how many bookings stand, were refused because a fund holds less, and were taken back.
 */
export const postToAccounts = async (world: World, r: RandomNumberGenerator) => {
  const counts = { posted: 0, refused: 0, takenBack: 0 }
  const drawn = Array.from({ length: 5 }, (_, nth) =>
    BOOKABLE_ACCOUNTS.map(account => ({
      ...{ account, reference: `ACC-${account}-${nth}` },
      amount: account === 'bankInterest' || r.chance(0.3) ? r.whole(2, 90_000) : -r.whole(2, 90_000),
    })),
  ).flat()
  const entries = drawn.map(({ reference, amount }): TestEntry => ({
    ...{ reference, amount: (amount / 100).toFixed(2), bookedOn: r.pick(['2026-03-29', '2026-06-30']) },
  }))
  await uploadStatement(world, camtOf(OWN_ACCOUNT, entries))
  const post = async (id: string, account: BookableAccount, pence: number) => {
    const url = `/api/bank-line/${id}/action/PostBankLine`
    const values = { account, amount: pence / 100, note: `For ${account}` }
    const { status, said } = await act(world, 'otto', url, values)
    if (status === 200) counts.posted += 1
    else if (status === 422 && said.includes('is in the account')) counts.refused += 1
    else throw new Error(`${url}: ${status} ${said}`)
    return status === 200
  }
  for (const { account, reference, amount } of drawn) {
    const id = await lineIdOf(world, reference)
    const whole = Math.abs(amount)
    const part = r.chance(0.3) ? r.whole(1, whole - 1) : whole
    const isPosted = await post(id, account, part)
    if (isPosted && part < whole) await post(id, 'transfers', whole - part)
    if (!isPosted || !r.chance(0.3)) continue
    const back = await act(world, 'otto', `/api/bank-line/${id}/action/TakeBookingBack`, { reason: 'Wrong' })
    // A refund to a fund may have been spent since.
    if (back.status !== 200) {
      if (!back.said.includes('has been paid for checks since')) throw new Error(back.said)
      continue
    }
    counts.takenBack += 1
    if (r.chance(0.5)) await post(id, 'vat', whole)
  }
  return counts
}
