import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountsView, MoneyView, RoundBooks } from '#contract/money/money'
import type { RoundView } from '#contract/round/round'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { bypassGuards } from '../builders/tamper.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('participation', {
      id: 'farm-settled',
      organisationId: 'farm',
      roundId: 'settled',
      status: 'Registered',
    }),
    sampleRow('agentAuthority', { id: 'auth-3', roundId: 'settled', clientId: 'farm', agentId: 'registrar' }),
  )
})
afterAll(() => world.close())

const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const text = async (who: string, url: string): Promise<string> => (await world.ask(who, url)).body

describe('the books of a settled round', () => {
  it('are one sheet that adds up to zero: the buyer’s payment, the supplier’s proceeds and the operator’s fee', async () => {
    const { items, totals } = await read<RoundBooks>('olga', '/api/round/settled/books')
    const none = {
      due: 0,
      payable: 0,
      maintenance: 0,
      operator: 0,
      compliance: 0,
      performance: 0,
      vat: 0,
      suspense: 0,
      bank: 0,
      unallocated: 0,
      refunds: 0,
      interest: 0,
      ...{ deposits: 0, bankCharges: 0, bankInterest: 0, transfers: 0 },
    }
    expect(items).toEqual([
      {
        item: { kind: 'requirement', id: 'old-homes', name: 'old-homes' },
        party: { id: 'builder', name: 'The builder' },
        amounts: { ...none, due: 155_000 },
      },
      {
        item: { kind: 'project', id: 'old-sedge', name: 'old-sedge' },
        party: { id: 'farm', name: 'The farm' },
        amounts: { ...none, payable: -145_000, operator: -10_000 },
      },
    ])
    expect(totals).toEqual({ ...none, due: 155_000, payable: -145_000, operator: -10_000 })
    expect(await text('olga', '/api/round/settled/books?format=csv')).toContain('\nTotal,,155000,-145000,')
  })

  it('are for the market operator alone', async () => {
    for (const who of ['fay', 'bob', 'amy', 'sue'])
      expect((await world.ask(who, '/api/round/settled/books')).statusCode).toBe(404)
    expect((await world.ask('olga', '/api/round/bidding/books')).statusCode).toBe(404)
  })

  it('show a supplier what it receives for itself and what passes on to others', async () => {
    const money = await read<MoneyView>('fay', '/api/money')
    expect(money).toMatchObject({
      organisation: { id: 'farm', name: 'The farm' },
      isOwn: true,
      organisations: [{ id: 'farm' }],
      ...{ pays: 0, receivesNow: 145_000, receivesLater: 0, forOthers: 10_000 },
    })
    expect(money.rounds).toMatchObject([
      { round: { id: 'settled' }, receivesNow: 145_000, forOthers: 10_000 },
    ])
    expect(money.statement).toMatchObject([
      { purpose: 'payable', item: { id: 'old-sedge' }, debit: 0, credit: 145_000, balance: -145_000 },
    ])
    expect(await text('fay', '/api/money?format=csv')).toMatch(/old-sedge,0,145000,-145000\r\n$/)
  })

  it('show a buyer what it pays, and whoever lost that there is nothing', async () => {
    const { pays, statement } = await read<MoneyView>('bob', '/api/money')
    expect([pays, statement.map(({ debit }) => debit)]).toEqual([155_000, [155_000]])
    expect(await read('eve', '/api/money')).toMatchObject({
      ...{ pays: 0, receivesNow: 0, receivesLater: 0, forOthers: 0, rounds: [], statement: [] },
    })
  })

  it('show no one the money of another organisation but the market operator', async () => {
    expect((await world.ask('bob', '/api/money?organisationId=farm')).statusCode).toBe(404)
    // The agency acts for the farm in another round only.
    expect((await world.ask('amy', '/api/money?organisationId=farm')).statusCode).toBe(404)
    const { organisations, receivesNow } = await read<MoneyView>('olga', '/api/money?organisationId=farm')
    expect([organisations.map(({ id }) => id), receivesNow]).toEqual([['builder', 'farm'], 145_000])
  })

  it('show an agent the money of its client in the rounds in which it makes offers or bids for it', async () => {
    expect(await read('rex', '/api/money')).toMatchObject({
      ...{ organisation: { id: 'farm' }, isOwn: false, organisations: [{ id: 'farm' }] },
      receivesNow: 145_000,
    })
    expect(await read('amy', '/api/money')).toMatchObject({ organisation: { id: 'agency' }, statement: [] })
  })

  it('list all accounts for the market operator, and for others their own', async () => {
    const all = await read<AccountsView>('olga', '/api/accounts')
    expect(all.accounts.map(({ id, balance }) => [id, balance])).toEqual([
      ['due builder', 155_000],
      ['payable farm', -145_000],
      ['operator', -10_000],
    ])
    expect(all.rounds).toMatchObject([{ round: { id: 'settled' }, paid: 155_000 }])
    const own = await read<AccountsView>('bob', '/api/accounts')
    expect([own.accounts.map(({ id }) => id), own.rounds]).toEqual([['due builder'], []])
    expect(await text('bob', '/api/accounts?format=csv')).toMatch(/,155000,\r\nTotal,,.*,155000,0\r\n$/)
  })
})

