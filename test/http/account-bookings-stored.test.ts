import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bypassGuards } from '../builders/tamper.ts'
import { findMoneyFaults, startBookings } from './booking-world.ts'

let its: Awaited<ReturnType<typeof startBookings>>

describe('the database of bookings to accounts', () => {
  beforeAll(async () => {
    its = await startBookings('operator')
    await its.both('BACK', 'compliance', 500)
    await its.both('VAT', 'vat', 1_000)
  })
  afterAll(() => its.world.close())

  const insert = (id: string, lineId: string, purpose: string, amount: number, more = 'null') =>
    sql`insert into account_booking (id, bank_line_id, purpose, amount, note, reverses_id, booked_by, approved_by, booked_at)
      values (${id}, ${lineId}, ${purpose}, ${amount}, 'note', ${sql.raw(more)}, 'olga', 'otto', now())`

  it.each(['update account_booking set amount = amount + 1', 'delete from account_booking'])(
    'refuses: %s',
    async text => {
      await expect(sql.raw(text).execute(its.world.store.db)).rejects.toMatchObject({ code: '42501' })
    },
  )

  it.each([
    ['more than the fund holds', 'BILL', 'compliance', -60_000, 'account_booking_fits_its_fund'],
    ['the other direction', 'BILL', 'vat', 1, 'account_booking_fits_its_line'],
    ['interest that goes out', 'BILL', 'bankInterest', -1, 'account_booking_of_interest_comes_in'],
    ['a line in another currency', 'EURO', 'vat', 1, 'account_booking_fits_its_line'],
    ['more than is left of the line', 'BILL', 'vat', -60_001, 'bank_line_adds_up'],
    ['an account that follows from matches', 'BILL', 'operator', -1, 'account_booking_purpose_check'],
  ])('refuses a booking of %s', async (_, reference, purpose, amount, constraint) => {
    const lineId = await its.idOf(reference)
    await expect(insert('wrong', lineId, purpose, amount).execute(its.world.store.db)).rejects.toMatchObject({
      constraint,
    })
  })

  it('refuses who uploaded the line as approver, and a reversal of something else', async () => {
    const lineId = await its.idOf('BILL')
    const own = sql`insert into account_booking (id, bank_line_id, purpose, amount, note, booked_by, approved_by, booked_at)
      values ('own', ${lineId}, 'vat', -1, 'note', 'otto', 'olga', now())`
    await expect(own.execute(its.world.store.db)).rejects.toMatchObject({
      constraint: 'account_booking_is_approved_by_another',
    })
    const other = '(select id from account_booking where purpose = $$vat$$)'
    await expect(
      insert('other', lineId, 'vat', 100_000, other).execute(its.world.store.db),
    ).rejects.toMatchObject({
      constraint: 'account_booking_fits_its_line',
    })
  })

  it('lets one of several bookings at once take what the line and the fund have', async () => {
    const [bill, fee] = [await its.idOf('BILL'), await its.idOf('FEE')]
    const take = (id: string, lineId: string, purpose: string, amount: number) =>
      its.world.store.db.transaction().execute(async trx => {
        await insert(id, lineId, purpose, amount).execute(trx)
        await sql`update bank_line set rest = rest - ${amount}, status = case when rest = ${amount} then 'Booked' else 'Waiting' end
          where id = ${lineId}`.execute(trx)
      })
    const settled = async (...takes: Promise<void>[]) =>
      (await Promise.allSettled(takes)).map(({ status }) => status).toSorted()
    expect(
      await settled(
        take('P1', fee, 'bankCharges', -1_250),
        take('P2', fee, 'vat', -1_250),
        take('P3', fee, 'transfers', -1_250),
      ),
    ).toEqual(['fulfilled', 'rejected', 'rejected'])
    await its.upload({ amount: '-400.00', reference: 'BILL2' })
    const second = await its.idOf('BILL2')
    expect(
      await settled(take('P4', bill, 'compliance', -40_000), take('P5', second, 'compliance', -40_000)),
    ).toEqual(['fulfilled', 'rejected'])
    expect(await its.faults()).toEqual([])
  })

  it.each([
    [
      'another amount in the entry',
      `update money_posting set amount = amount * 2 where entry_id like 'booking %'`,
      /^account_booking \S+ differs from the books/,
    ],
    [
      'another date of the entry of a booking',
      `update money_entry set accounting_date = accounting_date + 40 where kind = 'booking'`,
      /^money_entry booking \S+ has another date than its bank line/,
    ],
    [
      'the day of the upload in place of the date of the bank',
      `update money_entry set accounting_date = (at at time zone 'Europe/London')::date where kind = 'bank'`,
      /^money_entry bank \S+ has another date than its bank line/,
    ],
    [
      'a booking that is gone',
      `delete from account_booking where purpose = 'vat'`,
      /^money_entry booking \S+ has no booking of a bank line/,
    ],
    [
      'an approver who uploaded the line',
      `update account_booking set approved_by = 'olga'`,
      /^account_booking \S+ is not approved by someone other/,
    ],
    [
      'a booking of another line',
      `update account_booking set bank_line_id = (select id from bank_line where bank_reference = 'GROSS') where amount < 0`,
      /^account_booking \S+ does not fit its bank line/,
    ],
    [
      'a fund that has paid more than it held',
      `update money_posting set amount = 70000 where account_id = 'compliance' and amount < 0`,
      /^money_account compliance has paid more than it held/,
    ],
    [
      'a booking of another amount',
      `update account_booking set amount = amount - 1 where purpose = 'vat'`,
      /^bank_line \S+ is not the sum of its payments, its bookings and its rest/,
    ],
  ])('has an integrity check that finds %s', async (_, statement, named) => {
    const undo = new Error('undone')
    const found: string[] = []
    const tampered = its.world.store.db.transaction().execute(async trx => {
      await bypassGuards(trx, statement)
      found.push(...(await findMoneyFaults(its.world, trx)))
      throw undo
    })
    await expect(tampered).rejects.toBe(undo)
    expect(found).toContainEqual(expect.stringMatching(named))
  })
})
