import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '#contract/case/case'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView, MoneyView } from '#contract/money/money'
import type { AccountStatement } from '#contract/money/statement'
import type { RequirementView } from '#contract/requirement/requirement'
import type { MarketView } from '#contract/round/market'
import type { RoundView } from '#contract/round/round'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { depositNumber } from '../builders/deposit-number.ts'
import { readPdfText } from '../payments/papers.ts'
import { camtOf, uploadStatement } from './camt.ts'
import { act as actIn, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
const [FIRST, SECOND, THIRD] = [1, 2, 3].map(time => depositNumber('flats', 'asking', time)) as [
  string,
  string,
  string,
]
const act = (who: string, url: string, values: object = {}) => actIn(world, who, url, values)
const read = async <T>(url: string, who = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const settle = () => settleAllDeposits.run({ runtime: world.runtime, files: world.files })
const pay = (number: string, amount: string, reference: string) =>
  uploadStatement(world, camtOf(OWN_ACCOUNT, [{ amount, reference, remittance: paymentReference(number) }]))
const readPaper = async (id: string): Promise<string> =>
  readPdfText((await world.ask('bob', `/api/invoice/${id}/file?format=pdf`)).rawPayload)
const held = async (): Promise<number> =>
  (await read<AccountsView>('/api/accounts')).accounts
    .filter(({ purpose }) => purpose === 'deposits')
    .reduce((sum, { balance }) => sum - balance, 0)
const findFaults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)

describe('the deposit of a market', () => {
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.close())

  it('is set by the market operator, and applies to rounds whose registration opens afterwards', async () => {
    const url = '/api/market/levels/action/SetDeposit'
    expect((await act('bob', url, { deposit: 1_000 })).status).toBe(403)
    expect((await act('olga', url, { deposit: -1 })).status).toBe(422)
    expect((await act('olga', url, { deposit: 1_000 })).status).toBe(200)
    expect((await read<MarketView>('/api/market/levels', 'bob')).deposit).toBe(1_000)
    expect((await read<RoundView>('/api/round/draft')).deposit).toBe(1_000)
    expect((await read<RoundView>('/api/round/bidding')).deposit).toBeNull()
    expect((await act('olga', url, {})).status).toBe(200)
    expect((await read<RoundView>('/api/round/draft')).deposit).toBeNull()
  })

  it('is part of the terms of a round, which never change', async () => {
    await expect(sql`update payment_terms set deposit = 1`.execute(world.store.db)).rejects.toThrow(
      'do not change',
    )
  })

  it('is asked for in no round without one', async () => {
    await settle()
    expect((await read<{ items: unknown[] }>('/api/invoices?documentKind=deposit')).items).toEqual([])
    expect((await read<RequirementView>('/api/requirement/homes')).deposit).toBeNull()
  })
})

