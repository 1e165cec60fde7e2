import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountsView } from '#contract/money/money'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { camtOf, uploadStatement } from './camt.ts'
import { OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
})
afterAll(() => world.close())

const comparison = async (query = '', who = 'olga') =>
  (await world.ask(who, `/api/accounts${query}`)).json<AccountsView>().bank
const csv = (...rows: string[]) =>
  ['Booking date,Amount,Currency,Name,Reference,Line id,Closing balance,Closing date', ...rows, ''].join('\n')

it('is there once a statement says a closing balance, and the difference is what was there before', async () => {
  await uploadStatement(world, camtOf(OWN_ACCOUNT, [{ amount: '1.00', reference: 'A0' }]))
  expect(await comparison()).toBeNull()
  const march = [{ amount: '250.00', reference: 'A1', bookedOn: '2026-03-30' }]
  const content = camtOf(OWN_ACCOUNT, march, ['1000.00', '1250.00']).replaceAll(
    '<Dt><Dt>2026-05-29</Dt></Dt></Bal>',
    '<Dt><Dt>2026-03-31</Dt></Dt></Bal>',
  )
  await uploadStatement(world, content)
  expect(await comparison()).toEqual({
    ...{ on: '2026-03-31', stated: 1_250, booked: 250, difference: 1_000 },
    ...{ notInBooks: 0, unallocated: 250 },
  })
  expect(await comparison('?until=2026-03-30')).toBeNull()
  expect(await comparison('', 'bob')).toBeNull()
})

it('agrees once the opening balance is entered as a line of the day before', async () => {
  await uploadStatement(world, csv('2026-02-28,1000.00,GBP,,Opening balance,OPENING,,'))
  expect(await comparison('?until=2026-03-31')).toMatchObject({ booked: 1_250, difference: 0 })
})

it('is of the latest day in the period, also from CSV, and names lines that are not in the books', async () => {
  await uploadStatement(world, csv('2026-04-02,-50.00,GBP,Bank,Charges,A2,1200.00,2026-04-30'))
  expect(await comparison('?until=2026-03-31')).toMatchObject({ on: '2026-03-31', stated: 1_250 })
  expect(await comparison()).toMatchObject({ on: '2026-04-30', stated: 1_200, difference: 0 })
  await sql`insert into bank_line (id, account, bank_reference, booked_on, amount, currency, is_return, is_in_books, rest, status, uploaded_by, uploaded_at)
    select 'not-in-books', account, 'NOT', '2026-04-01', -700, 'GBP', false, false, -700, 'Waiting', uploaded_by, uploaded_at
    from bank_line where bank_reference = 'A2'`.execute(world.store.db)
  expect(await comparison()).toMatchObject({ difference: 0, notInBooks: -7 })
})

it('refuses a closing balance without its day', async () => {
  const content = csv('2026-05-02,-50.00,GBP,Bank,Charges,A3,1150.00,')
  await expect(uploadStatement(world, content)).rejects.toThrow('Closing date must be a date')
})

it('leaves books that the integrity check accepts, and a line whose balance no one changes', async () => {
  const { differences } = await world.store.db
    .transaction()
    .execute(trx => runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck]))
  expect(differences).toEqual([])
  await expect(
    sql`update bank_line set closing_balance = 0 where closing_on is not null`.execute(world.store.db),
  ).rejects.toMatchObject({ code: '42501' })
})