describe('the journal', () => {
  it('has every posting as CSV, for the market operator alone', async () => {
    const [, ...lines] = (await text('olga', '/api/journal')).trimEnd().split('\r\n')
    expect(lines).toEqual([
      'settlement settled,2026-11-21,Levels,Round 0,Due from buyers,The builder,old-homes,The builder,,155000,,,2026-11-21,due builder',
      'settlement settled,2026-11-21,Levels,Round 0,Market operator’s fees,,old-sedge,The farm,,,10000,,2026-11-21,operator',
      'settlement settled,2026-11-21,Levels,Round 0,Payable to suppliers,The farm,old-sedge,The farm,,,145000,,2026-11-21,payable farm',
    ])
    expect((await world.ask('fay', '/api/journal')).statusCode).toBe(403)
  })
})

describe('due dates', () => {
  it('follow from the terms of the round: a part after the settlement, the others without a date yet', async () => {
    const { instalments, nextPaid } = await read<MoneyView>('bob', '/api/money')
    expect(instalments).toMatchObject([
      { purpose: 'due', event: 'settlement', due: '2026-12-21', amount: 15_500, item: { id: 'old-homes' } },
      { event: 'rightsAllocated', due: null, amount: 62_000 },
      { event: 'creditsIssued', due: null, amount: 77_500 },
    ])
    expect(nextPaid).toEqual({ due: '2026-12-21', amount: 15_500 })
    const { nextReceived, nextPaid: none } = await read<MoneyView>('fay', '/api/money')
    expect([nextReceived, none]).toEqual([{ due: '2026-12-21', amount: 14_500 }, null])
    expect(await read('fay', '/api/home')).toMatchObject({ nextPaid: null, nextReceived })
    expect(await read('olga', '/api/home')).toMatchObject({
      money: expect.arrayContaining([
        { what: 'Due from buyers', amount: 155_000 },
        { what: 'Owed to suppliers', amount: 145_000 },
      ]) as unknown,
    })
  })

  it('add up for a whole round, from buyers and to suppliers', async () => {
    const { due } = await read<RoundBooks>('olga', '/api/round/settled/books')
    expect(due).toEqual([
      { event: 'settlement', year: null, due: '2026-12-21', fromBuyers: 15_500, toSuppliers: 14_500 },
      { event: 'rightsAllocated', year: null, due: null, fromBuyers: 62_000, toSuppliers: 58_000 },
      { event: 'creditsIssued', year: null, due: null, fromBuyers: 77_500, toSuppliers: 72_500 },
    ])
  })

  it('are by the schedule that the market had when registration opened, whatever it has later', async () => {
    const later = {
      settlementPercent: 0,
      settlementDays: 0,
      rightsAllocatedPercent: 0,
      rightsAllocatedDays: 0,
    }
    const values = { ...later, creditsIssuedPercent: 100, creditsIssuedDays: 14 }
    const set = (given: typeof values) =>
      world.ask('olga', '/api/market/levels/action/SetPaymentSchedule', {
        method: 'POST',
        payload: { values: given },
      })
    expect((await set({ ...values, creditsIssuedPercent: 99 })).statusCode).toBe(422)
    const answer = await set(values)
    expect(answer.statusCode, answer.body).toBe(200)
    const { instalments } = await read<MoneyView>('bob', '/api/money')
    expect(instalments.map(({ amount }) => amount)).toEqual([15_500, 62_000, 77_500])
    const scheduleOf = async (round: string) =>
      (await read<RoundView>('olga', `/api/round/${round}`)).paymentSchedule.map(({ tenths }) => tenths)
    expect([await scheduleOf('settled'), await scheduleOf('draft')]).toEqual([
      [100, 400, 500],
      [0, 0, 1000],
    ])
  })

  it('are not changed in the database once registration has opened', async () => {
    await expect(
      sql.raw(`update payment_terms set schedule = schedule`).execute(world.store.db),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the database', () => {
  const entry = (id: string, amounts: readonly number[], postings = amounts.length) =>
    `insert into money_entry values ('${id}', 'settlement', 'bidding', now(), ${postings});
     insert into money_posting (entry_id, place, account_id, amount)
       values ${amounts.map((amount, at) => `('${id}', ${at + 1}, 'operator', ${amount})`).join(', ')}`

  it.each([
    ['an entry that does not add up', entry('wrong', [5, -4]), 'money_entry_adds_up'],
    ['an entry without all its postings', entry('short', [5, -5], 3), 'money_entry_adds_up'],
    [
      'an entry without postings',
      `insert into money_entry values ('none', 'settlement', 'bidding', now(), 2)`,
      'money_entry_adds_up',
    ],
    [
      'another posting of a written entry',
      `insert into money_posting (entry_id, place, account_id, amount) values ('settlement settled', 9, 'operator', 1)`,
      'money_entry_is_complete',
    ],
    [
      'a second settlement of a round',
      entry('again', [5, -5]).replace('bidding', 'settled'),
      'money_entry_of_settlement',
    ],
    ['a posting of nothing', entry('zero', [0, 0]), 'money_posting_amount_check'],
    [
      'an account of a buyer without its owner',
      `insert into money_account values ('due', 'due', null)`,
      'money_account_has_its_owner',
    ],
  ])('refuses %s', async (_, statement, constraint) => {
    await expect(sql.raw(statement).execute(world.store.db)).rejects.toMatchObject({ constraint })
  })

  it.each([
    'update money_posting set amount = amount + 1',
    'delete from money_posting',
    `update money_entry set at = now()`,
    'truncate money_entry cascade',
    `update money_account set purpose = 'suspense'`,
  ])('refuses to change what is written: %s', async statement => {
    await expect(sql.raw(statement).execute(world.store.db)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('after a merger', () => {
  it('shows the money of the former organisation to the one that stays', async () => {
    await sql`update organisation set merged_into_id = 'estate' where id = 'farm'`.execute(world.store.db)
    expect(await read('eve', '/api/money')).toMatchObject({
      ...{ organisation: { id: 'estate' }, isOwn: true, receivesNow: 145_000 },
    })
    await sql`update organisation set merged_into_id = null where id = 'farm'`.execute(world.store.db)
  })
})

describe('the integrity check of money', () => {
  const RIGHT = `select from money_posting`
  it.each([
    ['nothing wrong in books that no one touched', RIGHT, []],
    [
      'a posting that was changed',
      `update money_posting set amount = amount + 1 where account_id = 'operator'`,
      [
        'money_entry settlement settled does not add up to zero',
        'round settled differs in its books from its match',
      ],
    ],
    [
      'money that was moved to another account',
      `update money_posting set account_id = 'operator' where account_id = 'payable farm'`,
      ['round settled differs in its books from its match'],
    ],
    [
      'a round that is not in the books',
      `delete from money_posting; delete from money_entry`,
      ['round settled differs in its books from its match'],
    ],
    [
      'a settlement of a round that is not settled',
      `update money_entry set round_id = 'bidding'`,
      [
        'money_entry settlement settled is of a round that is not settled',
        'round settled differs in its books from its match',
      ],
    ],
  ])('finds %s', async (_, statement, expected) => {
    const undo = new Error('undone')
    const found: string[] = []
    const tampered = world.store.db.transaction().execute(async trx => {
      await bypassGuards(trx, statement)
      const { differences } = await runChecks({ db: trx, now: '2026-06-01T12:00:00.000Z' }, [moneyCheck])
      found.push(...differences.map(({ what, why }) => `${what} ${why}`))
      throw undo
    })
    await expect(tampered).rejects.toBe(undo)
    expect(found).toEqual(expected)
  })
})