describe('a bid in a round that asks for a deposit', () => {
  beforeAll(async () => {
    world = await startWorld(
      sampleRow('market', { id: 'deep', name: 'Deep', deposit: 100_000 }),
      sampleRow('round', { id: 'asking', name: 'Round A', marketId: 'deep', status: 'OpenForBidsAndOffers' }),
      sampleRow('requirement', {
        ...{ id: 'flats', name: 'Flats', buyerId: 'builder', roundId: 'asking', agentId: null },
        ...{ groupId: null, bid: 20_000_000, status: 'Bid' },
      }),
      sampleRow('agentAuthority', {
        ...{ id: 'auth-3', roundId: 'asking', clientId: 'builder', agentId: 'agency' },
      }),
      sampleRow('agentAuthority', {
        ...{ id: 'auth-4', roundId: 'asking', clientId: 'builder', agentId: 'registrar' },
        permissions: ['RegisterForRound'],
      }),
    )
    await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
  })
  afterAll(() => world.close())

  const deposit = async () => (await read<RequirementView>('/api/requirement/flats')).deposit
  const round = (status: string) =>
    sql`update round set status = ${status} where id = 'asking'`.execute(world.store.db)
  const bidAgain = async () => {
    await round('OpenForBidsAndOffers')
    await sql`update requirement set status = 'Bid', bid = 20000000, bid_at = now() where id = 'flats'`.execute(
      world.store.db,
    )
  }
  const withdraw = async () => {
    const done = await act('bob', '/api/requirement/flats/action/WithdrawBid', { confirmed: true })
    expect(done.status, done.said).toBe(200)
    const before = await deposit()
    await settle()
    expect(await deposit()).toEqual(before)
    await round('ClosedForBidsAndOffers')
    await settle()
  }

  it('is asked for its deposit, which its bidder and its agent for bids can read, and no one else', async () => {
    await settle()
    expect(await deposit()).toMatchObject({ document: { id: FIRST }, amount: 1_000, state: 'Asked' })
    for (const who of ['olga', 'bob', 'amy'])
      expect((await read<InvoiceView>(`/api/invoice/${FIRST}`, who)).open).toBe(1_000)
    for (const who of ['rex', 'fay', 'eve', 'sue'])
      expect((await world.ask(who, `/api/invoice/${FIRST}`)).statusCode).toBe(404)
    for (const who of ['rex', 'fay', 'eve', 'sue'])
      expect((await read<{ items: unknown[] }>('/api/invoices', who)).items).toEqual([])
    expect((await read<RequirementView>('/api/requirement/flats', 'rex')).deposit).toBeNull()
  })

  it('is never late with it, and its paper speaks of a deposit and of no sale', async () => {
    const now = world.clock.now
    world.clock.now = '2027-03-01T09:00:00.000Z'
    expect((await read<InvoiceView>(`/api/invoice/${FIRST}`)).late).toMatchObject({ days: 0, next: null })
    world.clock.now = now
    const paper = await readPaper(FIRST)
    for (const text of [
      'Market operator',
      'Bidder',
      'Deposit for the bid of',
      'The deposit is security for a bid',
    ])
      expect(paper).toContain(text)
    expect(paper).not.toMatch(/\b(Seller|Buyer|Supplier|agent|sells)\b/)
  })

  it('owes nothing by it: a request posts nothing, and is not among what buyers have not paid', async () => {
    const { fromBuyers } = await read<{ fromBuyers: { count: number } }>('/api/money/overview')
    expect([fromBuyers.count, await held()]).toEqual([0, 0])
  })

  it('has one request at a time, which the database holds', async () => {
    await expect(
      sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
        select issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content from invoice`.execute(
        world.store.db,
      ),
    ).rejects.toMatchObject({ constraint: 'deposit_is_asked_for_once' })
    const credit = { reason: 'A mistake', isReissued: false }
    expect((await act('olga', `/api/invoice/${FIRST}/action/CreditInvoice`, credit)).status).toBe(409)
    expect((await act('olga', `/api/invoice/${FIRST}/action/SettleDeposit`)).status).toBe(403)
  })

  it('loses an unpaid request once it is withdrawn and bids are closed, and gets a new one when it is made again', async () => {
    await withdraw()
    expect(await deposit()).toMatchObject({ document: { id: FIRST }, state: 'TakenBack' })
    expect(await read<InvoiceView>('/api/invoice/CRN-000001')).toMatchObject({
      ...{ net: -1_000, credits: { id: FIRST } },
    })
    await pay(FIRST, '1000.00', 'LATE')
    expect(await held()).toBe(0)
    await bidAgain()
    await settle()
    expect(await deposit()).toMatchObject({ document: { id: SECOND }, state: 'Asked' })
    expect(await findFaults()).toEqual([])
  })

  it('gets back what was paid of a deposit when it is withdrawn, also a part', async () => {
    await pay(SECOND, '400.00', 'PART')
    expect([await held(), (await deposit())?.state]).toEqual([400, 'PartlyPaid'])
    expect((await read<MoneyView>('/api/money', 'bob')).paid).toBe(400)
    await withdraw()
    expect(await read<InvoiceView>('/api/invoice/DRN-000001', 'bob')).toMatchObject({
      ...{ documentKind: 'depositReturn', total: -400, vat: 0, open: 400, credits: { id: SECOND } },
    })
    expect(await deposit()).toMatchObject({ state: 'ToBePaidBack', paid: 400 })
    for (const format of ['pdf', 'xml'])
      expect((await world.ask('bob', `/api/invoice/DRN-000001/file?format=${format}`)).statusCode).toBe(200)
    await pay('DRN-000001', '-400.00', 'BACK')
    expect([await held(), (await deposit())?.state]).toEqual([0, 'PaidBack'])
    expect(await read<MoneyView>('/api/money', 'bob')).toMatchObject({ paid: 0, rounds: [] })
    const statement = await read<AccountStatement>('/api/money/statement', 'bob')
    expect(
      statement.lines.map(({ purpose, debit, credit }) => `${purpose} ${debit} ${credit}`).toSorted(),
    ).toEqual(['deposits 0 400', 'deposits 400 0'])
    expect(statement.closing).toBe(0)
    expect(await findFaults()).toEqual([])
  })

  it('still shows its deposit, with the round, after it is in another round', async () => {
    const before = await deposit()
    expect(before).toMatchObject({ round: { id: 'asking', name: 'Round A' } })
    await sql`update requirement set round_id = 'bidding', status = 'Registered' where id = 'flats'`.execute(
      world.store.db,
    )
    expect(await deposit()).toEqual(before)
    await sql`update requirement set round_id = 'asking' where id = 'flats'`.execute(world.store.db)
  })

  it('has payments with exactly one source, and only what is left is paid back', async () => {
    const payment = (line: string | null, from: string | null) =>
      sql`insert into payment (id, bank_line_id, deposit_id, invoice_id, amount, rule, booked_at)
        values ('two', ${line}, ${from}, ${SECOND}, 1, 'person', now())`.execute(world.store.db)
    await expect(payment(null, null)).rejects.toThrow()
    const { rows } = await sql<{
      id: string
    }>`select id from bank_line where bank_reference = 'PART'`.execute(world.store.db)
    await expect(payment(rows[0]!.id, SECOND)).rejects.toThrow()
    await bidAgain()
    await settle()
    await expect(
      sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, credits_id, content)
        select issuer_id, 'depositReturn', round_id, party_id, item_kind, item_id, purpose, 'depositEnded', issued_at, due, -1, 0, id, content
        from invoice where id = ${THIRD}`.execute(world.store.db),
    ).rejects.toMatchObject({ constraint: 'deposit_return_is_what_is_left' })
  })
})

describe('a buyer who does not pay', () => {
  beforeAll(async () => {
    world = await startWorld(
      ...matchedRound('Settled'),
      sampleRow('case', {
        ...{ id: 'default', type: 'BuyerDefault', name: 'Buyer does not pay', status: 'Confirmed' },
        ...{ roundId: 'settled', projectId: null, requirementId: 'old-homes', ownerId: 'builder' },
        ...{ concernedIds: [], concernedLpaIds: [], reportedBy: 'olga', reportedForId: 'operator' },
        ...{ failedSince: null, endedAt: null, rectifyBy: null, confirmedAt: '2026-05-30T09:00:00.000Z' },
      }),
    )
    await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
    await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
      values ('operator', 'deposit', 'settled', 'builder', 'requirement', 'old-homes', 'deposits', 'bidMade', '2026-04-01', '2026-04-30', 500000, 0,
        ${JSON.stringify({ lines: [{ amount: 500_000 }], taxes: [{ net: 500_000, vat: 0 }] })}::jsonb)`.execute(
      world.store.db,
    )
    await pay(depositNumber('old-homes', 'settled', 1), '5000.00', 'IN')
    await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  })
  afterAll(() => world.close())

  it('has paid a part by its deposit, which the case and the statement show', async () => {
    const { items } = await read<{ items: InvoiceRow[] }>('/api/invoices?documentKind=invoice')
    expect(items).toMatchObject([{ total: 18_600, paid: 5_000, open: 13_600 }])
    const gap = { paid: 5_000, fromDeposit: 5_000, open: 13_600 }
    expect((await read<CaseView>('/api/case/default')).gap).toEqual(gap)
    const journal = await world.ask('olga', '/api/journal')
    expect(journal.body).toMatch(/Deposits of bidders,The builder,old-homes,The builder,INV-000001,5000,,/)
    expect(await held()).toBe(0)
  })

  it('gets nothing back when it is released, because the deposit is used up', async () => {
    const values = { requirement: 'old-homes', reason: 'It has not paid' }
    const released = await act('olga', '/api/case/default/action/ReleaseBuyer', values)
    expect(released.status, released.said).toBe(200)
    // The supplier's payments are now divided among its other buyers, so its invoices have to be looked at again.
    expect(await world.store.db.selectFrom('invoicing').select(['itemKind', 'itemId']).execute()).toEqual([
      { itemKind: 'project', itemId: 'old-sedge' },
    ])
    await settle()
    expect((await read<{ items: unknown[] }>('/api/invoices?documentKind=depositReturn')).items).toEqual([])
    expect([await held(), await findFaults()]).toEqual([0, []])
  })
})
